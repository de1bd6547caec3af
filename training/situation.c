/* What the seat to act can tell apart, as one number; games/robots/policy_tables/info_sets.py says it again. */
#include "hand.h"

#define NONE 15
#define FAR 4
#define END (UINT64_C(1) << 36) /* above all other numbers: both seats need four points at most */
static const int8_t FINE[15] = {0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const int8_t COARSE[15] = {0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7};
static const int8_t ROUGH[15] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3};

/* Strengths and values in the terms of argentino: games/robots/policy_tables/rule_mapping.py. */
#if ORDER == VENEZOLANO
static const int8_t STRENGTH[16] = {0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
static const int8_t VALUE[40] = {
    0, 0, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 20, 21, 22, 23, 24, 25, 26, 27, 27, 27, 28, 29, 30, 30, 31, 32, 33, 33, 33,
};
#define TRANSLATED 1
#elif ORDER == MALLORQUI
static const int8_t STRENGTH[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 11, 12, 13, 14};
static const int8_t VALUE[36] = {
    0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 20, 20, 21, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 33,
};
#define TRANSLATED 1
#elif MUESTRA && !ORDER
static const int8_t STRENGTH[19] = {0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 12, 12, 13};
static const int8_t VALUE[38] = {
    0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    7, 7, 7, 7, 20, 21, 23, 24, 25, 25, 26, 27, 27, 28, 29, 31, 32, 33,
};
#define TRANSLATED 1
#elif DECK == 22
static const int8_t STRENGTH[14] = {0, 2, 5, 6, 6, 6, 6, 6, 6, 8, 9, 9, 11, 13};
static const int8_t VALUE[34] = {
    0, 0, 0, 0, 1, 3, 5, 7, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20,
    20, 20, 20, 20, 20, 21, 22, 23, 24, 25, 27, 28, 30, 32,
};
#define TRANSLATED 1
#endif
#if TRANSLATED
#define STRENGTH_READ(strength) STRENGTH[strength]
#define VALUE_READ(value) VALUE[value]
#else
#define STRENGTH_READ(strength) (strength)
#define VALUE_READ(value) (value)
#endif

int read_value(int envido)
{
    return VALUE_READ(envido);
}

enum { ANSWERING, OPENING, PLAYING };

typedef struct {
    uint64_t value;
} Number;

static void add(Number *number, int digit, int radix)
{
    number->value = number->value * radix + digit;
}

static int is_exact; /* whether the own cards are told apart one by one */

/* A hand pays its highest price at most, unless an envido is won. */
static int stakes_left(int score)
{
    return hand_reach(TARGET - score);
}

/* Where either seat may win with the hand, each card of the second trick counts. */
static int is_near_end(const Hand *hand)
{
    return stakes_left(hand->score[0]) < FAR && stakes_left(hand->score[1]) < FAR;
}

static int classed(const Hand *hand, int strength)
{
    int is_told = is_exact || hand->trick == 2 || (hand->trick == 1 && is_near_end(hand));
    strength = STRENGTH_READ(strength);
    return is_told ? strength : FINE[strength];
}

/* One point is worth most near the end: there each counts. */
static int points_left(int score)
{
    int left = TARGET - score;
    return left <= 4 ? left - 1 : left <= 8 ? 4 : left <= 15 ? 5 : 6;
}

static int fine_value(int envido)
{
    return envido <= 7 ? 0 : envido <= 22 ? 1 : envido <= 24 ? 2 : envido - 22;
}

/* Near the end each value that decides a game: below 4, 4 to 7, 20 to 33. */
static int each_value(int envido)
{
    return envido < 4 ? 0 : envido <= 7 ? envido - 3 : envido - 15;
}

static int value(int envido)
{
    return envido <= 7 ? 0 : envido <= 24 ? 1 : envido <= 26 ? 2 : envido <= 28 ? envido - 24
        : envido <= 30 ? 5 : 6;
}

/* The two best cards, 0 to 14. */
static int two_strengths(const Hand *hand, int seat)
{
    const int8_t *dealt = hand->strength[seat];
    return COARSE[STRENGTH_READ(dealt[2])] + COARSE[STRENGTH_READ(dealt[1])];
}

static int held_strength(const Hand *hand, int seat)
{
    int two = two_strengths(hand, seat);
    return two <= 5 ? 0 : two <= 7 ? 1 : two <= 9 ? 2 : 3;
}

static void add_cards(Number *number, const Hand *hand, int seat)
{
    int trick = hand->trick, count = 0;
    for (int slot = 0; slot < CARDS; slot++)
        if (hand->held[seat] >> slot & 1) {
            add(number, classed(hand, hand->strength[seat][slot]), 16);
            count++;
        }
    for (; count < CARDS - trick; count++)
        add(number, NONE, 16);
}

/* The card to beat, by how many of one's own lose to it and tie with it; or one's own card. */
static void add_lying(Number *number, const Hand *hand, int seat)
{
    int trick = hand->trick, losing = 0, tying = 0;
    int mine = trick < CARDS ? hand->laid[seat][trick] : NOBODY;
    int theirs = trick < CARDS ? hand->laid[1 - seat][trick] : NOBODY;
    if (mine != NOBODY) {
        add(number, 17 + classed(hand, mine), 32);
        return;
    }
    if (theirs == NOBODY) {
        add(number, 0, 32);
        return;
    }
    for (int slot = 0; slot < CARDS && !hand_is_paired(hand); slot++)
        if (hand->held[seat] >> slot & 1) {
            losing += hand->strength[seat][slot] < theirs;
            tying += hand->strength[seat][slot] == theirs;
        }
    add(number, 1 + 4 * losing + tying, 32);
}

/* What a refusal told is of use while all the cards are still to be played. */
static int heard(const Hand *hand, int seat)
{
    return hand->trick > 0 && hand->heard[seat] < WON ? NOTHING : hand->heard[seat];
}

static void add_tricks(Number *number, const Hand *hand, int seat)
{
    const int8_t *theirs = hand->laid[1 - seat];
    if (hand->trick == 0) {
        add(number, hand->mano == seat, 2);
        return;
    }
    int first = hand->won[0];
    add(number, first == PARDA ? 2 + (hand->mano == seat) : first == seat, 4);
    int best = hand->trick == 2 && theirs[1] > theirs[0] ? theirs[1] : theirs[0];
    add(number, ROUGH[STRENGTH_READ(best)], 4);
}

/* Near the end an envido is answered by more: what lies, the cards, each value. */
static void add_answer_at_end(Number *number, const Hand *hand, int seat)
{
    int theirs = hand->laid[1 - seat][0], mine = hand->laid[seat][0];
    add(number, theirs != NOBODY ? 2 + ROUGH[STRENGTH_READ(theirs)] : mine != NOBODY, 6);
    add(number, two_strengths(hand, seat) / 2, 8);
    add(number, each_value(VALUE_READ(hand->envido[seat])), 19);
}

/* The kind comes last, so that numbers of two kinds never meet; those of two tricks are far apart. */
static uint64_t of_kind(Number number, int kind)
{
    add(&number, kind, 3);
    return number.value;
}

static uint64_t told_apart(const Hand *hand)
{
    int seat = hand_actor(hand), rival = 1 - seat;
    int is_fine = END_FINE && !is_exact && is_near_end(hand);
    int opening = !hand->asked && hand_may_open(hand, seat);
    int kind = hand->asked ? ANSWERING : opening ? OPENING : PLAYING;
    Number number = {1};
    if (hand->decides != NOBODY) {
        add(&number, TARGET - hand->score[rival], 64);
        add(&number, hand->mano == seat, 2);
        add_cards(&number, hand, seat);
        return of_kind(number, ANSWERING);
    }
    if (is_exact)
        add(&number, hand->envido[seat], 40);
    if (kind == PLAYING) {
        add(&number, stakes_left(hand->score[seat]), 5);
        add(&number, stakes_left(hand->score[rival]), 5);
        add(&number, hand->trick, 3);
        add(&number, hand->level < 4 ? hand->level : 4, 5);
        add(&number, hand->raiser == NOBODY ? 0 : hand->raiser == seat ? 1 : 2, 3);
        add(&number, hand->caller != NOBODY, 2);
        add(&number, heard(hand, seat), 6);
        add_tricks(&number, hand, seat);
        add_lying(&number, hand, seat);
        add_cards(&number, hand, seat);
        return of_kind(number, kind);
    }
    add(&number, points_left(hand->score[seat]), 7);
    add(&number, points_left(hand->score[rival]), 7);
    add(&number, hand->caller != NOBODY, 2);
    add(&number, hand->mano == seat, 2);
    if (kind == ANSWERING) {
        add(&number, hand_ladder(hand), 12);
        if (is_fine) {
            add_answer_at_end(&number, hand, seat);
            return of_kind(number, kind);
        }
        add(&number, hand->laid[0][0] != NOBODY || hand->laid[1][0] != NOBODY, 2);
        if (is_exact)
            add_cards(&number, hand, seat);
        add(&number, held_strength(hand, seat), 4);
        add(&number, fine_value(VALUE_READ(hand->envido[seat])), 12);
        return of_kind(number, kind);
    }
    if (is_fine)
        add(&number, each_value(VALUE_READ(hand->envido[seat])), 19);
    else
        add(&number, value(VALUE_READ(hand->envido[seat])), 7);
    add_lying(&number, hand, seat);
    add_cards(&number, hand, seat);
    return of_kind(number, kind);
}

uint64_t situation(const Hand *hand)
{
    is_exact = 0;
    return told_apart(hand) | (END_APART && is_near_end(hand) ? END : 0);
}

uint64_t exact_situation(const Hand *hand)
{
    is_exact = 1;
    return told_apart(hand);
}

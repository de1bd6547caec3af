/* The rules: every article as in games/engine, where its reasons are. */
#include <string.h>
#include "hand.h"

static const int8_t NUMBER[10] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12};
static const int8_t COMMON[13] = {0, 0, 8, 9, 0, 1, 2, 0, 0, 0, 4, 5, 6};
enum { SWORDS, CLUBS, GOLD, CUPS };

static int strength_of(int card)
{
    int suit = card / 10, number = NUMBER[card % 10];
    if (number == 1)
        return suit == SWORDS ? 13 : suit == CLUBS ? 12 : 7;
    if (number == 7)
        return suit == SWORDS ? 11 : suit == GOLD ? 10 : 3;
    return COMMON[number];
}

static int counted(int card)
{
    int number = NUMBER[card % 10];
    return number > 7 ? 0 : number;
}

static int envido_of(const int8_t *cards)
{
    int best = 0;
    for (int one = 0; one < CARDS; one++) {
        if (counted(cards[one]) > best)
            best = counted(cards[one]);
        for (int other = 0; other < one; other++) {
            int both = 20 + counted(cards[one]) + counted(cards[other]);
            if (cards[one] / 10 == cards[other] / 10 && both > best)
                best = both;
        }
    }
    return best;
}

void hand_deal(Hand *hand, const int8_t *cards, int score0, int score1, int mano)
{
    memset(hand, 0, sizeof *hand);
    memset(hand->laid, NOBODY, sizeof hand->laid);
    for (int seat = 0; seat < SEATS; seat++) {
        int8_t *sorted = hand->strength[seat];
        for (int slot = 0; slot < CARDS; slot++) {
            int place = slot, strength = strength_of(cards[seat * CARDS + slot]);
            for (; place > 0 && sorted[place - 1] > strength; place--)
                sorted[place] = sorted[place - 1];
            sorted[place] = strength;
        }
        hand->envido[seat] = envido_of(cards + seat * CARDS);
        hand->held[seat] = 7;
    }
    hand->score[0] = score0;
    hand->score[1] = score1;
    hand->mano = hand->leader = hand->turn = mano;
    hand->level = 1;
    hand->raiser = hand->caller = hand->asker = NOBODY;
}

int hand_actor(const Hand *hand)
{
    if (hand->asked)
        return 1 - hand->asker;
    return hand->caller != NOBODY ? 1 - hand->caller : hand->turn;
}

int hand_score(const Hand *hand, int seat)
{
    return hand->score[seat];
}

int hand_is_over(const Hand *hand)
{
    return hand->over;
}

int hand_ladder(const Hand *hand)
{
    return hand->envidos + 3 * hand->reales + 6 * hand->faltas;
}

int hand_may_open(const Hand *hand, int seat)
{
    return hand->trick == 0 && hand->level == 1 && hand_ladder(hand) == 0
        && hand->laid[seat][0] == NOBODY;
}

int hand_legal(const Hand *hand)
{
    int seat = hand_actor(hand), legal = 1 << MAZO;
    const int every_envido = 1 << ENVIDO | 1 << REAL | 1 << FALTA;
    const int answers = 1 << QUIERO | 1 << NO;
    if (hand->asked) {
        legal |= answers;
        if (!hand->faltas)
            legal |= 1 << FALTA;
        if (!hand->faltas && !hand->reales)
            legal |= 1 << REAL | (hand->envidos < 2 ? 1 << ENVIDO : 0);
        return legal;
    }
    if (hand_may_open(hand, seat))
        legal |= every_envido;
    if (hand->caller != NOBODY)
        return legal | answers | (hand->level < 3 ? 1 << TRUCO : 0);
    if (hand->level < 4 && (hand->raiser == NOBODY || hand->raiser == seat))
        legal |= 1 << TRUCO;
    return legal | hand->held[seat];
}

static void pay(Hand *hand, int seat, int points)
{
    if (hand->score[0] >= TARGET || hand->score[1] >= TARGET)
        return;
    int score = hand->score[seat] + points;
    hand->score[seat] = score > TARGET ? TARGET : score;
    hand->over |= hand->score[seat] == TARGET;
}

static void finish(Hand *hand, int winner, int bonus)
{
    pay(hand, winner, hand->level + bonus);
    hand->over = 1;
}

static void settle_envido(Hand *hand, int accepted)
{
    int asker = hand->asker, other = 1 - asker;
    hand->asked = 0;
    if (!accepted) {
        hand->heard[asker] = RIVAL_REFUSED;
        hand->heard[other] = REFUSED;
        pay(hand, asker, hand->before > 0 ? hand->before : 1);
        return;
    }
    int mano = hand->mano, winner = mano;
    if (hand->envido[1 - mano] > hand->envido[mano])
        winner = 1 - mano;
    int leader = hand->score[0] > hand->score[1] ? hand->score[0] : hand->score[1];
    int points = 2 * hand->envidos + 3 * hand->reales;
    if (hand->faltas)
        points = TARGET - (2 * leader < TARGET ? hand->score[winner] : leader);
    hand->heard[winner] = WON;
    hand->heard[1 - winner] = hand->envido[winner] >= MUCH ? LOST_TO_MUCH : LOST;
    pay(hand, winner, points);
}

static void call_envido(Hand *hand, int seat, int action)
{
    hand->before = 2 * hand->envidos + 3 * hand->reales;
    hand->envidos += action == ENVIDO;
    hand->reales += action == REAL;
    hand->faltas += action == FALTA;
    hand->asker = seat;
    hand->asked = 1;
}

/* R-T5: who has won the hand, or NOBODY. */
static int decided(const Hand *hand)
{
    int wins[SEATS] = {0, 0}, first = NOBODY, tied = 0;
    for (int trick = 0; trick < hand->trick; trick++) {
        int winner = hand->won[trick];
        if (winner == PARDA) {
            tied = 1;
            continue;
        }
        if (first == NOBODY)
            first = winner;
        if (++wins[winner] == 2)
            return winner;
    }
    if (first != NOBODY && tied)
        return first;
    return hand->trick == CARDS ? hand->mano : NOBODY;
}

static void lay(Hand *hand, int seat, int slot)
{
    int rival = 1 - seat, trick = hand->trick;
    int mine = hand->strength[seat][slot], theirs = hand->laid[rival][trick];
    hand->held[seat] &= ~(1 << slot);
    hand->laid[seat][trick] = mine;
    hand->turn = rival;
    if (theirs == NOBODY)
        return;
    int winner = mine == theirs ? PARDA : mine > theirs ? seat : rival;
    hand->won[trick] = winner;
    hand->trick++;
    if (winner != PARDA)
        hand->leader = winner;
    hand->turn = hand->leader;
    if (decided(hand) != NOBODY)
        finish(hand, decided(hand), 0);
}

/* R-M3: the mazo pays one more while an envido could still be opened. */
static void fold(Hand *hand, int seat)
{
    int last = hand->caller == NOBODY ? hand->turn : 1 - hand->caller;
    int bonus = hand_may_open(hand, last);
    if (hand->asked)
        settle_envido(hand, 0);
    finish(hand, 1 - seat, bonus);
}

static void answer_truco(Hand *hand, int seat, int accepted)
{
    if (!accepted) {
        finish(hand, hand->caller, 0);
        return;
    }
    hand->level++;
    hand->raiser = seat;
    hand->caller = NOBODY;
}

void hand_act(Hand *hand, int action)
{
    int seat = hand_actor(hand);
    if (action <= SLOT2)
        lay(hand, seat, action);
    else if (action <= FALTA)
        call_envido(hand, seat, action);
    else if (action == TRUCO) {
        hand->level += hand->caller != NOBODY;
        hand->caller = seat;
    } else if (action == MAZO)
        fold(hand, seat);
    else if (hand->asked)
        settle_envido(hand, action == QUIERO);
    else
        answer_truco(hand, seat, action == QUIERO);
}

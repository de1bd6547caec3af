/* External-sampling counterfactual regret minimisation, weighted linearly; what is won is games. */
#include <stdlib.h>
#include <string.h>
#include "learn.h"

static Memory known;
typedef double Grid[TARGET + 1][TARGET + 1][SEATS]; /* by own score, theirs, and whether mano */

static Grid chance_of; /* of winning the game, before a hand */
static Grid expected;  /* the same, if hands paid everywhere what they pay in the first half */
static Grid surplus, met; /* by how much more was won than expected, and how often; decaying */
static double weight;
static uint64_t chance_state[2];

/* xorshift128+ (Vigna 2014): the same seed gives the same table on every machine. */
uint64_t draw(void)
{
    uint64_t one = chance_state[0], other = chance_state[1];
    chance_state[0] = other;
    one ^= one << 23;
    chance_state[1] = one ^ other ^ (one >> 18) ^ (other >> 5);
    return chance_state[1] + other;
}

static double fraction(void)
{
    return (draw() >> 11) * 0x1.0p-53;
}

void begin_chance(uint64_t seed)
{
    chance_state[0] = seed * 0x9e3779b97f4a7c15ULL + 1;
    chance_state[1] = ~seed;
    for (int turn = 0; turn < 64; turn++)
        draw();
}

void forget(Memory *memory, uint64_t room)
{
    free(memory->nodes);
    memory->nodes = calloc(room, sizeof *memory->nodes);
    memory->room = room;
    memory->filled = 0;
}

void learn_begin(uint64_t seed, uint64_t room)
{
    forget(&known, room);
    begin_chance(seed);
    memset(surplus, 0, sizeof surplus);
    memset(met, 0, sizeof met);
}

Node *node_of(Memory *memory, uint64_t key)
{
    uint64_t place = key * 0x9e3779b97f4a7c15ULL;
    place = (place ^ place >> 32) % memory->room;
    for (; memory->nodes[place].key; place = (place + 1) % memory->room)
        if (memory->nodes[place].key == key)
            return memory->nodes + place;
    if (memory->filled * 10 > memory->room * 9)
        return NULL;
    memory->filled++;
    memory->nodes[place].key = key;
    return memory->nodes + place;
}

static double paid_everywhere(const double *gains, int most, int own, int theirs, int is_mano)
{
    double sum = 0, total = 0;
    for (int x = 0; x <= most; x++)
        for (int y = x == 0; y <= most; y++) {
            double share = gains[x * (most + 1) + y];
            int mine = own + (is_mano ? x : y), his = theirs + (is_mano ? y : x);
            mine = mine > TARGET ? TARGET : mine;
            his = mine == TARGET ? theirs : his > TARGET ? TARGET : his;
            sum += share * chance_of[mine][his][1 - is_mano];
            total += share;
        }
    return sum / total;
}

/* What was seen of a score, of either seat: little of it counts little. */
static double correction(int own, int theirs, int is_mano)
{
    const int doubt = 200;
    double more = surplus[own][theirs][is_mano] - surplus[theirs][own][1 - is_mano];
    return more / (met[own][theirs][is_mano] + met[theirs][own][1 - is_mano] + doubt);
}

static double between(double least, double value, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* The chance of winning a game from every score, solved backwards from its end.

   gains[x][y] is how often hands pay x to the mano and y to the other. Where the end is near they
   pay otherwise; what learning has met there corrects them. */
void learn_prices(const double *gains, int most)
{
    const double kept = 0.9;
    for (int own = TARGET; own >= 0; own--)
        for (int theirs = TARGET; theirs >= 0; theirs--)
            for (int is_mano = 0; is_mano < SEATS; is_mano++) {
                double *chance = &chance_of[own][theirs][is_mano];
                if (own == TARGET || theirs == TARGET) {
                    *chance = own == TARGET;
                    continue;
                }
                *chance = expected[own][theirs][is_mano]
                    = paid_everywhere(gains, most, own, theirs, is_mano);
                *chance = between(0, *chance + correction(own, theirs, is_mano), 1);
            }
    for (int at = 0; at < (int)(sizeof met / sizeof(double)); at++) {
        ((double *)met)[at] *= kept;
        ((double *)surplus)[at] *= kept;
    }
}

void set_chance(int own, int theirs, int is_mano, double value)
{
    chance_of[own][theirs][is_mano] = value;
}

double worth(const Hand *hand, int seat)
{
    return chance_of[hand->score[seat]][hand->score[1 - seat]][hand->mano != seat];
}

/* The cards that answer another as well as any that does the same: the lowest of those that win,
   of those that tie and of those that lose. */
static int answering_cards(const Hand *hand, int seat, int theirs)
{
    int cards = 0, done = 0;
    for (int slot = 0; slot < CARDS; slot++) {
        int strength = hand->strength[seat][slot];
        int result = strength < theirs ? 1 : strength == theirs ? 2 : 4;
        if (hand->held[seat] >> slot & 1 && !(done & result)) {
            cards |= 1 << slot;
            done |= result;
        }
    }
    return cards;
}

/* Whether the hand as it stands wins the seat the game: then a higher truco helps the rival alone. */
static int is_enough(const Hand *hand, int seat)
{
    return hand->score[seat] + hand_price(hand->level + (hand->caller != NOBODY)) >= TARGET;
}

int tried(const Hand *hand, int *actions)
{
    int legal = hand_legal(hand), seat = hand_actor(hand), count = 0;
    const int every_card = 1 << SLOT0 | 1 << SLOT1 | 1 << SLOT2;
    const int8_t *strength = hand->strength[seat];
    int theirs = hand->trick < CARDS ? hand->laid[1 - seat][hand->trick] : NOBODY;
    if (theirs != NOBODY && !hand_is_paired(hand))
        legal &= ~every_card | answering_cards(hand, seat, theirs);
    if (is_enough(hand, seat))
        legal &= ~(1 << TRUCO);
    if (hand->asked || hand->caller != NOBODY || hand->trick == 0)
        legal &= ~(1 << MAZO);
    if (REPEATS && hand->asked && hand->stake >= 7)
        legal &= ~(1 << ENVIDO | 1 << REAL);
    for (int slot = 1; slot < CARDS; slot++)
        for (int lower = 0; lower < slot; lower++)
            if (strength[slot] == strength[lower] && legal >> lower & 1)
                legal &= ~(1 << slot);
    for (int action = 0; action < ACTIONS; action++)
        if (legal >> action & 1)
            actions[count++] = action;
    return count;
}

void places(const Hand *hand, const int *actions, int count, int *place)
{
    int held = hand->held[hand_actor(hand)];
    for (int i = 0; i < count; i++) {
        place[i] = actions[i];
        for (int slot = 0; actions[i] <= SLOT2 && slot < actions[i]; slot++)
            place[i] -= !(held >> slot & 1);
    }
}

void shares(const float *of, const int *place, int count, double *share)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += share[i] = of[place[i]] > 0 ? of[place[i]] : 0;
    for (int i = 0; i < count; i++)
        share[i] = total > 0 ? share[i] / total : 1.0 / count;
}

int drawn(const double *share, int count)
{
    double left = fraction();
    int i = 0;
    while (i < count - 1 && (left -= share[i]) > 0)
        i++;
    return i;
}

static double walk(const Hand *hand, int learner)
{
    int actions[ACTIONS], place[ACTIONS], seat = hand_actor(hand), count = tried(hand, actions);
    double share[ACTIONS], value[ACTIONS], mean = 0;
    Node *node = count > 1 ? node_of(&known, situation(hand)) : NULL;
    places(hand, actions, count, place);
    if (node)
        shares(node->regret, place, count, share);
    else
        for (int i = 0; i < count; i++)
            share[i] = 1.0 / count;
    if (seat != learner || count == 1) {
        int i = drawn(share, count);
        Hand after = *hand;
        for (int j = 0; node && j < count; j++)
            node->played[place[j]] += weight * weight * share[j];
        hand_act(&after, actions[i]);
        return after.over ? worth(&after, learner) : walk(&after, learner);
    }
    for (int i = 0; i < count; i++) {
        Hand after = *hand;
        hand_act(&after, actions[i]);
        value[i] = after.over ? worth(&after, learner) : walk(&after, learner);
        mean += share[i] * value[i];
    }
    for (int i = 0; node && i < count; i++)
        node->regret[place[i]] += weight * (value[i] - mean);
    return mean;
}

/* The other's score: near, as it mostly is. */
static int against(int score)
{
    int other = score + (int)(draw() % 19) - 9;
    return other < 0 ? 0 : other >= TARGET ? TARGET - 1 : other;
}

/* Without twos there are 36, without figures and two of the aces 22. */
static int is_in_deck(int card)
{
    enum { ACE = 0, TWO = 1, SEVEN = 6, GOLD_ACE = 20 };
    int rank = card % 10;
    if (DECK == 40 || rank == TWO)
        return DECK == 40;
    return DECK == 36 || (rank <= SEVEN && (rank != ACE || card < GOLD_ACE));
}

void deal_at(Hand *hand, int score0, int score1, int mano)
{
    int8_t deck[DECK];
    for (int card = 0, place = 0; card < 40; card++)
        if (is_in_deck(card))
            deck[place++] = card;
    for (int card = 0; card < SEATS * CARDS + MUESTRA; card++) {
        int other = card + draw() % (DECK - card);
        int8_t kept = deck[card];
        deck[card] = deck[other];
        deck[other] = kept;
    }
    hand_deal(hand, deck, score0, score1, mano);
}

/* Both seats need four points at most. In one of four deals a seat needs up to six more, so that
   the hand may come to the end by an envido. */
static void deal_end(Hand *hand, int mano)
{
    int one = TARGET - 1 - draw() % 4, other = TARGET - 1 - draw() % 4, kind = draw() % 8;
    if (kind == 0)
        one = TARGET - 5 - draw() % 6;
    else if (kind == 1)
        other = TARGET - 5 - draw() % 6;
    deal_at(hand, one, other, mano);
}

/* Half of the deals lie near the end, of one seat or of both: each score there is learnt apart. */
void deal(Hand *hand, int mano)
{
    if (END_FINE) {
        deal_end(hand, mano);
        return;
    }
    int kind = draw() % 8, one = TARGET - 1 - draw() % 5, other = TARGET - 1 - draw() % 5;
    if (kind == 3)
        other = draw() % TARGET;
    else if (kind > 3) {
        one = draw() % TARGET;
        other = against(one);
    }
    one -= one % hand_price(1); /* where all prices are even, all scores are */
    other -= other % hand_price(1);
    if (draw() % 2)
        deal_at(hand, one, other, mano);
    else
        deal_at(hand, other, one, mano);
}

static void meet(const Hand *hand, int seat, double value)
{
    int own = hand->began[seat], theirs = hand->began[1 - seat], is_mano = hand->mano == seat;
    surplus[own][theirs][is_mano] += value - expected[own][theirs][is_mano];
    met[own][theirs][is_mano] += 1;
}

/* Walk so many deals more, of `all` that are planned: later ones weigh more. */
void learn_go_on(uint64_t from, uint64_t deals, uint64_t all)
{
    for (uint64_t done = from; done < from + deals; done++) {
        Hand hand;
        weight = 1.0 + 100.0 * done / all;
        deal(&hand, done & 1);
        for (int seat = 0; seat < SEATS; seat++)
            meet(&hand, seat, hand.over ? worth(&hand, seat) : walk(&hand, seat));
    }
}

/* Play hands in the first half of a game; count what they pay the mano and the other. */
void learn_count(uint64_t hands, double *gains, int most)
{
    for (uint64_t done = 0; done < hands; done++) {
        int actions[ACTIONS], place[ACTIONS], mano = done & 1;
        double share[ACTIONS];
        Hand hand;
        int score = draw() % (TARGET / 2), other = draw() % (TARGET / 2);
        deal_at(&hand, score, other, mano);

        while (!hand.over) {
            int count = tried(&hand, actions);
            Node *node = count > 1 ? node_of(&known, situation(&hand)) : NULL;
            static const float even[ACTIONS];
            places(&hand, actions, count, place);
            shares(node ? node->played : even, place, count, share);
            hand_act(&hand, actions[drawn(share, count)]);
        }
        int x = hand.score[mano] - hand.began[mano];
        int y = hand.score[1 - mano] - hand.began[1 - mano];
        gains[(x > most ? most : x) * (most + 1) + (y > most ? most : y)] += 1;
    }
}

/* Copy the keys, and the shares that each action was played with, not yet scaled. */
uint64_t learn_copy(uint64_t *keys, float *played, uint64_t most)
{
    uint64_t copied = 0;
    for (uint64_t place = 0; place < known.room && copied < most; place++) {
        const Node *node = known.nodes + place;
        if (node->key) {
            keys[copied] = node->key;
            memcpy(played + copied++ * ACTIONS, node->played, sizeof node->played);
        }
    }
    return copied;
}

uint64_t learn_size(void)
{
    return known.filled;
}

/* External-sampling counterfactual regret minimisation, weighted linearly; what is won is games. */
#include <stdlib.h>
#include <string.h>
#include "hand.h"

typedef struct {
    uint64_t key;
    float regret[ACTIONS];
    float played[ACTIONS];
} Node;

static Node *nodes;
static uint64_t room, filled;
static double chance_of[TARGET + 1][TARGET + 1][SEATS]; /* to win from (own, theirs), by mano */
static double weight;
static uint64_t chance_state[2];

/* xorshift128+ (Vigna 2014): the same seed gives the same table on every machine. */
static uint64_t draw(void)
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

void learn_begin(uint64_t seed, uint64_t size)
{
    free(nodes);
    nodes = calloc(size, sizeof *nodes);
    room = size;
    filled = 0;
    chance_state[0] = seed * 0x9e3779b97f4a7c15ULL + 1;
    chance_state[1] = ~seed;
    for (int turn = 0; turn < 64; turn++)
        draw();
}

/* The node of a situation; NULL only if it is new and the table is full. */
static Node *node_of(uint64_t key)
{
    uint64_t place = key * 0x9e3779b97f4a7c15ULL;
    place = (place ^ place >> 32) % room;
    for (; nodes[place].key; place = (place + 1) % room)
        if (nodes[place].key == key)
            return nodes + place;
    if (filled * 10 > room * 9)
        return NULL;
    filled++;
    nodes[place].key = key;
    return nodes + place;
}

/* The chance of winning a game, from the points hands pay: gains[x][y] to the mano and the other. */
void learn_prices(const double *gains, int most)
{
    for (int own = TARGET; own >= 0; own--)
        for (int theirs = TARGET; theirs >= 0; theirs--)
            for (int mano = 0; mano < SEATS; mano++) {
                double sum = 0, total = 0;
                if (own == TARGET || theirs == TARGET) {
                    chance_of[own][theirs][mano] = own == TARGET;
                    continue;
                }
                for (int x = 0; x <= most; x++)
                    for (int y = x == 0; y <= most; y++) {
                        double share = gains[x * (most + 1) + y];
                        int mine = own + (mano ? x : y), his = theirs + (mano ? y : x);
                        mine = mine > TARGET ? TARGET : mine;
                        his = mine == TARGET ? theirs : his > TARGET ? TARGET : his;
                        sum += share * chance_of[mine][his][1 - mano];
                        total += share;
                    }
                chance_of[own][theirs][mano] = sum / total;
            }
}

static double worth(const Hand *hand, int seat)
{
    int next_is_mano = hand->mano != seat;
    return chance_of[hand->score[seat]][hand->score[1 - seat]][next_is_mano];
}

/* What is tried: all that is legal but equal cards twice, and a mazo that only costs more. */
static int tried(const Hand *hand, int *actions)
{
    int legal = hand_legal(hand), seat = hand_actor(hand), count = 0;
    const int8_t *strength = hand->strength[seat];
    if (hand->asked || hand->caller != NOBODY || hand->trick == 0)
        legal &= ~(1 << MAZO);
    for (int slot = 1; slot < CARDS; slot++)
        for (int lower = 0; lower < slot; lower++)
            if (strength[slot] == strength[lower] && legal >> lower & 1)
                legal &= ~(1 << slot);
    for (int action = 0; action < ACTIONS; action++)
        if (legal >> action & 1)
            actions[count++] = action;
    return count;
}

/* Where a node keeps an action: cards by their order among those still held, as a situation does. */
static void places(const Hand *hand, const int *actions, int count, int *place)
{
    int held = hand->held[hand_actor(hand)];
    for (int i = 0; i < count; i++) {
        place[i] = actions[i];
        for (int slot = 0; actions[i] <= SLOT2 && slot < actions[i]; slot++)
            place[i] -= !(held >> slot & 1);
    }
}

static void shares(const float *of, const int *place, int count, double *share)
{
    double total = 0;
    for (int i = 0; i < count; i++)
        total += share[i] = of[place[i]] > 0 ? of[place[i]] : 0;
    for (int i = 0; i < count; i++)
        share[i] = total > 0 ? share[i] / total : 1.0 / count;
}

static int drawn(const double *share, int count)
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
    Node *node = count > 1 ? node_of(situation(hand)) : NULL;
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
            node->played[place[j]] += weight * share[j];
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

static int near(int score)
{
    int other = score + (int)(draw() % 19) - 9;
    return other < 0 ? 0 : other >= TARGET ? TARGET - 1 : other;
}

static void deal(Hand *hand, int mano)
{
    int8_t deck[40];
    int score = draw() % TARGET;
    for (int card = 0; card < 40; card++)
        deck[card] = card;
    for (int card = 0; card < SEATS * CARDS; card++) {
        int other = card + draw() % (40 - card);
        int8_t kept = deck[card];
        deck[card] = deck[other];
        deck[other] = kept;
    }
    hand_deal(hand, deck, score, near(score), mano);
}

/* Walk so many deals more, of `all` that are planned: later ones weigh more. */
void learn_go_on(uint64_t from, uint64_t deals, uint64_t all)
{
    for (uint64_t done = from; done < from + deals; done++) {
        Hand hand;
        weight = 1.0 + 100.0 * done / all;
        deal(&hand, done & 1);
        walk(&hand, 0);
        walk(&hand, 1);
    }
}

/* Play hands in the middle of a game by what was learnt; count what they pay mano and the other. */
void learn_count(uint64_t hands, double *gains, int most)
{
    for (uint64_t done = 0; done < hands; done++) {
        int actions[ACTIONS], place[ACTIONS], mano = done & 1;
        double share[ACTIONS];
        Hand hand, start;
        deal(&hand, mano);
        hand.score[0] = draw() % (TARGET / 2);
        hand.score[1] = draw() % (TARGET / 2);
        start = hand;
        while (!hand.over) {
            int count = tried(&hand, actions);
            Node *node = count > 1 ? node_of(situation(&hand)) : NULL;
            static const float even[ACTIONS];
            places(&hand, actions, count, place);
            shares(node ? node->played : even, place, count, share);
            hand_act(&hand, actions[drawn(share, count)]);
        }
        int x = hand.score[mano] - start.score[mano];
        int y = hand.score[1 - mano] - start.score[1 - mano];
        gains[(x > most ? most : x) * (most + 1) + (y > most ? most : y)] += 1;
    }
}

/* Copy what was learnt: keys, and the shares that each action was played with, not yet scaled. */
uint64_t learn_copy(uint64_t *keys, float *played, uint64_t most)
{
    uint64_t copied = 0;
    for (uint64_t place = 0; place < room && copied < most; place++)
        if (nodes[place].key) {
            keys[copied] = nodes[place].key;
            memcpy(played + copied++ * ACTIONS, nodes[place].played, sizeof nodes->played);
        }
    return copied;
}

uint64_t learn_size(void)
{
    return filled;
}

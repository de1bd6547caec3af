/* External-sampling counterfactual regret minimisation, weighted linearly; what is won is games. */
#include <stdlib.h>
#include <string.h>
#include "learn.h"

static Memory known;
static double chance_of[TARGET + 1][TARGET + 1][SEATS]; /* to win from (own, theirs), by mano */
static double weight;
static uint64_t chance_state[2];
static int anywhere; /* one deal in so many is at any score; 0: none */

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
    anywhere = 0;
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

double chance(int own, int theirs, int is_mano)
{
    return chance_of[own][theirs][is_mano];
}

double worth(const Hand *hand, int seat)
{
    return chance(hand->score[seat], hand->score[1 - seat], hand->mano != seat);
}

int tried(const Hand *hand, int *actions)
{
    int legal = hand_legal(hand), seat = hand_actor(hand), count = 0;
    const int8_t *strength = hand->strength[seat];
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

void learn_anywhere(int one_in)
{
    anywhere = one_in;
}

/* The other's score: near, as it mostly is, or anywhere. */
static int against(int score)
{
    if (anywhere && draw() % anywhere == 0)
        return draw() % TARGET;
    int other = score + (int)(draw() % 19) - 9;
    return other < 0 ? 0 : other >= TARGET ? TARGET - 1 : other;
}

void deal(Hand *hand, int mano)
{
    static const int8_t SHORT[22] = { /* 1 and 3 to 7; no gold or cups in the aces */
        0, 2, 3, 4, 5, 6, 10, 12, 13, 14, 15, 16, 22, 23, 24, 25, 26, 32, 33, 34, 35, 36,
    };
    int8_t deck[DECK];
    int score = draw() % TARGET;
    for (int card = 0; card < DECK; card++)
        deck[card] = DECK == 40 ? card : SHORT[card];
    for (int card = 0; card < SEATS * CARDS + MUESTRA; card++) {
        int other = card + draw() % (DECK - card);
        int8_t kept = deck[card];
        deck[card] = deck[other];
        deck[other] = kept;
    }
    hand_deal(hand, deck, score, against(score), mano);
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

void count_gains(Memory *memory, uint64_t hands, double *gains, int most)
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
            Node *node = count > 1 ? node_of(memory, situation(&hand)) : NULL;
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

void learn_count(uint64_t hands, double *gains, int most)
{
    count_gains(&known, hands, gains, most);
}

uint64_t copy_nodes(const Memory *memory, uint64_t *keys, float *played, uint64_t most)
{
    uint64_t copied = 0;
    for (uint64_t place = 0; place < memory->room && copied < most; place++) {
        const Node *node = memory->nodes + place;
        if (node->key) {
            keys[copied] = node->key;
            memcpy(played + copied++ * ACTIONS, node->played, sizeof node->played);
        }
    }
    return copied;
}

uint64_t learn_copy(uint64_t *keys, float *played, uint64_t most)
{
    return copy_nodes(&known, keys, played, most);
}

uint64_t learn_size(void)
{
    return known.filled;
}

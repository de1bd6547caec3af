/* A best response to a table: seat 0 learns, seat 1 plays what the table says; points are won.

   It is learnt as tables are (learn.c), but the rival stands still. Where the table is silent the
   rival plays by chance. Games are in their first half: there a point is worth a point, except those
   of a falta, which ends the game in the malas and pays whoever is behind more. So what a hand
   brings can also be counted as the chance of winning the game, in units of what one point adds. */
#include "learn.h"

static Memory table, answer;
static double point; /* what one adds to the chance of winning; 0: points are counted */

void respond_begin(uint64_t seed, uint64_t room, const uint64_t *keys, const uint8_t *parts,
                   uint64_t count)
{
    forget(&table, 2 * count + 16); /* some of it stays empty: a search ends there */
    forget(&answer, room);
    begin_chance(seed);
    point = 0;
    for (uint64_t row = 0; row < count; row++) {
        Node *node = node_of(&table, keys[row]);
        for (int action = 0; action < ACTIONS; action++)
            node->played[action] = parts[row * ACTIONS + action];
    }
}

static int by_table(const Hand *hand, const int *actions, int count)
{
    int place[ACTIONS];
    double share[ACTIONS];
    static const float silent[ACTIONS];
    const Node *node = node_of(&table, situation(hand));
    places(hand, actions, count, place);
    shares(node ? node->played : silent, place, count, share);
    return actions[drawn(share, count)];
}

void respond_gains(uint64_t hands, double *gains, int most)
{
    count_gains(&table, hands, gains, most);
}

/* From now on games are counted, by the prices that were set: learn_prices. */
void respond_in_games(void)
{
    const int half = TARGET / 2;
    double sum = 0;
    for (int own = 1; own < half; own++)
        for (int theirs = 0; theirs < half; theirs++)
            for (int is_mano = 0; is_mano < SEATS; is_mano++)
                sum += chance(own, theirs, is_mano) - chance(own - 1, theirs, is_mano);
    point = sum / ((half - 1) * half * SEATS);
}

static int lead(const Hand *hand)
{
    return hand->score[0] - hand->score[1];
}

/* What seat 0 has, before a hand or once it is over. */
static double standing(const Hand *hand)
{
    if (point == 0)
        return lead(hand);
    if (hand->over)
        return worth(hand, 0) / point;
    return chance(hand->score[0], hand->score[1], hand->mano == 0) / point;
}

static double walk(const Hand *hand)
{
    int actions[ACTIONS], place[ACTIONS], count;
    double share[ACTIONS], value[ACTIONS], mean = 0;
    if (hand->over)
        return standing(hand);
    count = tried(hand, actions);
    if (hand_actor(hand) != 0 || count == 1) {
        Hand after = *hand;
        hand_act(&after, count == 1 ? actions[0] : by_table(hand, actions, count));
        return walk(&after);
    }
    Node *node = node_of(&answer, situation(hand));
    static const float even[ACTIONS];
    places(hand, actions, count, place);
    shares(node ? node->regret : even, place, count, share);
    for (int i = 0; i < count; i++) {
        Hand after = *hand;
        hand_act(&after, actions[i]);
        value[i] = walk(&after);
        mean += share[i] * value[i];
    }
    for (int i = 0; node && i < count; i++) {
        node->regret[place[i]] += value[i] - mean;
        node->played[place[i]] += share[i];
    }
    return mean;
}

static void begin(Hand *hand, int mano)
{
    deal(hand, mano);
    hand->score[0] = draw() % (TARGET / 2);
    hand->score[1] = draw() % (TARGET / 2);
}

/* Learn from so many deals more: of whole games, or of their first half. */
void respond_go_on(uint64_t deals, int whole)
{
    for (uint64_t done = 0; done < deals; done++) {
        Hand hand;
        if (whole)
            deal(&hand, done & 1);
        else
            begin(&hand, done & 1);
        walk(&hand);
    }
}

/* The action whose regret is greatest: of what was never met, the first. */
static int best(const Hand *hand, const int *actions, int count)
{
    int place[ACTIONS], found = 0;
    const Node *node = node_of(&answer, situation(hand));
    places(hand, actions, count, place);
    for (int i = 1; node && i < count; i++)
        if (node->regret[place[i]] > node->regret[place[found]])
            found = i;
    return actions[found];
}

/* Play so many hands; add up the points they gain, and their squares. */
void respond_count(uint64_t hands, double *points, double *squares)
{
    *points = *squares = 0;
    for (uint64_t done = 0; done < hands; done++) {
        int actions[ACTIONS];
        Hand hand;
        begin(&hand, done & 1);
        double before = standing(&hand);
        while (!hand.over) {
            int count = tried(&hand, actions);
            int chosen = hand_actor(&hand) == 0 ? best(&hand, actions, count)
                : by_table(&hand, actions, count);
            hand_act(&hand, chosen);
        }
        double gained = standing(&hand) - before;
        *points += gained;
        *squares += gained * gained;
    }
}

/* Copy the answer as a table's rows: all of a situation's weight on its best action. */
uint64_t respond_copy(uint64_t *keys, float *played, uint64_t most)
{
    uint64_t copied = copy_nodes(&answer, keys, played, most);
    for (uint64_t row = 0; row < copied; row++) {
        const Node *node = node_of(&answer, keys[row]);
        float *shares = played + row * ACTIONS, all = 0;
        int found = -1;
        for (int action = 0; action < ACTIONS; action++) {
            if (shares[action] > 0 && (found < 0 || node->regret[action] > node->regret[found]))
                found = action;
            all += shares[action];
            shares[action] = 0;
        }
        if (found >= 0)
            shares[found] = all;
    }
    return copied;
}

uint64_t respond_size(void)
{
    return answer.filled;
}

/* A best response to a table: seat 0 learns, seat 1 plays what the table says.

   It is learnt as tables are (learn.c), but the rival stands still. Where the table is silent the
   rival plays by chance. The learner tells all apart that it knows. What it wins is counted in
   points in the first half of games, where a point is worth a point; or as the chance of winning
   the game from one score, above what the table itself wins there. */
#include <stddef.h>
#include "learn.h"

static Memory table, answer;
static int8_t score[SEATS]; /* the score of each hand; NOBODY: by chance, and points are counted */

void respond_begin(uint64_t seed, uint64_t room, const uint64_t *keys, const uint8_t *parts,
                   uint64_t count)
{
    forget(&table, 2 * count + 16); /* some of it stays empty: a search ends there */
    forget(&answer, room);
    begin_chance(seed);
    score[0] = score[1] = NOBODY;
    for (uint64_t row = 0; row < count; row++) {
        Node *node = node_of(&table, keys[row]);
        for (int action = 0; action < ACTIONS; action++)
            node->played[action] = parts[row * ACTIONS + action];
    }
}

static int by_table(const Hand *hand)
{
    int actions[ACTIONS], place[ACTIONS], count = tried(hand, actions);
    double share[ACTIONS];
    static const float silent[ACTIONS];
    if (count == 1)
        return actions[0];
    const Node *node = node_of(&table, situation(hand));
    places(hand, actions, count, place);
    shares(node ? node->played : silent, place, count, share);
    return actions[drawn(share, count)];
}

/* The game's value from every score, by games of the table against itself, from their end. */
void respond_value(uint64_t hands)
{
    for (int own = TARGET; own >= 0; own--)
        for (int theirs = own; theirs >= 0; theirs--)
            for (int is_mano = 0; is_mano < SEATS; is_mano++) {
                double sum = 0;
                if (own == TARGET) {
                    set_chance(own, theirs, is_mano, 1);
                    set_chance(theirs, own, 1 - is_mano, 0);
                    continue;
                }
                for (uint64_t done = 0; done < hands; done++) {
                    Hand hand;
                    deal_at(&hand, own, theirs, !is_mano);
                    while (!hand.over)
                        hand_act(&hand, by_table(&hand));
                    sum += worth(&hand, 0);
                }
                set_chance(own, theirs, is_mano, sum / hands);
                set_chance(theirs, own, 1 - is_mano, 1 - sum / hands);
            }
}

/* From now on hands are played at this score, and forget what was learnt at others. */
void respond_at(int own, int theirs)
{
    score[0] = own;
    score[1] = theirs;
    forget(&answer, answer.room);
}

static int counts_points(void)
{
    return score[0] == NOBODY;
}

/* What seat 0 has won once a hand is over. */
static double won(const Hand *hand)
{
    if (counts_points())
        return hand->score[0] - hand->began[0] - hand->score[1] + hand->began[1];
    return worth(hand, 0);
}

static double walk(const Hand *hand)
{
    int actions[ACTIONS], place[ACTIONS], count;
    double share[ACTIONS], value[ACTIONS], mean = 0;
    if (hand->over)
        return won(hand);
    count = tried(hand, actions);
    if (hand_actor(hand) != 0 || count == 1) {
        Hand after = *hand;
        hand_act(&after, count == 1 ? actions[0] : by_table(hand));
        return walk(&after);
    }
    Node *node = node_of(&answer, exact_situation(hand));
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
        node->played[place[i]] += 1;
    }
    return mean;
}

static void begin(Hand *hand, int mano)
{
    if (counts_points()) {
        int own = draw() % (TARGET / 2), theirs = draw() % (TARGET / 2);
        deal_at(hand, own, theirs, mano);
    } else
        deal_at(hand, score[0], score[1], mano);
}

/* Learn from so many deals more; the mano is NOBODY for each in turn. */
void respond_go_on(uint64_t deals, int mano)
{
    for (uint64_t done = 0; done < deals; done++) {
        Hand hand;
        begin(&hand, mano == NOBODY ? (int)(done & 1) : mano);
        walk(&hand);
    }
}

/* The action whose regret is greatest; the table's own where little was learnt. */
static int best(const Hand *hand)
{
    const int enough = 8;
    int actions[ACTIONS], place[ACTIONS], found = 0, count = tried(hand, actions);
    const Node *node = count > 1 ? node_of(&answer, exact_situation(hand)) : NULL;
    places(hand, actions, count, place);
    for (int i = 1; node && i < count; i++)
        if (node->regret[place[i]] > node->regret[place[found]])
            found = i;
    if (count > 1 && (!node || node->played[place[found]] < enough))
        return by_table(hand);
    return actions[found];
}

static double played(Hand hand, int learner)
{
    while (!hand.over)
        hand_act(&hand, hand_actor(&hand) == learner ? best(&hand) : by_table(&hand));
    return won(&hand);
}

/* Play so many deals, by the answer and by the table in its place; add up by how much it wins more,
   and the squares. */
void respond_count(uint64_t hands, int mano, double *more, double *squares)
{
    *more = *squares = 0;
    for (uint64_t done = 0; done < hands; done++) {
        Hand hand;
        begin(&hand, mano == NOBODY ? (int)(done & 1) : mano);
        double gained = played(hand, 0) - played(hand, NOBODY);
        *more += gained;
        *squares += gained * gained;
    }
}

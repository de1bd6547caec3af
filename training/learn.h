/* What learning and answering share: memories of situations, chance, and what is tried in one. */
#ifndef LEARN_H
#define LEARN_H
#include "hand.h"

typedef struct {
    uint64_t key; /* 0: nothing is kept here */
    float regret[ACTIONS];
    float played[ACTIONS];
} Node;

typedef struct {
    Node *nodes;
    uint64_t room, filled;
} Memory;

void forget(Memory *memory, uint64_t room);
Node *node_of(Memory *memory, uint64_t key); /* NULL only if it is new and the memory is full */

/* Keys, and the shares that each action was played with, not yet scaled; returns how many. */
uint64_t copy_nodes(const Memory *memory, uint64_t *keys, float *played, uint64_t most);

void begin_chance(uint64_t seed);
uint64_t draw(void);
void deal(Hand *hand, int mano); /* at a score by chance */

/* What is tried: all that is legal but equal cards twice, and a mazo that only costs more. */
int tried(const Hand *hand, int *actions);
/* Where a node keeps an action: cards by their order among those still held, as a situation does. */
void places(const Hand *hand, const int *actions, int count, int *place);
void shares(const float *of, const int *place, int count, double *share);
int drawn(const double *share, int count); /* its place among those that are tried */

/* Play hands in the first half of a game by a memory; count what they pay mano and the other. */
void count_gains(Memory *memory, uint64_t hands, double *gains, int most);
/* To win the game from a score, by the prices that were set (learn_prices); and once a hand is over. */
double chance(int own, int theirs, int is_mano);
double worth(const Hand *hand, int seat);
#endif

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

void begin_chance(uint64_t seed);
uint64_t draw(void);
void deal(Hand *hand, int mano); /* at a score by chance */
void deal_at(Hand *hand, int score0, int score1, int mano);

/* What is tried: all that is legal but what another action does as well or better. */
int tried(const Hand *hand, int *actions);
/* Where a node keeps an action: cards by their order among those still held, as a situation does. */
void places(const Hand *hand, const int *actions, int count, int *place);
void shares(const float *of, const int *place, int count, double *share);
int drawn(const double *share, int count); /* its place among those that are tried */

/* The chance of winning the game once a hand is over. */
double worth(const Hand *hand, int seat);
void set_chance(int own, int theirs, int is_mano, double value);
#endif

/* One hand of truco argentino between two seats, without flor, as games/engine plays it.
   The points of a game are given when it is compiled, as TARGET. */
#ifndef HAND_H
#define HAND_H
#include <stdint.h>

#define SEATS 2
#define CARDS 3
#define NOBODY (-1)
#define PARDA 2

/* A card is played by its slot: the place it had in the hand when sorted from low to high. */
enum { SLOT0, SLOT1, SLOT2, ENVIDO, REAL, FALTA, TRUCO, QUIERO, NO, MAZO, ACTIONS };

/* What a seat has heard of the other's envido. */
enum { NOTHING, RIVAL_REFUSED, REFUSED, WON, LOST, LOST_TO_MUCH };
#define MUCH 29

typedef struct {
    int8_t strength[SEATS][CARDS]; /* 0 (a four) to 13 (the ace of swords), ascending */
    int8_t envido[SEATS];
    int8_t held[SEATS];          /* slots still in the hand, as bits */
    int8_t laid[SEATS][CARDS];   /* strength by trick, or NOBODY */
    int8_t won[CARDS];           /* by trick: a seat or PARDA */
    int8_t trick, leader, turn;
    int8_t score[SEATS];
    int8_t mano;
    int8_t level, raiser, caller; /* the accepted truco, who may raise it, whose call is open */
    int8_t envidos, reales, faltas, before, asker; /* the ladder; what stood before its last call */
    int8_t asked;                /* an envido awaits its answer */
    int8_t heard[SEATS];
    int8_t over;
} Hand;

void hand_deal(Hand *hand, const int8_t *cards, int score0, int score1, int mano);
int hand_actor(const Hand *hand);
int hand_legal(const Hand *hand); /* as bits */
void hand_act(Hand *hand, int action);
int hand_may_open(const Hand *hand, int seat);
int hand_ladder(const Hand *hand);
int hand_score(const Hand *hand, int seat);
int hand_is_over(const Hand *hand);
uint64_t situation(const Hand *hand); /* what the seat to act can tell apart, never 0 */
#endif

/* One hand of truco between two seats, as games/engine plays it: argentino, uruguayo, truc, gauderio,
   paulista, mineiro, venezolano, mallorqui.
   Flores are announced by themselves, and nobody challenges one; no card is covered.
   The house rules are given when it is compiled:
   TARGET   the points of a game
   MALAS    in the malas an accepted falta pays what its winner needs; else what the leader does
   BONUS    the mazo pays one more while an envido could still be opened
   ONE      a refused envido costs 1, whatever stood before
   REPEATS  an envido may be raised again and again, as far as points are left
   REAL_OPENS  an envido may be opened by a real
   VUELVO   every raise doubles
   FREE     an envido is raised by any number; here by 2, as an envido, or by 3, as a real
   STEPS    so many envidos, one upon another, then the falta; 0: another ladder
   LATE     an accepted envido is counted when the hand ends
   TOP      the highest truco: the vale cuatro, or a juego fuera above it
   PAIRS    after a tied first trick the last two cards are laid at once
   DECK     its cards: 40, 36 or 22
   MUESTRA  a card is turned, and some of its suit are piezas
   FLOR     flores are played
   EACH     the better of two flores is paid for both
   SILENT   there is no envido
   ORDER    of the cards: 0 Spanish, else a family's (below)
   ADDS     beside a pieza another one counts its last digit
   PRICES   of a hand at each level of the truco
   MAO_X    the hands of R-B: a mão de X, and a mão de ferro that is played blind
   WINLESS  three ties are won by nobody; else by the mano
   PASSES   after a tie the seat leads that made it; else who led
   HIGHEST  after a tied first trick the highest card is played
   And for what is told apart:
   END_APART  situations in which both seats need four points at most have a table of their own
   END_FINE   more is told apart in them */
#ifndef HAND_H
#define HAND_H
#include <stdint.h>

#define PAULISTA 1 /* the manilhas of a vira */
#define MINEIRO 2 /* fixed ones */
#define VENEZOLANO 3 /* two piezas of a vira */
#define MALLORQUI 4 /* two fixed ones */
#define SEATS 2
#define CARDS 3
#define NOBODY (-1)
#define NO_SEAT 2 /* whose turn it is to raise where nobody may */
#define PARDA 2

/* A card is played by its slot: the place it had in the hand when sorted from low to high. */
enum { SLOT0, SLOT1, SLOT2, ENVIDO, REAL, FALTA, TRUCO, QUIERO, NO, MAZO, ACTIONS };

/* What a seat has heard of the other's envido. */
enum { NOTHING, RIVAL_REFUSED, REFUSED, WON, LOST, LOST_TO_MUCH };
#define MUCH 29 /* as argentino counts: read_value */
#define LIKELY 28

typedef struct {
    int8_t strength[SEATS][CARDS]; /* 0 (a four) to 13 (the ace of swords), piezas above; ascending */
    int8_t envido[SEATS];
    int8_t flor[SEATS];          /* its value, or 0 */
    int8_t flores;               /* the seats that have announced one, as bits */
    int8_t held[SEATS];          /* slots still in the hand, as bits */
    int8_t laid[SEATS][CARDS];   /* strength by trick, or NOBODY */
    int8_t beneath[SEATS];       /* of two cards laid at once the lower one, or NOBODY if it is void */
    int8_t won[CARDS];           /* by trick: a seat or PARDA */
    int8_t trick, leader, turn;
    int8_t began[SEATS];         /* the score before the hand */
    int8_t score[SEATS];
    int8_t mano;
    int8_t level, raiser, caller; /* the accepted truco, who may raise it, whose call is open */
    int8_t envidos, reales, faltas, asker; /* the ladder */
    int8_t stake, before;        /* what it is worth without a falta; before its last call */
    int8_t asked, waits;         /* an envido awaits its answer; the end of the hand */
    int8_t heard[SEATS];
    int8_t decides;              /* the seat that says whether a mão de X is played, or NOBODY */
    int8_t over;
} Hand;

int strength_of(int card, int muestra); /* a muestra is a card, or NOBODY */
int envido_of(const int8_t *cards, int muestra);
int flor_of(const int8_t *cards, int muestra);
int read_value(int envido); /* the value in argentino that as many hands have */

/* Seven cards: three to either seat, and what is turned, if something is. */
void hand_deal(Hand *hand, const int8_t *cards, int score0, int score1, int mano);
int hand_actor(const Hand *hand);
int hand_legal(const Hand *hand); /* as bits */
void hand_act(Hand *hand, int action);
int hand_may_open(const Hand *hand, int seat);
int hand_is_paired(const Hand *hand); /* whether two cards are laid at once now */
int hand_ladder(const Hand *hand);
int hand_score(const Hand *hand, int seat);
int hand_price(int level); /* what a hand pays at this level; a juego fuera the whole game */
int hand_reach(int left); /* how many of the first four prices are too little for so many points */
int hand_is_over(const Hand *hand);
uint64_t situation(const Hand *hand); /* what the seat to act can tell apart, never 0 */
uint64_t exact_situation(const Hand *hand); /* the same with each of the own cards */
#endif

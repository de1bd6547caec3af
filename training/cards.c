/* What cards are worth: strength in a trick, envido and flor, beside a muestra where one is turned. */
#include "hand.h"

static const int8_t NUMBER[10] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12};
static const int8_t COMMON[13] = {0, 0, 8, 9, 0, 1, 2, 0, 0, 0, 4, 5, 6};
#if ORDER == VENEZOLANO
static const int8_t PIEZA[] = {11, 10}, TANTOS[] = {30, 29};
#elif ORDER == MALLORQUI
static const int8_t PIEZA[] = {18, 27}, TANTOS[] = {28, 27}; /* two cards: 11 of clubs, 10 of gold */
#else
static const int8_t PIEZA[] = {2, 4, 5, 11, 10}, TANTOS[] = {30, 29, 28, 27, 27};
#endif
enum { SWORDS, CLUBS, GOLD, CUPS };
enum { PLAIN = 14, PIEZAS = sizeof PIEZA };

static int pieza_of(int number)
{
    for (int place = 0; place < PIEZAS; place++)
        if (PIEZA[place] == number)
            return place;
    return NOBODY;
}

/* R-T2: the 12 takes the place of a muestra that is a pieza. */
static int acting(int card, int muestra)
{
    int number = NUMBER[card % 10];
    if (muestra == NOBODY || card / 10 != muestra / 10 || number != 12)
        return number;
    return pieza_of(NUMBER[muestra % 10]) == NOBODY ? number : NUMBER[muestra % 10];
}

/* Its place among the piezas, or NOBODY. */
static int pieza(int card, int muestra)
{
    if (ORDER == MALLORQUI)
        return pieza_of(card);
    if (muestra == NOBODY || card / 10 != muestra / 10)
        return NOBODY;
    return pieza_of(acting(card, muestra));
}

/* In Brazil 4 is the lowest, 3 the highest; manilhas go by suit: gold, swords, cups, clubs. */
static const int8_t ROUND[10] = {7, 8, 9, 0, 1, 2, 3, 4, 5, 6}; /* by card % 10 */
static const int8_t SUIT[4] = {1, 3, 0, 2};

static int brazilian(int card, int vira)
{
    int suit = card / 10, height = ROUND[card % 10];
    if (ORDER == PAULISTA) {
        int manilha = (ROUND[vira % 10] + 1) % 10;
        return height == manilha ? 10 + SUIT[suit] : height;
    }
    static const int8_t FIXED[4] = {0, 3, 6, 6}; /* by suit: the 1, the 4, the 7s */
    return card % 10 == FIXED[suit] ? 10 + SUIT[suit] : height;
}

int strength_of(int card, int muestra)
{
    if (ORDER == PAULISTA || ORDER == MINEIRO)
        return brazilian(card, muestra);
    int suit = card / 10, number = NUMBER[card % 10], place = pieza(card, muestra);
    if (place != NOBODY)
        return PLAIN + PIEZAS - 1 - place;
    if (number == 1)
        return suit == SWORDS ? 13 : suit == CLUBS ? 12 : 7;
    if (number == 7)
        return suit == SWORDS ? 11 : suit == GOLD ? 10 : 3;
    return COMMON[number];
}

static int counted(int card, int muestra)
{
    int number = acting(card, muestra);
    return number > 7 ? 0 : number;
}

static int alone(int card, int muestra)
{
    int place = pieza(card, muestra);
    return place == NOBODY ? counted(card, muestra) : TANTOS[place];
}

/* R-E15: what a card adds to a pieza. */
static int beside(int card, int muestra)
{
    int place = ADDS ? pieza(card, muestra) : NOBODY;
    return place == NOBODY ? counted(card, muestra) : TANTOS[place] % 10;
}

static int together(int one, int other, int muestra)
{
    int best = 0, suited = 20 + counted(one, muestra) + counted(other, muestra);
    if (one / 10 == other / 10)
        best = suited;
    if (pieza(one, muestra) != NOBODY && alone(one, muestra) + beside(other, muestra) > best)
        best = alone(one, muestra) + beside(other, muestra);
    if (pieza(other, muestra) != NOBODY && alone(other, muestra) + beside(one, muestra) > best)
        best = alone(other, muestra) + beside(one, muestra);
    return best;
}

int envido_of(const int8_t *cards, int muestra)
{
    int best = 0;
    for (int one = 0; one < CARDS; one++) {
        if (alone(cards[one], muestra) > best)
            best = alone(cards[one], muestra);
        for (int other = 0; other < one; other++)
            if (together(cards[one], cards[other], muestra) > best)
                best = together(cards[one], cards[other], muestra);
    }
    return best;
}

/* R-F1, R-F3: what three cards count as a flor; 0 if they are none. */
int flor_of(const int8_t *cards, int muestra)
{
    int suit = NOBODY, plain = 0, highest = 0, digits = 0;
    for (int slot = 0; slot < CARDS; slot++) {
        int worth = alone(cards[slot], muestra);
        if (pieza(cards[slot], muestra) != NOBODY) {
            digits += worth % 10;
            highest = worth > highest ? worth : highest;
            continue;
        }
        if (suit != NOBODY && suit != cards[slot] / 10)
            return 0;
        suit = cards[slot] / 10;
        plain += worth;
    }
    return highest ? highest + digits - highest % 10 + plain : 20 + plain;
}

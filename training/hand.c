/* The rules: every article as in games/engine, where its reasons are. */
#include <string.h>
#include "hand.h"

static void announce(Hand *hand);
static void play_blind(Hand *hand, const int8_t *cards, int muestra);
static const int8_t PRICE[] = {PRICES};
#define PRICED ((int)sizeof PRICE)

void hand_deal(Hand *hand, const int8_t *cards, int score0, int score1, int mano)
{
    int muestra = MUESTRA ? cards[SEATS * CARDS] : NOBODY;
    memset(hand, 0, sizeof *hand);
    memset(hand->laid, NOBODY, sizeof hand->laid);
    for (int seat = 0; seat < SEATS; seat++) {
        int8_t *sorted = hand->strength[seat];
        for (int slot = 0; slot < CARDS; slot++) {
            int place = slot, strength = strength_of(cards[seat * CARDS + slot], muestra);
            for (; place > 0 && sorted[place - 1] > strength; place--)
                sorted[place] = sorted[place - 1];
            sorted[place] = strength;
        }
        hand->envido[seat] = SILENT ? 0 : envido_of(cards + seat * CARDS, muestra);
        hand->flor[seat] = FLOR ? flor_of(cards + seat * CARDS, muestra) : 0;
        hand->held[seat] = 7;
    }
    hand->began[0] = hand->score[0] = score0;
    hand->began[1] = hand->score[1] = score1;
    hand->mano = hand->leader = hand->turn = mano;
    hand->level = 1;
    hand->raiser = hand->caller = hand->asker = hand->decides = NOBODY;
    announce(hand);
    if (MAO_X && score0 == TARGET - PRICE[0] && score1 == score0)
        play_blind(hand, cards, muestra);
    else if (MAO_X && (score0 == TARGET - PRICE[0] || score1 == TARGET - PRICE[0]))
        hand->decides = score1 == TARGET - PRICE[0];
}

int hand_price(int level)
{
    return level > PRICED ? TARGET : PRICE[level - 1];
}

int hand_reach(int left)
{
    int reach = 0;
    for (int level = 0; level < 4; level++)
        reach += PRICE[level] < left;
    return reach;
}

int hand_actor(const Hand *hand)
{
    if (hand->decides != NOBODY)
        return hand->decides;
    if (hand->asked)
        return 1 - hand->asker;
    return hand->caller != NOBODY ? 1 - hand->caller : hand->turn;
}

int hand_score(const Hand *hand, int seat)
{
    return hand->score[seat];
}

int hand_is_over(const Hand *hand)
{
    return hand->over;
}

int hand_ladder(const Hand *hand)
{
    static const int8_t RUNGS[8] = {0, 0, 1, 3, 2, 4, 4, 5};
    return RUNGS[hand->stake < 7 ? hand->stake : 7] + 6 * hand->faltas;
}

static int shortfall(const Hand *hand)
{
    return TARGET - (hand->score[0] > hand->score[1] ? hand->score[0] : hand->score[1]);
}

int hand_may_open(const Hand *hand, int seat)
{
    return !SILENT && hand->trick == 0 && hand->level == 1 && hand_ladder(hand) == 0 && !hand->flores
        && hand->laid[seat][0] == NOBODY;
}

/* R-T9: the cards that may be played. */
static int playable(const Hand *hand, int seat)
{
    int highest = NOBODY, cards = 0;
    if (!HIGHEST || hand->trick != 1 || hand->won[0] != PARDA)
        return hand->held[seat];
    for (int slot = CARDS - 1; slot >= 0; slot--)
        if (hand->held[seat] >> slot & 1 && hand->strength[seat][slot] >= highest) {
            highest = hand->strength[seat][slot];
            cards |= 1 << slot;
        }
    return cards;
}

int hand_legal(const Hand *hand)
{
    int seat = hand_actor(hand), legal = 1 << MAZO;
    const int every_envido = 1 << ENVIDO | REAL_OPENS << REAL | !STEPS << FALTA;
    const int answers = 1 << QUIERO | 1 << NO;
    if (hand->decides != NOBODY)
        return answers;
    if (hand->asked) {
        legal |= answers;
        if (STEPS && !hand->faltas)
            return legal | 1 << (hand->envidos < STEPS ? ENVIDO : FALTA);
        if (!hand->faltas)
            legal |= 1 << FALTA;
        if (hand->faltas || (REPEATS ? hand->stake >= shortfall(hand) : hand->reales))
            return legal;
        if (FREE)
            return legal | 1 << ENVIDO | (shortfall(hand) - hand->stake > 3) << REAL;
        legal |= REAL_OPENS << REAL;
        return legal | (!hand->reales && (REPEATS || hand->envidos < 2)) << ENVIDO;
    }
    if (hand_may_open(hand, seat))
        legal |= every_envido;
    if (hand->caller != NOBODY)
        return legal | answers | (hand->level < TOP - 1) << TRUCO;
    if (hand->level < TOP && (hand->raiser == NOBODY || hand->raiser == seat))
        legal |= 1 << TRUCO;
    return legal | playable(hand, seat);
}

static void pay(Hand *hand, int seat, int points)
{
    if (hand->score[0] >= TARGET || hand->score[1] >= TARGET)
        return;
    int score = hand->score[seat] + points;
    hand->score[seat] = score > TARGET ? TARGET : score;
    hand->over |= hand->score[seat] == TARGET;
}

static void pay_envido(Hand *hand)
{
    int mano = hand->mano, points = hand->stake, left = shortfall(hand);
    int winner = hand->envido[1 - mano] > hand->envido[mano] ? 1 - mano : mano;
    if (hand->faltas)
        points = MALAS && 2 * left > TARGET ? TARGET - hand->score[winner] : left;
    else if (REPEATS && points > left)
        points = left;
    hand->heard[winner] = WON;
    hand->heard[1 - winner] = read_value(hand->envido[winner]) >= MUCH ? LOST_TO_MUCH : LOST;
    pay(hand, winner, points);
}

static void finish(Hand *hand, int winner, int bonus)
{
    if (hand->waits)
        pay_envido(hand);
    pay(hand, winner, hand_price(hand->level) + bonus);
    hand->over = 1;
}

static void settle_envido(Hand *hand, int accepted)
{
    int asker = hand->asker, other = 1 - asker;
    hand->asked = 0;
    if (!accepted) {
        hand->heard[asker] = RIVAL_REFUSED;
        hand->heard[other] = REFUSED;
        pay(hand, asker, !ONE && hand->before > 0 ? hand->before : 1);
    } else if (LATE) {
        hand->waits = 1;
        for (int seat = 0; seat < SEATS; seat++)
            hand->heard[seat] = read_value(hand->envido[seat]) >= LIKELY ? WON : LOST;
    } else
        pay_envido(hand);
}

static void call_envido(Hand *hand, int seat, int action)
{
    hand->before = hand->stake;
    if (action == ENVIDO && VUELVO && hand->stake)
        hand->stake *= 2;
    else
        hand->stake += action == ENVIDO ? 2 : action == REAL ? 3 : 0;
    hand->envidos += action == ENVIDO;
    hand->reales += action == REAL;
    hand->faltas += action == FALTA;
    hand->asker = seat;
    hand->asked = 1;
}

/* R-T5: who has won the hand, or NOBODY. */
static int decided(const Hand *hand)
{
    int wins[SEATS] = {0, 0}, first = NOBODY, tied = 0;
    for (int trick = 0; trick < hand->trick; trick++) {
        int winner = hand->won[trick];
        if (winner == PARDA) {
            tied = 1;
            continue;
        }
        if (first == NOBODY)
            first = winner;
        if (++wins[winner] == 2)
            return winner;
    }
    if (first != NOBODY && tied)
        return first;
    return hand->trick == CARDS && !WINLESS ? hand->mano : NOBODY;
}

int hand_is_paired(const Hand *hand)
{
    return PAIRS && hand->trick == 1 && hand->won[0] == PARDA;
}

/* R-V1: the upper card decides, then the lower one, which is void unless it is lower. */
static void lay_pair(Hand *hand, int seat, int slot)
{
    int rival = 1 - seat, upper = hand->strength[seat][slot], lower = 0;
    while (lower == slot || !(hand->held[seat] >> lower & 1))
        lower++;
    lower = hand->strength[seat][lower];
    hand->held[seat] = 0;
    hand->laid[seat][1] = upper;
    hand->beneath[seat] = lower < upper ? lower : NOBODY;
    hand->turn = rival;
    if (hand->laid[rival][1] == NOBODY)
        return;
    int lead = upper - hand->laid[rival][1];
    if (lead == 0)
        lead = hand->beneath[seat] - hand->beneath[rival];
    finish(hand, lead == 0 ? hand->mano : lead > 0 ? seat : rival, 0);
}

static void lay(Hand *hand, int seat, int slot)
{
    int rival = 1 - seat, trick = hand->trick;
    int mine = hand->strength[seat][slot], theirs = hand->laid[rival][trick];
    hand->held[seat] &= ~(1 << slot);
    hand->laid[seat][trick] = mine;
    hand->turn = rival;
    if (theirs == NOBODY)
        return;
    int winner = mine == theirs ? PARDA : mine > theirs ? seat : rival;
    hand->won[trick] = winner;
    hand->trick++;
    if (winner != PARDA)
        hand->leader = winner;
    else if (PASSES)
        hand->leader = seat;
    hand->turn = hand->leader;
    if (decided(hand) != NOBODY)
        finish(hand, decided(hand), 0);
    hand->over |= hand->trick == CARDS;
}

/* R-B5: nobody sees their cards, so all are played as they were dealt. */
static void play_blind(Hand *hand, const int8_t *cards, int muestra)
{
    int8_t played[SEATS] = {0, 0};
    while (!hand->over) {
        int seat = hand->turn, slot = 0;
        int strength = strength_of(cards[seat * CARDS + played[seat]++], muestra);
        while (!(hand->held[seat] >> slot & 1) || hand->strength[seat][slot] != strength)
            slot++;
        lay(hand, seat, slot);
    }
}

/* R-B2: the hand is played at the second price, or the first is left to the rival. */
static void decide(Hand *hand, int plays)
{
    int rival = 1 - hand->decides;
    hand->decides = NOBODY;
    if (!plays) {
        finish(hand, rival, 0);
        return;
    }
    hand->level = 2;
    hand->raiser = NO_SEAT;
}

/* R-M3: the mazo pays one more while an envido could still be opened. */
static void fold(Hand *hand, int seat)
{
    int last = hand->caller == NOBODY ? hand->turn : 1 - hand->caller;
    int bonus = BONUS && hand_may_open(hand, last);
    if (hand->asked)
        settle_envido(hand, 0);
    finish(hand, 1 - seat, bonus);
}

static void answer_truco(Hand *hand, int seat, int accepted)
{
    if (!accepted) {
        finish(hand, hand->caller, 0);
        return;
    }
    hand->level++;
    hand->raiser = seat;
    hand->caller = NOBODY;
}

/* R-F2, R-F5: who holds a flor says so as soon as it is asked; two of them pay the better one, or R-F7 both to it. */
static void announce(Hand *hand)
{
    int mano = hand->mano, all = hand->flor[0] && hand->flor[1];
    for (int seat = 0; FLOR && seat < SEATS && !hand->flores && !hand->over; seat++) {
        int is_asked = hand->turn == seat || hand->asked || hand->caller != NOBODY;
        if (!hand->flor[seat] || hand->laid[seat][0] != NOBODY || !is_asked)
            continue;
        all = all && hand->laid[1 - seat][0] == NOBODY;
        hand->flores = all ? 3 : 1 << seat;
        hand->asked = hand->stake = hand->faltas = hand->envidos = hand->reales = 0;
        hand->heard[seat] = WON;
        hand->heard[1 - seat] = all ? WON : LOST_TO_MUCH;
        int best = hand->flor[1 - mano] > hand->flor[mano] ? 1 - mano : mano;
        pay(hand, all ? best : seat, all && EACH ? 6 : 3);
    }
}

void hand_act(Hand *hand, int action)
{
    int seat = hand_actor(hand);
    if (hand->decides != NOBODY)
        decide(hand, action == QUIERO);
    else if (action <= SLOT2 && hand_is_paired(hand))
        lay_pair(hand, seat, action);
    else if (action <= SLOT2)
        lay(hand, seat, action);
    else if (action <= FALTA)
        call_envido(hand, seat, action);
    else if (action == TRUCO) {
        hand->level += hand->caller != NOBODY;
        hand->caller = seat;
    } else if (action == MAZO)
        fold(hand, seat);
    else if (hand->asked)
        settle_envido(hand, action == QUIERO);
    else
        answer_truco(hand, seat, action == QUIERO);
    announce(hand);
}

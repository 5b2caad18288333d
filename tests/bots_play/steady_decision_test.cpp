#include <gtest/gtest.h>

#include <vector>

#include "bots/steady/decisions.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/play_choice.h"
#include "bots/steady/push_system.h"
#include "bots/steady/steady_bot.h"
#include "engine/notation.h"
#include "tests/bots_play/seat_view_of.h"

namespace tichu::steady {
namespace {

using test::cards;

void lay(SeatView& view, const std::string& table, Side owner) {
  view.table = *parse_combination(table);
  view.unseen -= view.table.cards;
  view.owner = owner;
}

/// The chosen play as text.
std::string choice(const SeatView& view) {
  static const Weights weights;
  PlayList plays;
  canonical_plays({view.hand, view.table, view.wish, false, view.bomb_ignores_wish}, plays);
  const Play play = choose_play(Situation(view, weights), plays);
  return play ? to_text(*play) : "pass";
}

TEST(SteadyPlay, LeavesThePartnersAceAlone) {
  SeatView view = view_of("3j 5s 8t 9t Drg");
  lay(view, "As", Side::Partner);
  EXPECT_EQ(choice(view), "pass");
}

TEST(SteadyPlay, LeadsTheWinnersBeforeItsOneLoser) {
  SeatView view = view_of("Drg As 4j", 4);
  view.unseen = cards("2j 3j 5j 6j 7j 8j 9j Tj Jj Qj Kj 3s");
  EXPECT_NE(choice(view), "4j");
}

TEST(SteadyPlay, LeadsNoLowSingleToAnOpponentWithOneCard) {
  SeatView view = view_of("3j 6s 6t 9j");
  view.hand_size[Side::Right] = 1;
  EXPECT_EQ(choice(view), "6s 6t");
}

TEST(SteadyPlay, GoesOutWhenItCan) {
  SeatView view = view_of("6s 6t");
  lay(view, "5j 5s", Side::Partner);
  EXPECT_EQ(choice(view), "6s 6t");
}

TEST(SteadyPlay, WaitsForAPartnerWhoHasCalledTichu) {
  SeatView view = view_of("6s");
  lay(view, "5j", Side::Partner);
  view.calls[Side::Partner] = Call::Tichu;
  EXPECT_EQ(choice(view), "pass");
}

TEST(SteadyPlay, LeadsTheDogToAPartnerWhoHasCalledTichu) {
  SeatView view = view_of("Dog 4j 6s 9t Jj Ks As");
  view.calls[Side::Partner] = Call::Tichu;
  EXPECT_EQ(choice(view), "Dog");
}

TEST(SteadyPlay, BeatsAnOpponentWhoHasCalledTichuAndIsNearlyOut) {
  SeatView view = view_of("3j 4s 8t 9t Tj As");
  lay(view, "Qs", Side::Left);
  view.calls[Side::Left] = Call::GrandTichu;
  view.hand_size[Side::Left] = 2;
  EXPECT_EQ(choice(view), "As");
}

TEST(SteadyPush, KeepsToOddRanksRightAndEvenRanksLeft) {
  const Weights weights;
  const PushedCards push = choose_push(Situation(view_of("2j 3s 4t 5p 7j 8s Tt Jp Qj Qs Kt Kp Aj As"), weights));
  EXPECT_EQ(number(push.to(Side::Right).rank()) % 2, 1);
  EXPECT_EQ(number(push.to(Side::Left).rank()) % 2, 0);
  EXPECT_GT(push.to(Side::Partner).rank(), push.to(Side::Right).rank());
  EXPECT_GT(push.to(Side::Partner).rank(), push.to(Side::Left).rank());
}

TEST(SteadyPush, HasNeighboursThatGiveOneReceiverAnotherCard) {
  const Weights weights;
  const Situation situation(view_of("2j 3s 4t 5p 7j 8s Tt Jp Qj Qs Kt Kp Aj As"), weights);
  const PushedCards push = choose_push(situation);
  const std::vector<PushedCards> near = neighbours(situation, push, 3);
  ASSERT_EQ(near.size(), 2u + 3 * 3);
  EXPECT_EQ(near[0], push);
  EXPECT_EQ(near[1].to(Side::Right), push.to(Side::Left));
  EXPECT_EQ(near[1].to(Side::Left), push.to(Side::Right));
  for (std::size_t i = 0; i < near.size(); ++i) {
    const CardSet given = CardSet(near[i].cards[0]) | CardSet(near[i].cards[1]) | CardSet(near[i].cards[2]);
    EXPECT_EQ(given.size(), 3);
    EXPECT_TRUE(situation.view().hand.contains_all(given));
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(near[i], near[j]);
    int others = 0;
    for (const Side to : OtherSides) others += near[i].to(to) == push.to(to) ? 0 : 1;
    EXPECT_EQ(others, i == 0 ? 0 : i == 1 ? 2 : 1);
  }
  EXPECT_EQ(neighbours(situation, push, 100).size(), 2u + 3 * 11);
}

TEST(SteadyWish, WantsTheRankThatItPushedToTheRight) {
  SeatView view = view_of("Mah 3j 4s 9t");
  view.given_to_right = *parse_card("7s");
  EXPECT_EQ(choose_wish(view, *parse_combination("Mah")), Rank::Seven);
}

TEST(SteadyWish, WantsTheHighestMissingRankWhenThatCardIsGone) {
  SeatView view = view_of("Mah 3j 4s As");
  view.given_to_right = *parse_card("7s");
  view.unseen.erase(*parse_card("7s"));
  EXPECT_EQ(choose_wish(view, *parse_combination("Mah")), Rank::King);
}

TEST(SteadyDragon, GoesToTheOpponentWithMoreCards) {
  SeatView view = view_of("3j");
  view.hand_size[Side::Right] = 5;
  view.hand_size[Side::Left] = 6;
  EXPECT_EQ(choose_dragon_receiver(view), Side::Left);
}

TEST(SteadyCalls, CallsGrandTichuOnDragonPhoenixAndAnAce) {
  const Weights weights;
  const SeatView view = view_of("3j 5s 8t Jp Ks As Drg Phx");
  EXPECT_TRUE(calls_grand_tichu(view, view.hand, weights));
  const SeatView weak = view_of("3j 5s 8t Jp Ks Qs Drg 2t");
  EXPECT_FALSE(calls_grand_tichu(weak, weak.hand, weights));
}

TEST(SteadyCalls, SaysHowLikelyItTakesItselfToBeOutFirst) {
  Observation seen;
  seen.first_eight = seen.hand = cards("3j 5s 8t Jp Ks As Drg Phx");
  BotSetup setup;
  for (const bool kept : {true, false}) {
    setup.remarks = kept;
    SteadyBot bot(setup);
    ASSERT_TRUE(bot.call_grand_tichu(seen));
    const auto said = bot.take_remark();
    EXPECT_EQ(said.has_value(), kept);
    EXPECT_EQ(kept, said && said->note.ends_with(" % of rounds with such a hand"));
  }
}

TEST(SteadyCalls, CallsTichuOnAHandOfWinnersOnly) {
  const Weights weights;
  SeatView strong = view_of("Aj As Ap Kj Ks Kp Drg Phx Tj Jj Qj 9j 8s 7s");
  EXPECT_TRUE(calls_tichu(Situation(strong, weights)));
  strong.calls[Side::Partner] = Call::Tichu;
  EXPECT_FALSE(calls_tichu(Situation(strong, weights)));
  EXPECT_FALSE(calls_tichu(Situation(view_of("2j 2s 4p 5t 6j 8s 9p Tj Jt Qs Ks 3j 3s Dog"), weights)));
}

}  // namespace
}  // namespace tichu::steady

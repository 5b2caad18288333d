#include "sdk/plugin_abi.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "engine/deal.h"
#include "engine/event.h"
#include "engine/observer.h"
#include "sdk/abi_mirror.h"

extern "C" unsigned tichu_test_sizes_in_c(unsigned* sizes);

namespace tichu {
namespace {

TEST(PluginAbi, AStructHasTheSameSizeInCAndCpp) {
  std::array<unsigned, 7> sizes{};
  ASSERT_EQ(tichu_test_sizes_in_c(sizes.data()), sizes.size());
  const std::array<unsigned, 7> ours{sizeof(Combination),    sizeof(SeenEvent),   sizeof(Rules),
                                     sizeof(Observation),    sizeof(tichu_setup), sizeof(tichu_answer),
                                     sizeof(tichu_bot_table)};
  EXPECT_EQ(sizes, ours);
}

TEST(PluginAbi, AnObservationReadsTheSameThroughTheCStruct) {
  Rules rules;
  rules.target = Points(500);
  rules.tie = TieRule::Draw;
  Observer observer(Seat(1), rules, Points(120), Points(-40));
  const Deal dealt = deal(5, 6);
  Event event;
  event.kind = EventKind::Dealt;
  event.seat = Seat(1);
  event.combination.cards = dealt.first_eight(Seat(1));
  observer.see(event);
  event = {};
  event.kind = EventKind::GrandTichu;
  event.seat = Seat(2);
  observer.see(event);

  const tichu_observation& seen = *to_c(&observer.observation());
  EXPECT_EQ(seen.hand, dealt.first_eight(Seat(1)).bits());
  EXPECT_EQ(seen.hand_size[2], 8);
  EXPECT_EQ(seen.calls[1], 2);
  EXPECT_EQ(seen.given[0], 255);
  EXPECT_EQ(seen.rules.target, 500);
  EXPECT_EQ(seen.rules.draw_on_tie, 1);
  EXPECT_EQ(seen.own_score, 120);
  EXPECT_EQ(seen.their_score, -40);
  ASSERT_EQ(seen.event_count, 2u);
  EXPECT_EQ(seen.events[0].kind, TICHU_EVENT_DEALT);
  EXPECT_EQ(seen.events[1].kind, TICHU_EVENT_GRAND_TICHU);
  EXPECT_EQ(seen.events[1].who, 1);
}

TEST(PluginAbi, ARemarkMayLackEverything) {
  EXPECT_TRUE(from_c(tichu_remark{}).empty());
  tichu_remark remark{};
  remark.probability_count = 3;  // of nothing
  EXPECT_TRUE(from_c(remark).empty());
  const tichu_move_probability choice{nullptr, 0.5};
  remark.probabilities = &choice;
  remark.probability_count = 1;
  EXPECT_EQ(from_c(remark).probabilities, (std::vector<MoveProbability>{{"", 0.5}}));
}

TEST(PluginAbi, OfARemarkNoMoreIsReadThanTellsThatItIsTooLong) {
  const std::string longest(10'000, 'x');
  const std::vector<tichu_move_probability> choices(Remark::MostMoves + 1, {longest.c_str(), 2});
  tichu_remark remark{};
  remark.note = longest.c_str();
  remark.value = 5;  // without has_value
  remark.probabilities = choices.data();
  remark.probability_count = 4'000'000'000;
  const Remark read = from_c(remark);
  EXPECT_EQ(read.note.size(), Remark::LongestNote + 1);
  EXPECT_FALSE(read.value);
  ASSERT_EQ(read.probabilities.size(), Remark::MostMoves + 1);
  EXPECT_EQ(read.probabilities.back().move.size(), Remark::LongestMove + 1);
}

TEST(PluginAbi, RulesSurviveTheWayThroughC) {
  for (const Preset& preset : presets()) EXPECT_EQ(from_c(to_c(preset.rules)), preset.rules) << preset.name;
  Rules odd;
  odd.partners_may_both_call_grand = false;
  odd.bomb_ignores_wish = true;
  odd.target = Points(-3);
  EXPECT_EQ(from_c(to_c(odd)), odd);
}

}  // namespace
}  // namespace tichu

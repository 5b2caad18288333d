#include "arena/hosting/check/sparring_player.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "arena/hosting/match/table.h"
#include "engine/deal.h"
#include "engine/rules.h"

namespace tichu::arena {
namespace {

TEST(SparringPlayer, PlaysLegallyByEveryPresetAndBringsAboutWhatIsRare) {
  std::map<ActionKind, int> actions;
  int wishes = 0;
  int bombs_out_of_turn = 0;
  for (std::uint64_t number = 0; number < 200; ++number) {
    std::array<SparringPlayer, 4> four{SparringPlayer(4 * number), SparringPlayer(4 * number + 1),
                                       SparringPlayer(4 * number + 2), SparringPlayer(4 * number + 3)};
    PerSeat<Player*> players;
    for (std::size_t i = 0; i < four.size(); ++i) players.values[i] = &four[i];
    const Deal cards = deal(5, number);
    const Rules& rules = presets()[number % presets().size()].rules;
    const RoundOutcome round = play_round({cards, number, rules, {}, players, std::chrono::milliseconds(1000)});
    ASSERT_FALSE(round.record.failure) << number << ": " << round.record.failure->text;
    for (const RecordedAction& recorded : round.record.actions) {
      ++actions[recorded.action.kind];
      wishes += recorded.action.kind == ActionKind::Play && recorded.action.wish != Rank::None ? 1 : 0;
      bombs_out_of_turn += recorded.out_of_turn ? 1 : 0;
    }
  }
  EXPECT_GT(actions[ActionKind::CallGrandTichu], 30);
  EXPECT_GT(actions[ActionKind::CallTichu], 30);
  EXPECT_GT(actions[ActionKind::GiveDragon], 30);
  EXPECT_GT(wishes, 150);
  EXPECT_GT(bombs_out_of_turn, 5);
}

}  // namespace
}  // namespace tichu::arena

#include "arena/tournament/play/board_controls.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "tests/arena/bundled_bot.h"

namespace tichu::arena {
namespace {

using tests::bundled_bot;

TournamentConfig single_deals() {
  TournamentConfig config;
  config.seed = 9;
  config.seatings = Seatings::Single;
  return config;
}

/// Boards 0 to `count` - 1, twice.
std::vector<RatedBoard> boards_of(std::uint64_t count) {
  std::vector<RatedBoard> boards(2 * count);
  for (std::uint64_t i = 0; i < 2 * count; ++i) {
    boards[i].board = BoardNumber(i % count);
    boards[i].entrants = {EntrantId{0}, EntrantId{1}};
  }
  return boards;
}

TEST(BoardControls, HaveMeanZeroOverManyDeals) {
  const BoardControls controls = board_controls(single_deals(), boards_of(2000), bundled_bot("greedy"));
  ASSERT_EQ(controls.count, 7u);
  ASSERT_EQ(controls.values.size(), 4000 * controls.count);
  for (std::size_t control = 0; control < controls.count; ++control) {
    double sum = 0;
    double squares = 0;
    for (std::size_t board = 0; board < 2000; ++board) {
      const double value = controls.values[board * controls.count + control];
      sum += value;
      squares += value * value;
    }
    EXPECT_GT(squares, 0) << control;
    EXPECT_LT(std::abs(sum), 3.5 * std::sqrt(squares)) << control;
  }
}

TEST(BoardControls, AreThoseOfTheCardsWhoeverPlaysThemAndOnAnyNumberOfThreads) {
  TournamentConfig config = single_deals();
  config.concurrency = 1;
  const BoardControls one = board_controls(config, boards_of(50), bundled_bot("greedy"));
  config.concurrency = 8;
  const BoardControls eight = board_controls(config, boards_of(50), bundled_bot("greedy"));
  EXPECT_EQ(one.values, eight.values);
  const auto middle = one.values.begin() + static_cast<std::ptrdiff_t>(one.values.size() / 2);
  EXPECT_TRUE(std::equal(one.values.begin(), middle, middle));
}

TEST(BoardControls, AreForSingleDealsAlone) {
  TournamentConfig config = single_deals();
  EXPECT_TRUE(check_control_variates(config));
  config.format = BoardFormat::Games;
  EXPECT_FALSE(check_control_variates(config));
  config.format = BoardFormat::Deals;
  for (const Seatings seatings : {Seatings::Swap, Seatings::Rotate}) {
    config.seatings = seatings;
    EXPECT_FALSE(check_control_variates(config));
  }
}

/// What team A scores more if one bot plays all hands of these cards.
double margin_alone(const Deal& cards, PlayerPool& pool) {
  const auto given = std::make_shared<GivenCards>();
  given->deals = {cards};
  given->bot_seeds.resize(1);
  BoardSpec spec;
  spec.tables = 1;
  spec.given = given;
  const BoardOutcome outcome = play_board(spec, pool);
  const RoundOutcome& round = outcome.tables.front().rounds.front();
  EXPECT_FALSE(round.record.failure);
  return (round.score[Team::A] - round.score[Team::B]).value();
}

TEST(BoardControls, TurnRoundIfEveryHandGoesOneSeatOn) {
  for (const char* name : {"lowest", "greedy", "steady"}) {
    TimeLimits patient;
    patient.decision = patient.round = std::chrono::hours(1);
    PlayerPool pool({bundled_bot(name)}, patient);
    double moved = 0;
    for (std::uint64_t index = 0; index < 50; ++index) {
      const Deal cards = deal(9, index);
      Deal turned;
      for (const Seat seat : AllSeats) turned.cards[seat.at(Side::Right)] = cards.cards[seat];
      const double margin = margin_alone(cards, pool);
      EXPECT_EQ(margin_alone(turned, pool), -margin) << name << " " << index;
      moved += std::abs(margin);
    }
    EXPECT_GT(moved, 0);
  }
}

TournamentConfig with_bots(const std::vector<BotSpec>& bots) {
  TournamentConfig config = single_deals();
  config.bots = bots;
  config.limits.decision = config.limits.round = std::chrono::hours(1);
  return config;
}

TEST(OwnControls, AreTheRoundsOfBothEntrantsWhicheverIsNamedFirst) {
  const TournamentConfig config = with_bots({bundled_bot("greedy"), bundled_bot("lowest")});
  std::vector<RatedBoard> boards = boards_of(30);
  for (std::size_t i = 30; i < 60; ++i) boards[i].entrants = {EntrantId{1}, EntrantId{0}};
  const BoardControls own = own_controls(config, boards, entrants_of(config), nullptr);
  const BoardControls first = board_controls(config, boards, config.bots[0]);
  const BoardControls second = board_controls(config, boards, config.bots[1]);
  ASSERT_EQ(own.count, first.count + 1);
  ASSERT_EQ(own.values.size(), 60 * own.count);
  for (std::size_t board = 0; board < 60; ++board) {
    for (std::size_t i = 0; i < first.count; ++i) {
      EXPECT_EQ(own.values[board * own.count + i], first.values[board * first.count + i]);
    }
    EXPECT_EQ(own.values[board * own.count + first.count], second.values[(board + 1) * second.count - 1]);
  }
}

/// How many times as many boards the luck of the cards costs a bot that plays against itself under another name.
double gain_against_itself(const std::string& name, bool own) {
  constexpr std::uint64_t Boards = 200;
  const TournamentConfig config = with_bots({bundled_bot(name), bundled_bot(name, BotKind::Plugin, "again")});
  TimeLimits limits = config.limits;
  PlayerPool pool(config.bots, limits);
  std::vector<RatedBoard> boards = boards_of(Boards);
  boards.resize(Boards);
  for (RatedBoard& board : boards) board.result.margin = margin_alone(deal(config.seed, board.board.value()), pool);
  const BoardControls controls = own ? own_controls(config, boards, entrants_of(config), nullptr)
                                     : board_controls(config, boards, bundled_bot("greedy"));
  return control_gains(boards, controls).front().factor.value_or(0);
}

TEST(OwnControls, KnowTheLuckOfBotsThatPlayAlikeWhereAReferenceDoesNot) {
  EXPECT_GT(gain_against_itself("lowest", true), 20);
  EXPECT_LT(gain_against_itself("lowest", false), 2);
}

TEST(OwnControls, CountARoundThatAFaultEndsAsNone) {
  BotSpec broken = bundled_bot("greedy");
  broken.kind = BotKind::Program;
  broken.path = "/bin/false";
  const TournamentConfig config = with_bots({broken, bundled_bot("lowest")});
  const BoardControls own = own_controls(config, boards_of(2), entrants_of(config), nullptr);
  EXPECT_EQ(own.values[own.count - 2], 0);
  EXPECT_NE(own.values[own.count - 1], 0);
}

TEST(BoardControls, SayThatTheReferenceCannotPlay) {
  BotSpec broken = bundled_bot("greedy");
  broken.kind = BotKind::Program;
  broken.path = "/bin/false";
  EXPECT_THROW(board_controls(single_deals(), boards_of(1), broken), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena

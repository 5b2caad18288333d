#include "arena/workers/leader/open_units.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/random.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using std::chrono::duration;
using std::chrono::seconds;
using Time = std::chrono::steady_clock::time_point;

/// A message of no broker, which notes in a place that outlives it that it was acknowledged.
class Message : public PulledMessage::Origin {
 public:
  Message(std::uint64_t sequence, int& acknowledged) : sequence_(sequence), acknowledged_(acknowledged) {}
  std::string_view bytes() const override { return {}; }
  std::string subject() const override { return {}; }
  std::uint64_t deliveries() const override { return 1; }
  std::uint64_t sequence() const override { return sequence_; }
  void acknowledge() override { ++acknowledged_; }
  void in_progress() override {}
  void give_back(std::chrono::milliseconds) override {}

 private:
  std::uint64_t sequence_;
  int& acknowledged_;
};

/// A leader with one unit, which gets pieces of its results.
struct Leader {
  TemporaryFolder folder;
  UnitBook book{folder.path()};
  OpenUnits units{book};
  UnitNumber unit = units.add({book.add({JobNumber(0)}, {{}}), {WaitingJob{}}, std::nullopt, true, {}});
  Time now{};
  std::uint64_t sequence = 0;  ///< of the last message
  int acknowledged = 0;

  OpenUnit& open() { return *units.find(unit); }
  /// That was in the stream already if it has the number of an earlier one.
  std::optional<WholeResult> take(const ResultPart& part, std::optional<std::uint64_t> again = std::nullopt) {
    const std::uint64_t number = again ? *again : ++sequence;
    return units.take_piece(part, PulledMessage(std::make_unique<Message>(number, acknowledged)), now);
  }
  /// The first of two pieces of a result that never comes whole.
  ResultPart half(const std::string& worker, std::uint64_t which) {
    std::string digest(16, '.');
    for (std::size_t i = 0; i < 8; ++i) digest[i] = static_cast<char>(which >> (8 * i));
    return {open().booked.id, worker, 0, 2, digest, "x"};
  }
  /// A result in several pieces.
  std::vector<ResultPart> whole(const std::string& worker) {
    UnitResult result;
    result.id = open().booked.id;
    result.worker = worker;
    result.build = "tichu-arena 1";
    Random random(1);
    std::string noise(std::size_t{1} << 20, ' ');  // which nothing compresses
    for (char& byte : noise) byte = static_cast<char>(random.next());
    PlayedRound round;
    round.faults.push_back({Seat(0), {FaultKind::Crash, "x", noise}, Question::Turn, {"", ""}, 0});
    result.jobs = {{JobNumber(0), {{round}}, {}}};
    std::vector<ResultPart> parts;
    for (const std::string& bytes : result_parts(result)) parts.push_back(*decode_part(bytes, worker));
    return parts;
  }
};

TEST(OpenUnits, HoldNoMorePiecesOfAWorkerThanABoundHoweverSmallTheyAre) {
  Leader leader;
  const int plays = 5000;
  for (int i = 0; i < plays; ++i) EXPECT_FALSE(leader.take(leader.half("evil", static_cast<std::uint64_t>(i))));
  EXPECT_EQ(leader.acknowledged, plays - static_cast<int>(MostPiecesArriving));
  leader.units.take_out(leader.unit);
  EXPECT_EQ(leader.acknowledged, plays);
}

TEST(OpenUnits, LoseAWorkersOldestPiecesFirstAndNoneOfOthers) {
  Leader leader;
  const std::vector<ResultPart> honest = leader.whole("attic");
  ASSERT_GT(honest.size(), 1u);
  for (std::size_t i = 0; i + 1 < honest.size(); ++i) EXPECT_FALSE(leader.take(honest[i]));
  const ResultPart oldest = leader.half("evil", 1'000'000);
  leader.take(oldest);
  for (std::size_t i = 0; i < MostPiecesArriving; ++i) leader.take(leader.half("evil", i));
  EXPECT_EQ(leader.acknowledged, 1);
  ResultPart youngest = leader.half("evil", MostPiecesArriving - 1);
  youngest.part = 1;
  const std::optional<WholeResult> evil = leader.take(youngest);
  ASSERT_TRUE(evil) << "it is still there, and whole, if not true";
  EXPECT_FALSE(evil->bytes);
  EXPECT_EQ(evil->messages.size(), 2u);
  const std::optional<WholeResult> result = leader.take(honest.back());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->bytes) << result->bytes.error().text();
  EXPECT_EQ(result->messages.size(), honest.size());
}

TEST(OpenUnits, AcknowledgeAPieceThatWasPutTwiceAndNotOneThatIsSentTwice) {
  Leader leader;
  const ResultPart piece = leader.half("attic", 1);
  leader.take(piece);
  for (int i = 0; i < 100; ++i) leader.take(piece, leader.sequence);
  EXPECT_EQ(leader.acknowledged, 0) << "it would be lost with the leader";
  for (int i = 0; i < 100; ++i) leader.take(piece);
  EXPECT_EQ(leader.acknowledged, 100);
}

TEST(OpenUnits, HoldOfAResultThatTheyGaveAwayNoMoreThanItsOwnMessages) {
  int acknowledged = 0;
  const auto message = [&](std::uint64_t sequence) {
    return PulledMessage(std::make_unique<Message>(sequence, acknowledged));
  };
  std::vector<PulledMessage> held;
  held.push_back(message(3));
  held.push_back(message(5));
  PulledMessage again = message(5);
  EXPECT_TRUE(take_again(held, again));
  PulledMessage other = message(6);
  EXPECT_FALSE(take_again(held, other));
  EXPECT_EQ(held.size(), 2u);
  EXPECT_EQ(other.sequence(), 6u);
  EXPECT_EQ(acknowledged, 0);
}

TEST(OpenUnits, AreKeptNoLongerForHavingBeenLost) {
  Leader leader;
  const duration<double> first = longest_kept(leader.open(), 0.1);
  EXPECT_EQ(first, seconds(66));
  for (int i = 0; i < 8; ++i) leader.units.give_out_again(leader.open());
  EXPECT_EQ(leader.open().booked.id.attempt, 9u);
  EXPECT_EQ(longest_kept(leader.open(), 0.1), first);
}

TEST(OpenUnits, AreKeptTwiceAsLongWhenTheyWereKeptTooLongAndSixteenTimesAtMost) {
  Leader leader;
  const duration<double> first = longest_kept(leader.open(), 0.1);
  for (const int times : {2, 4, 8, 16, 16, 16}) {
    leader.units.give_out_kept(leader.open());
    EXPECT_FALSE(leader.open().published);
    EXPECT_EQ(longest_kept(leader.open(), 0.1), times * first);
  }
  EXPECT_GT(longest_kept(leader.open(), 0), seconds(600)) << "as long as nothing is measured";
}

TEST(OpenUnits, AreNotComingByPiecesThatStayAlone) {
  Leader leader;
  EXPECT_TRUE(is_coming(leader.open(), {"evil"}, leader.now)) << "who knows how many pieces the broker has";
  leader.take(leader.half("evil", 1));
  EXPECT_TRUE(is_coming(leader.open(), {"evil"}, leader.now + seconds(10)));
  for (int i = 0; i < 10; ++i) {
    leader.now += seconds(5);
    leader.take(leader.half("evil", 2 + static_cast<std::uint64_t>(i)));
  }
  EXPECT_FALSE(is_coming(leader.open(), {"evil"}, leader.now)) << "however many others follow";
  EXPECT_TRUE(is_coming(leader.open(), {"attic", "evil"}, leader.now)) << "the attic's may";
  EXPECT_FALSE(is_coming(leader.open(), {}, leader.now));
}

TEST(OpenUnits, AreComingByAWorkersNextResultAfterAWholeOne) {
  Leader leader;
  for (const ResultPart& part : leader.whole("attic")) leader.take(part);
  EXPECT_TRUE(is_coming(leader.open(), {"attic"}, leader.now + seconds(100)));
}

TEST(OpenUnits, AreAsManyAsCoresNeedUpToABound) {
  EXPECT_EQ(units_wanted(0), 3u);
  EXPECT_EQ(units_wanted(4), 9u);
  EXPECT_EQ(units_wanted(1'000'000), MostUnitsGivenOut);
}

}  // namespace
}  // namespace tichu::arena

#include "arena/tournament/store/packed_rounds.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/remark_log.h"
#include "arena/tournament/store/compressed.h"
#include "engine/random.h"
#include "tests/arena/tournament/store/stored_tournament.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t Seed = 17;

StoredRound again(const StoredRound& round) {
  const auto rounds = unpack_rounds(pack_rounds({round}, Seed), Seed);
  EXPECT_EQ(rounds.size(), 1u);
  return rounds.at(0);
}

TEST(PackedRounds, AreTheSameRoundsAgain) {
  for (std::uint64_t index = 0; index < 1000; ++index) {
    StoredRound round = random_round(Seed, index);
    round.seating = SeatingNumber(index % 4);
    round.number = RoundNumber(index);
    const StoredRound read = again(round);
    ASSERT_EQ(read.record.actions, round.record.actions) << index;
    EXPECT_EQ(read.record.deal, round.record.deal);
    EXPECT_EQ(read.record.result, round.record.result);
    EXPECT_EQ(read.score, round.score);
    EXPECT_EQ(read.seating, round.seating);
    EXPECT_EQ(read.number, round.number);
    EXPECT_EQ(read.record.deal_index, index);
    EXPECT_FALSE(read.record.failure);
  }
}

TEST(PackedRounds, KeepUnknownWhichDealItWas) {
  StoredRound round = random_round(Seed, 0);
  EXPECT_EQ(again(round).record.deal_index, 0u);
  round.record.deal_index.reset();
  EXPECT_EQ(again(round).record.deal_index, std::nullopt);
  EXPECT_EQ(again(round).record.deal, round.record.deal);
}

TEST(PackedRounds, AreRefusedWhereTheyAreMoreThanCanBeReadAgain) {
  StoredRound round = random_round(Seed, 0);
  round.record.failure = RecordFailure{Seat(1), "crash", std::string(10'000, 'x')};
  EXPECT_EQ(unpack_rounds(pack_rounds({round}, Seed, 20'000), Seed).at(0).record.failure, round.record.failure);
  EXPECT_THROW(pack_rounds({round, round}, Seed, 20'000), std::length_error) << "however short it is when compressed";
}

TEST(PackedRounds, TakeFewBytes) { EXPECT_LT(pack_rounds({random_round(Seed, 1)}, Seed).size(), 350u); }

TEST(PackedRounds, KeepDealsThatAreNotTheTournaments) {
  StoredRound round = random_round(Seed, 5);
  round.record.deal_index = 6;
  EXPECT_EQ(again(round).record.deal, round.record.deal);
}

TEST(PackedRounds, KeepFailuresAndRemarksWhateverTheirText) {
  StoredRound round = random_round(Seed, 2);
  round.record.actions.resize(20);
  round.record.result = RecordedResult{std::vector<Seat>{}, std::nullopt, std::nullopt};
  round.record.failure = RecordFailure{Seat(3), "crash", "<b>'; DROP TABLE job; --\x01"};
  Remark remark{std::string("\0\x1b[2J=1+1", 9), -7.25, {{"pass", 0.5}, {"7j", 0}}};
  round.record.remarks = {{Seat(2), Question::Bomb, 20, remark},
                          {Seat(0), Question::GrandTichu, 0, {"", std::nullopt, {}}}};
  const StoredRound read = again(round);
  EXPECT_EQ(read.record.remarks, round.record.remarks);
  EXPECT_EQ(read.record.failure, round.record.failure);
  EXPECT_EQ(read.record.result, round.record.result);
  round.record.failure = RecordFailure{std::nullopt, "broken_off", "no UTF-8: \xff"};
  EXPECT_EQ(again(round).record.failure, (RecordFailure{std::nullopt, "broken_off", "no UTF-8: \xef\xbf\xbd"}));
}

TEST(PackedRounds, AreCompressedWhereTheyAreLong) {
  StoredRound round = random_round(Seed, 3);
  round.record.remarks.assign(100, {Seat(1), Question::Turn, 3, {std::string(1000, 'n'), 1, {}}});
  EXPECT_LT(pack_rounds({round}, Seed).size(), 2000u);
  EXPECT_EQ(again(round).record.remarks, round.record.remarks);
}

TEST(PackedRounds, TakeNoMoreForARemarkThanIsCountedOfIt) {
  const StoredRound round = random_round(Seed, 6);
  const std::size_t without = pack_rounds({round}, Seed).size();
  for (const Remark& remark :
       {Remark{"n", {}, {}}, Remark{"", -1e6, {}}, Remark{std::string(Remark::LongestNote, 'n'), 1, {}},
        Remark{"", {}, {{"", 0.5}}}, Remark{"", {}, {Remark::MostMoves, {"", 0.5}}},
        Remark{"", 1, {Remark::MostMoves, {std::string(20, 'm'), 0.5}}}}) {
    StoredRound remarked = round;
    remarked.record.remarks = {{Seat(3), Question::GiveDragon, 10'000, remark}};
    EXPECT_LE(pack_rounds({remarked}, Seed).size() - without, stored_bytes(remark)) << remark.note.size();
  }
}

TEST(PackedRounds, AreReadAgainOfTheLongestGamesWithTheMostRemarks) {
  const Remark noise{std::string(Remark::LongestNote, 'n'), {}, {}};
  const std::size_t most = RemarkLog::MostBytesOfTable / stored_bytes(noise) + 1;
  std::vector<StoredRound> rounds(4 * MostRoundsOfGame, random_round(Seed, 7));
  for (std::size_t seat = 0; seat < 16; ++seat) {
    for (std::size_t i = 0; i < most; ++i) {
      rounds[(seat * most + i) % rounds.size()].record.remarks.push_back(
          {Seat(static_cast<int>(seat % 4)), Question::Turn, i, noise});
    }
  }
  EXPECT_EQ(unpack_rounds(pack_rounds(rounds, Seed), Seed).size(), rounds.size());
}

TEST(PackedRounds, RefuseDamagedBytesAndNeverCrash) {
  EXPECT_TRUE(unpack_rounds("", Seed).empty());
  EXPECT_THROW(unpack_rounds("nonsense", Seed), std::runtime_error);
  const std::string packed = pack_rounds({random_round(Seed, 4), random_round(Seed, 5)}, Seed);
  Random random(9);
  int refused = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string damaged = packed;
    damaged[random.below(static_cast<std::uint32_t>(damaged.size()))] = static_cast<char>(random.below(256));
    if (random.below(4) == 0) damaged.resize(random.below(static_cast<std::uint32_t>(damaged.size())));
    try {
      unpack_rounds(damaged, Seed);
    } catch (const std::runtime_error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("stored rounds: ")) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Compressed, IsTheSameAgainAndSmaller) {
  for (const std::string& bytes : {std::string(), std::string("one"), std::string(100'000, 'x')}) {
    EXPECT_EQ(decompressed(compressed(bytes)), bytes);
  }
  EXPECT_LT(compressed(std::string(100'000, 'x')).size(), 200u);
}

TEST(Compressed, RefusesDamagedBytes) {
  const std::string frame = compressed("some bytes of a round");
  EXPECT_THROW(decompressed(""), std::runtime_error);
  EXPECT_THROW(decompressed("nonsense"), std::runtime_error);
  EXPECT_THROW(decompressed(frame.substr(0, frame.size() - 3)), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena

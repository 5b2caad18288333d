#include "arena/workers/units/messages.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/tournament/config/config_json.h"
#include "arena/workers/units/make_unit.h"
#include "tests/arena/workers/units/played_unit.h"

namespace tichu::arena {
namespace {

using tests::played_unit;
using tests::PlayedUnit;

TEST(Units, TellAWorkerHowToPlay) {
  TournamentConfig config;
  config.format = BoardFormat::Games;
  config.seatings = Seatings::Rotate;
  config.faults = FaultPolicy::Substitute;
  config.remarks = config.pin = false;
  config.give_up_after = 7;
  config.allow_unsandboxed = true;
  config.rules.tichu_before_push = false;
  config.sandbox.readable = {"/opt/models"};
  std::int64_t value = 77;
  for (const auto& setting : TimeLimitSettings) setting.set(config.limits, ++value);
  for (const auto& setting : SandboxLimits) setting.set(config.sandbox, ++value);
  const auto told = config_from_json(unit_config(config), "a unit");
  ASSERT_TRUE(told) << told.error().text();
  config.origin.seed_known = false;
  EXPECT_EQ(*told, config);
}

TEST(Units, TellAWorkerNeitherTheSeedNorWhoElsePlays) {
  const PlayedUnit played = played_unit({.seed = 0x1122334455667788, .jobs = 1});
  const std::string bytes = encode(played.unit);
  std::string seed;
  for (int byte = 0; byte < 8; ++byte) seed += static_cast<char>(played.roster.config.seed >> (8 * byte));
  EXPECT_EQ(bytes.find(seed), std::string::npos);
  EXPECT_EQ(bytes.find(std::to_string(played.roster.config.seed)), std::string::npos);
  EXPECT_NE(bytes.find("bot-3"), std::string::npos);
  EXPECT_EQ(bytes.find("bot-1"), std::string::npos) << "it has no part in the unit";
}

TEST(Messages, AreRefusedIfTheyAreNone) {
  const std::string bytes = encode(played_unit({}).unit);
  ASSERT_TRUE(decode<units::Unit>(bytes, "a leader"));
  EXPECT_FALSE(decode<units::Unit>(bytes.substr(0, bytes.size() / 2), "a leader"));
  EXPECT_FALSE(decode<units::Unit>("no message", "a leader"));
  EXPECT_EQ(decode<units::Beat>(std::string(65'537, 'x'), "red").error().text(),
            "red: has 65537 bytes, but may have 65536");
}

TEST(Messages, AreRefusedIfTheyWouldFillTheMemory) {
  std::string rounds;
  for (int i = 0; i < 1 << 20; ++i) rounds += std::string("\x0a\x00", 2);  // rounds without anything
  units::PlayedJob job;
  ASSERT_TRUE(job.add_tables()->ParseFromString(rounds));
  units::UnitResult result;
  set_id(result, {std::string(TournamentKeyDigits, 'a'), UnitNumber(1)});
  *result.add_jobs() = job;
  EXPECT_EQ(decode<units::UnitResult>(encode(result), "a worker").error().text(),
            "a worker: has more than 1048576 parts");
}

TEST(Messages, CountTheMovesOfRemarks) {
  units::UnitResult result;
  set_id(result, {std::string(TournamentKeyDigits, 'a'), UnitNumber(1)});
  tichu::store::Remark& remark = *result.add_jobs()->add_tables()->add_rounds()->add_remarks();
  remark.add_moves("\x0f\x0f");  // no message, behind which counting goes on
  for (int i = 0; i < 1 << 20; ++i) remark.add_moves("");
  EXPECT_EQ(decode<units::UnitResult>(encode(result), "a worker").error().text(),
            "a worker: has more than 1048576 parts");
}

TEST(Messages, OfOtherVersionsAreRefused) {
  std::string bytes = encode(played_unit({}).unit);
  ASSERT_EQ(bytes.substr(0, 2), "\x08\x01");
  bytes[1] = 2;
  EXPECT_EQ(decode<units::Unit>(bytes, "a leader").error().text(),
            "a leader: version: is 2, but this program speaks 1: use the same version of the arena");
}

TEST(PackedResults, ComeBackAsTheyWere) {
  for (const std::size_t jobs : {1, 20}) {
    const PlayedUnit played = played_unit({.jobs = jobs, .fault_in = 50});
    const std::string bytes = pack_result(played.result);
    auto again = unpack_result(bytes, "a worker");
    ASSERT_TRUE(again) << again.error().text();
    again->clear_version();
    EXPECT_EQ(encode(*again), encode(played.result));
    EXPECT_EQ(unpack_result(bytes + "x", "a worker").error().text(), "a worker: its digest is not that of its bytes");
    EXPECT_FALSE(unpack_result(digest_of_packed(bytes), "a worker"));
  }
}

/// A worker's hello.
units::Hello hello_of(const std::string& worker) {
  units::Hello hello;
  hello.set_worker(worker);
  hello.set_build("tichu-arena 1");
  hello.set_cores(8);
  hello.set_sandbox("none");
  return hello;
}

TEST(WorkerWords, AreUnderstoodWhateverTheVersion) {
  // Version 9, and field 30: a varint of 1.
  const auto newer = decode<units::Hello>(encode(hello_of("red-1")) + "\x08\x09\xf0\x01\x01", "red-1");
  ASSERT_TRUE(newer) << newer.error().text();
  EXPECT_EQ(newer->version(), 9u);
}

TEST(WorkerWords, AreRefusedIfTheySayWhatCannotBe) {
  units::Hello hello = hello_of("red");
  hello.set_cores(0);
  EXPECT_EQ(decode<units::Hello>(encode(hello), "red").error().text(), "red: cores: is 0, but must be 1 to 1024");
  hello = hello_of("red");
  hello.set_speed(-1);
  EXPECT_EQ(decode<units::Hello>(encode(hello), "red").error().text(), "red: speed: must be a number from 0 on");
  hello = hello_of("red");
  hello.set_machine("two\nlines");
  EXPECT_EQ(decode<units::Hello>(encode(hello), "red").error().text(),
            "red: machine: must be UTF-8 without control characters");
  units::Beat beat;
  beat.set_worker("red");
  beat.add_under_way();
  EXPECT_EQ(decode<units::Beat>(encode(beat), "red").error().text(),
            "red: tournament: must be 32 digits of 0-9 and a-f");
}

TEST(WorkerWords, HaveNamesThatFitIntoSubjects) {
  EXPECT_TRUE(is_worker_name("Attic_2-a"));
  for (const char* name : {"", "a.b", "a b", "*", ">", "ü", "123456789012345678901234567890123"}) {
    EXPECT_FALSE(is_worker_name(name)) << name;
    EXPECT_FALSE(decode<units::Hello>(encode(hello_of(name)), "somebody")) << name;
  }
}

}  // namespace
}  // namespace tichu::arena

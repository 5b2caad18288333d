#include "arena/workers/units/unit_messages.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/workers/units/result_parts.h"
#include "engine/random.h"
#include "tests/arena/workers/units/played_unit.h"

namespace tichu::arena {
namespace {

using tests::played_unit;
using tests::PlayedUnit;

Unit sound_unit() { return played_unit({.seed = 2, .one_given_up = true}).unit; }

TEST(UnitMessages, BringUnitsBackAsTheyWere) {
  for (const BoardFormat format : {BoardFormat::Deals, BoardFormat::Games}) {
    Unit unit = played_unit({.format = format, .seatings = Seatings::Rotate, .jobs = 3, .target = 100}).unit;
    unit.setup.rules.tichu_before_push = false;
    unit.setup.sandbox.readable = {"/opt/models"};
    std::int64_t value = 77;
    for (const auto& setting : TimeLimitSettings) setting.set(unit.setup.limits, ++value);
    for (const auto& setting : SandboxLimits) setting.set(unit.setup.sandbox, ++value);
    for (const auto& setting : BotNeedSettings) setting.set(unit.bots.front().needs, ++value);
    unit.least_speed = 123'456.5;
    const auto again = decode_unit(encode(unit), "a leader");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(*again, unit);
  }
}

TEST(UnitMessages, TellAWorkerNoSeedOfTheTournament) {
  const PlayedUnit played = played_unit({.seed = 0x1122334455667788, .jobs = 2});
  const std::string bytes = encode(played.unit);
  std::string seed;
  for (int byte = 0; byte < 8; ++byte) seed += static_cast<char>(played.config.seed >> (8 * byte));
  EXPECT_EQ(bytes.find(seed), std::string::npos);
  EXPECT_EQ(bytes.find(std::to_string(played.config.seed)), std::string::npos);
}

/// Why a unit that is changed like this is refused.
std::string refusal_of(const std::function<void(Unit& unit)>& change) {
  Unit unit = sound_unit();
  change(unit);
  const auto decoded = decode_unit(encode(unit), "a leader");
  return decoded ? "" : decoded.error().text();
}

TEST(UnitMessages, RefuseUnitsThatCannotBePlayed) {
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.id.tournament = "x"; }),
            "a leader: tournament: must be 32 digits of 0-9 and a-f");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.bots[0].entry = "../bin/sh"; }),
            "a leader: bots[0].entry: must be a relative path without \".\", \"..\" or empty parts");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.bots[1].arguments[1].text = "/etc/passwd"; }),
            "a leader: bots[1].arguments[1]: must be a relative path without \".\", \"..\" or empty parts");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.bots[0].artifact.pop_back(); }),
            "a leader: bots[0].artifact: must be 64 digits of 0-9 and a-f");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.setup.tables = 3; }),
            "a leader: setup.tables: is 3, but must be 1, 2 or 4");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.jobs[1].board = 9; }),
            "a leader: jobs[1].board: is 9, but must be 0 to 2");
  EXPECT_EQ(refusal_of([](Unit& unit) { std::swap(unit.jobs[0], unit.jobs[1]); }),
            "a leader: jobs[1].number: must be above the one before");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.jobs[0].teams[0].bots[1] = static_cast<BotId>(40); }),
            "a leader: jobs[0].bots[1]: must be one of the unit's bots");
  EXPECT_EQ(refusal_of([](Unit& unit) {
              unit.boards[0].deals[0].cards[Seat(0)][0] = unit.boards[0].deals[0].cards[Seat(0)][1];
            }),
            "a leader: boards[0].deals[0]: must be the 56 cards, each once");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.setup.limits.decision = std::chrono::milliseconds(0); }),
            "a leader: setup.limits.decision_ms: is 0, but must be 1 to 3600000");
  EXPECT_EQ(refusal_of([](Unit& unit) { unit.setup.sandbox.open_files = 15; }),
            "a leader: setup.sandbox.open_files: is 15, but must be 16 to 1048576");
}

TEST(UnitMessages, RefuseALimitOfAnotherKey) {
  std::string bytes = encode(sound_unit());
  bytes.replace(bytes.find("temporary_mb"), 12, "temporary_gb");
  EXPECT_EQ(decode_unit(bytes, "a leader").error().text(), "a leader: setup.sandbox.temporary_mb: is missing");
}

TEST(UnitMessages, RefuseBytesThatAreNone) {
  const std::string bytes = encode(sound_unit());
  EXPECT_FALSE(decode_unit("", "a leader"));
  EXPECT_FALSE(decode_unit(bytes.substr(0, bytes.size() - 1), "a leader"));
  EXPECT_FALSE(decode_unit(std::string(MostUnitBytes + 1, 'x'), "a leader"));
  // Field 30, a varint of 1.
  EXPECT_EQ(decode_unit(bytes + "\xf0\x01\x01", "a leader").error().text(),
            "a leader: has a field 30, which this version does not know");
}

TEST(UnitMessages, RefuseMessagesThatWouldFillTheMemory) {
  std::string bombs;
  for (std::size_t i = 0; i <= MostJobsOfUnit; ++i) bombs += std::string("\x22\x00", 2);  // jobs without anything
  EXPECT_EQ(decode_result(bombs, "a worker").error().text(), "a worker: has more than 4096 jobs");
}

TEST(UnitMessages, RefuseOtherVersions) {
  std::string bytes = encode(sound_unit());
  ASSERT_EQ(bytes.substr(0, 2), "\x08\x01");
  bytes[1] = 2;
  EXPECT_EQ(decode_unit(bytes, "a leader").error().text(),
            "a leader: version: is 2, but this program speaks 1: use the same version of the arena");
}

TEST(ResultMessages, BringResultsBackAsTheyWere) {
  const PlayedUnit played = played_unit({.faults = FaultPolicy::Substitute, .fault_in = 50});
  const auto again = decode_result(encode(played.result), "a worker");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(encode(*again), encode(played.result));
}

TEST(ResultParts, ComeTogetherOneAfterTheOther) {
  PlayedUnit played = played_unit({.jobs = 2});
  // Evidence of bots at fault, which nothing compresses.
  Random random(1);
  std::string noise(4096, ' ');
  for (int i = 0; i < 300; ++i) {
    for (char& byte : noise) byte = static_cast<char>(random.next());
    played.result.jobs[0].tables[0].push_back(
        {{}, {}, {}, {{Seat(0), {FaultKind::Crash, "x", noise}, Question::Turn, {noise, noise}, 0}}, true});
  }
  std::vector<ResultPart> parts;
  for (const std::string& bytes : result_parts(played.result)) parts.push_back(decode_part(bytes, "a worker").value());
  ASSERT_GT(parts.size(), 2u);
  const ResultPart other = decode_part(result_parts(played_unit({.jobs = 1}).result)[0], "a worker").value();
  ResultAssembly assembly;
  const auto taken = [&](const ResultPart& part) { return assembly.take(part, "a worker").value(); };
  EXPECT_FALSE(taken(parts[0]));
  for (std::size_t i = 2; i < parts.size(); ++i) EXPECT_FALSE(taken(parts[i])) << "one was lost";
  EXPECT_FALSE(taken(parts[0]));
  EXPECT_TRUE(taken(other)) << "another result begins anew";
  EXPECT_FALSE(taken(parts[1])) << "of the former nothing is left";
  std::optional<std::string> whole;
  for (const ResultPart& part : parts) {
    EXPECT_FALSE(whole);
    whole = taken(part);
  }
  EXPECT_EQ(whole, encode(played.result));
}

TEST(ResultParts, AreRefusedIfTheDigestIsNotTheirs) {
  ResultPart part = decode_part(result_parts(played_unit({.jobs = 1}).result)[0], "a worker").value();
  part.bytes += "x";
  EXPECT_EQ(ResultAssembly().take(part, "a worker").error().text(), "a worker: digest: is not that of the bytes");
}

TEST(WorkerWords, ComeBackAsTheyWere) {
  const std::string tournament(TournamentKeyDigits, 'b');
  const WorkerHello hello{1, "red-1", "tichu-arena 0.1", "attic, 8 cores", 8, 350'000.5, "bubblewrap"};
  EXPECT_EQ(decode_hello(encode(hello), "red-1").value(), hello);
  const WorkerBeat beat{"red-1", 0.5, 3, {{tournament, UnitNumber(4)}}, {{tournament, UnitNumber(3)}}, 99, true};
  EXPECT_EQ(decode_beat(encode(beat), "red-1").value(), beat);
  const LeaderMessage word{LeaderWordKind::Taken, "", {{tournament, UnitNumber(3)}}};
  EXPECT_EQ(decode_word(encode(word), "a leader").value(), word);
  const FilesRequest request{std::string(ArtifactDigits, 'a'), 7};
  EXPECT_EQ(decode_files_request(encode(request), "red-1").value(), request);
  const FilesPiece piece{std::string(ArtifactDigits, 'a'), 7, 8, std::string(MostFilesPiece, '\0')};
  EXPECT_EQ(decode_files_piece(encode(piece), "a leader").value(), piece);
}

TEST(WorkerWords, AreUnderstoodWhateverTheVersion) {
  WorkerHello hello{9, "red-1", "tichu-arena 9", "", 1, 1, "none"};
  const auto newer = decode_hello(encode(hello) + "\xf0\x01\x01", "red-1");
  ASSERT_TRUE(newer) << newer.error().text();
  EXPECT_EQ(newer->version, 9u);
}

TEST(WorkerWords, HaveNamesThatFitIntoSubjects) {
  EXPECT_TRUE(is_worker_name("Attic_2-a"));
  for (const char* name : {"", "a.b", "a b", "*", ">", "ü", "123456789012345678901234567890123"}) {
    EXPECT_FALSE(is_worker_name(name)) << name;
    WorkerHello hello{1, name, "tichu-arena", "", 1, 1, "none"};
    EXPECT_FALSE(decode_hello(encode(hello), "somebody")) << name;
  }
}

}  // namespace
}  // namespace tichu::arena

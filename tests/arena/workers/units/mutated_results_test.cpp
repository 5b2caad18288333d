// What a referee must find: results that were changed on the way, and results that a worker has invented.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/play_digest.h"
#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit_messages.h"
#include "engine/random.h"
#include "tests/arena/workers/units/played_unit.h"

namespace tichu::arena {
namespace {

using tests::played_unit;
using tests::PlayedUnit;

constexpr int Mutations = 1000;

/// Changes results at random, each time one thing.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed, 77) {}

  void change(UnitResult& result) {
    static const std::vector<std::function<void(Mutator&, UnitResult&)>> ways{
        [](Mutator& m, UnitResult& r) { m.change_actions(m.round(r)); },
        [](Mutator& m, UnitResult& r) { m.change_actions(m.round(r)); },
        [](Mutator& m, UnitResult& r) { m.change_actions(m.round(r)); },
        [](Mutator& m, UnitResult& r) { m.change_stated(m.round(r)); },
        [](Mutator& m, UnitResult& r) { m.change_faults(m.round(r)); },
        [](Mutator& m, UnitResult& r) { m.change_remarks(m.round(r)); },
        [](Mutator& m, UnitResult& r) { m.change_frame(r); },
        [](Mutator& m, UnitResult& r) { m.change_jobs(r); },
        [](Mutator& m, UnitResult& r) { m.change_times(r); },
    };
    ways[below(ways.size())](*this, result);
  }

  std::size_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }

 private:
  PlayedRound& round(UnitResult& result) {
    PlayedJob& job = result.jobs[below(result.jobs.size())];
    std::vector<PlayedRound>& table = job.tables[below(job.tables.size())];
    return table[below(table.size())];
  }

  void change_actions(PlayedRound& round) {
    std::vector<RecordedAction>& actions = round.actions;
    if (actions.size() < 2) return;
    const std::size_t place = below(actions.size() - 1);
    RecordedAction& action = actions[place];
    const auto at = [&](std::size_t index) { return actions.begin() + static_cast<std::ptrdiff_t>(index); };
    switch (below(8)) {
      case 0:
        action.seat = action.seat.next();
        break;
      case 1:
        std::swap(actions[place], actions[place + 1]);
        break;
      case 2:
        actions.erase(at(place));
        break;
      case 3:
        actions.insert(at(place), actions[below(actions.size())]);
        break;
      case 4:
        actions.resize(place);
        break;
      case 5:
        action.action.kind = action.action.kind == ActionKind::Pass ? ActionKind::CallTichu : ActionKind::Pass;
        break;
      case 6:
        actions.insert(at(place), {Seat(static_cast<int>(below(4))), Action::call_tichu()});
        break;
      default:
        change_cards(action);
    }
  }

  void change_cards(RecordedAction& recorded) {
    if (recorded.action.kind == ActionKind::Push) {
      std::swap(recorded.action.push.cards[0], recorded.action.push.cards[below(2) + 1]);
    } else if (recorded.action.kind == ActionKind::Play) {
      if (below(2) == 0) {
        recorded.out_of_turn = !recorded.out_of_turn;
      } else {
        recorded.action.wish = static_cast<Rank>(2 + below(13));
      }
    } else {
      recorded.seat = recorded.seat.partner();
    }
  }

  void change_stated(PlayedRound& round) {
    if (!round.result) {
      round.result = RecordedResult{std::vector<Seat>{Seat(0)}, PerTeam<Points>{}, PerTeam<Points>{}};
      return;
    }
    const auto team = below(2);
    switch (below(4)) {
      case 0:
        round.result->score->values[team] += Points(static_cast<int>(5 * (1 + below(20))));
        break;
      case 1:
        round.result->cards->values[team] -= Points(5);
        break;
      case 2:
        std::swap((*round.result->out)[0], (*round.result->out)[1]);
        break;
      default:
        round.result.reset();
    }
  }

  void change_faults(PlayedRound& round) {
    if (round.faults.empty() || below(4) == 0) {
      round.faults.push_back(
          {Seat(static_cast<int>(below(4))), {FaultKind::Timeout, "late", {}}, Question::Turn, {}, below(40)});
      round.forfeited = below(2) == 0;
      return;
    }
    SeatFault& fault = round.faults[below(round.faults.size())];
    switch (below(5)) {
      case 0:
        fault.seat = fault.seat.next();
        break;
      case 1:
        fault.actions += 1 + below(3);
        break;
      case 2:
        fault.question = fault.question == Question::Turn ? Question::Push : Question::Turn;
        break;
      case 3:
        round.forfeited = !round.forfeited;
        break;
      default:
        round.faults.pop_back();
    }
  }

  void change_remarks(PlayedRound& round) {
    if (round.remarks.empty()) return;
    RecordedRemark& remark = round.remarks[below(round.remarks.size())];
    switch (below(4)) {
      case 0:
        remark.seat = remark.seat.next();
        break;
      case 1:
        remark.after += 1 + below(2);
        break;
      case 2:
        remark.question = remark.question == Question::Turn ? Question::Tichu : Question::Turn;
        break;
      default:
        round.remarks.push_back(remark);
    }
  }

  void change_frame(UnitResult& result) {
    switch (below(3)) {
      case 0:
        result.id.number = UnitNumber(result.id.number.value() + 1 + below(9));
        break;
      case 1:
        result.id.tournament[below(TournamentKeyDigits)] ^= 1;
        break;
      default:
        result.failure = UnitFailure{UnitFailureKind::Machine, "and yet it was played"};
    }
  }

  void change_jobs(UnitResult& result) {
    PlayedJob& job = result.jobs[below(result.jobs.size())];
    switch (below(6)) {
      case 0:
        job.number = JobNumber(job.number.value() + 1);
        break;
      case 1:
        std::swap(result.jobs.front(), result.jobs.back());
        break;
      case 2:
        result.jobs.pop_back();
        break;
      case 3:
        job.tables.pop_back();
        break;
      case 4:
        std::swap(job.tables[0], job.tables[1]);
        break;
      default:
        job.tables[0].push_back(job.tables[0].front());
    }
  }

  void change_times(UnitResult& result) {
    TimeSums& time = result.jobs[below(result.jobs.size())].think_time[below(2)];
    BotUsage& usage = result.usage[below(result.usage.size())];
    switch (below(6)) {
      case 0:
        time.decisions += 1;
        break;
      case 1:
        time.total += std::chrono::microseconds(1 + below(1000));
        break;
      case 2:
        time.longest += std::chrono::hours(1);
        break;
      case 3:
        usage.time.total += std::chrono::microseconds(1);
        break;
      case 4:
        usage.bot = static_cast<BotId>(99);
        break;
      default:
        result.usage.pop_back();
    }
  }

  Random random_;
};

/// Results of all kinds: whole rounds, rounds that a fault ended, substitutes, games.
std::vector<PlayedUnit> sound_units() {
  std::vector<PlayedUnit> units;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    units.push_back(played_unit({.seed = seed}));
    units.push_back(played_unit({.seed = seed, .fault_in = 200}));
    units.push_back(played_unit({.seed = seed, .faults = FaultPolicy::Substitute, .fault_in = 100}));
    units.push_back(played_unit({.seed = seed, .format = BoardFormat::Games, .jobs = 2, .target = 200}));
  }
  return units;
}

/// Whether a leader that has given out the unit stores this; it comes as bytes.
bool is_stored(const PlayedUnit& played, const UnitResult& result) {
  auto received = decode_result(encode(result), "a result");
  return received && judge_result(played.unit, played.jobs, std::move(*received)).has_value();
}

/// Of mutations that mean something, how many a referee refuses; what it takes is another legal play, which only a
/// second worker can tell from the true one. A mutation that changes nothing, as exchanging two equal jobs, is drawn
/// again.
TEST(MutatedResults, AreRefusedOrAreAnotherLegalPlay) {
  const std::vector<PlayedUnit> units = sound_units();
  for (const PlayedUnit& played : units) ASSERT_TRUE(is_stored(played, played.result));
  Mutator mutator(1);
  int refused = 0;
  int other_plays = 0;
  while (refused < Mutations) {
    const PlayedUnit& played = units[mutator.below(units.size())];
    UnitResult changed = tests::copy(played.result);
    mutator.change(changed);
    if (encode(changed) == encode(played.result)) continue;
    if (!is_stored(played, changed)) {
      ++refused;
      continue;
    }
    ++other_plays;
    EXPECT_NE(play_digests(played.unit.jobs, changed.jobs), play_digests(played.unit.jobs, played.result.jobs))
        << "a false result is taken for the true one";
  }
  RecordProperty("other_legal_plays", other_plays);
  std::cout << refused << " of " << refused << " changed results were refused; besides, " << other_plays
            << " were other legal plays, all of another digest\n";
  EXPECT_LT(other_plays, Mutations / 10);
}

/// A piece of a result as the leader takes it from this worker.
bool is_taken(const PlayedUnit& played, const std::string& bytes) {
  auto part = decode_part(bytes, "a part");
  if (!part || part->id != played.unit.id) return false;
  ResultAssembly assembly;
  const auto whole = assembly.take(*part, "a part");
  if (!whole || !*whole) return false;
  auto result = decode_result(**whole, "a result");
  return result && judge_result(played.unit, played.jobs, std::move(*result)).has_value();
}

std::string mutated_bytes(Mutator& mutator, std::string bytes) {
  const std::size_t place = mutator.below(bytes.size());
  switch (mutator.below(5)) {
    case 0:
      bytes[place] = static_cast<char>(bytes[place] ^ (1 << mutator.below(8)));
      break;
    case 1:
      bytes.erase(place, 1 + mutator.below(4));
      break;
    case 2:
      bytes.insert(place, 1 + mutator.below(4), static_cast<char>(mutator.below(256)));
      break;
    case 3:
      bytes.resize(place);
      break;
    default:
      std::swap(bytes[place], bytes[mutator.below(bytes.size())]);
  }
  return bytes;
}

TEST(MutatedResults, AreRefusedIfTheirBytesChangedOnTheWay) {
  const std::vector<PlayedUnit> units = sound_units();
  Mutator mutator(2);
  for (int i = 0; i < Mutations;) {
    const PlayedUnit& played = units[mutator.below(units.size())];
    const std::vector<std::string> parts = result_parts(played.result);
    ASSERT_EQ(parts.size(), 1u);
    ASSERT_TRUE(is_taken(played, parts[0]));
    const std::string changed = mutated_bytes(mutator, parts[0]);
    if (changed == parts[0]) continue;
    // Some other bytes say the same, such as a number with leading zeros: then nothing has changed.
    const auto said = decode_part(changed, "a part");
    const auto meant = decode_part(parts[0], "a part");
    if (said && said->id == meant->id && said->part == meant->part && said->parts == meant->parts &&
        said->digest == meant->digest && said->bytes == meant->bytes) {
      continue;
    }
    EXPECT_FALSE(is_taken(played, changed)) << "mutation " << i;
    ++i;
  }
}

}  // namespace
}  // namespace tichu::arena

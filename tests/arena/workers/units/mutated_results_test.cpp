// What a referee must find: results that were changed on the way, and results that a worker has invented.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/record/packed_actions.h"
#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/play_digest.h"
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

  void change(units::UnitResult& result) {
    using Way = void (Mutator::*)(units::UnitResult&);
    constexpr Way Ways[] = {&Mutator::change_actions, &Mutator::change_actions, &Mutator::change_actions,
                            &Mutator::change_stated,  &Mutator::change_faults,  &Mutator::change_remarks,
                            &Mutator::change_frame,   &Mutator::change_jobs,    &Mutator::change_times};
    (this->*Ways[below(std::size(Ways))])(result);
  }

  std::size_t below(std::size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }

 private:
  /// One of several.
  template <typename Messages>
  auto& one_of(Messages& messages) {
    return *messages.Mutable(static_cast<int>(below(static_cast<std::size_t>(messages.size()))));
  }

  units::PlayedRound& round(units::UnitResult& result) {
    return one_of(*one_of(*one_of(*result.mutable_jobs()).mutable_tables()).mutable_rounds());
  }

  void change_actions(units::UnitResult& result) {
    units::PlayedRound& message = round(result);
    std::vector<RecordedAction> actions = unpack_actions(message.actions()).value();
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
        actions.insert(at(place), RecordedAction(actions[below(actions.size())]));
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
    message.set_actions(pack_actions(actions));
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

  void change_stated(units::UnitResult& result) {
    units::PlayedRound& message = round(result);
    store::Result& stated = *message.mutable_result();
    const int team = static_cast<int>(below(2));
    switch (stated.out().empty() ? 4 : below(4)) {
      case 0:
        stated.set_score(team, stated.score(team) + static_cast<int>(5 * (1 + below(20))));
        break;
      case 1:
        stated.set_cards(team, stated.cards(team) - 5);
        break;
      case 2:
        std::swap((*stated.mutable_out())[0], (*stated.mutable_out())[1]);
        break;
      case 3:
        message.clear_result();
        break;
      default:
        stated.set_out(std::string(1, '\0'));
        for (int i = 0; i < 2; ++i) stated.add_cards(0), stated.add_score(0);
    }
  }

  void change_faults(units::UnitResult& result) {
    units::PlayedRound& message = round(result);
    if (message.faults().empty() || below(4) == 0) {
      units::Fault& added = *message.add_faults();
      added.set_seat(static_cast<std::uint32_t>(below(4)));
      added.set_kind(std::string(to_text(FaultKind::Timeout)));
      added.set_text("late");
      added.set_question(std::string(to_text(Question::Turn)));
      added.set_actions(static_cast<std::uint32_t>(below(40)));
      message.set_forfeited(below(2) == 0);
      return;
    }
    units::Fault& fault = one_of(*message.mutable_faults());
    switch (below(5)) {
      case 0:
        fault.set_seat((fault.seat() + 1) % 4);
        break;
      case 1:
        fault.set_actions(fault.actions() + 1 + static_cast<std::uint32_t>(below(3)));
        break;
      case 2:
        fault.set_question(std::string(to_text(fault.question() == "turn" ? Question::Push : Question::Turn)));
        break;
      case 3:
        message.set_forfeited(!message.forfeited());
        break;
      default:
        message.mutable_faults()->RemoveLast();
    }
  }

  void change_remarks(units::UnitResult& result) {
    units::PlayedRound& message = round(result);
    if (message.remarks().empty()) return;
    store::Remark& remark = one_of(*message.mutable_remarks());
    switch (below(4)) {
      case 0:
        remark.set_seat((remark.seat() + 1) % 4);
        break;
      case 1:
        remark.set_after(remark.after() + 1 + static_cast<std::uint32_t>(below(2)));
        break;
      case 2:
        remark.set_question(static_cast<std::uint32_t>(
            remark.question() == static_cast<std::uint32_t>(Question::Turn) ? Question::Tichu : Question::Turn));
        break;
      default:
        *message.add_remarks() = store::Remark(remark);
    }
  }

  void change_frame(units::UnitResult& result) {
    switch (below(3)) {
      case 0:
        result.set_unit(result.unit() + 1 + below(9));
        break;
      case 1:
        (*result.mutable_tournament())[below(TournamentKeyDigits)] ^= 1;
        break;
      default:
        result.mutable_failure()->set_text("and yet it was played");
    }
  }

  void change_jobs(units::UnitResult& result) {
    units::PlayedJob& job = one_of(*result.mutable_jobs());
    switch (below(6)) {
      case 0:
        job.set_number(job.number() + 1);
        break;
      case 1:
        result.mutable_jobs()->SwapElements(0, result.jobs_size() - 1);
        break;
      case 2:
        result.mutable_jobs()->RemoveLast();
        break;
      case 3:
        job.mutable_tables()->RemoveLast();
        break;
      case 4:
        job.mutable_tables()->SwapElements(0, 1);
        break;
      default:
        *job.mutable_tables(0)->add_rounds() = units::PlayedRound(job.tables(0).rounds(0));
    }
  }

  void change_times(units::UnitResult& result) {
    units::Time& time = one_of(*one_of(*result.mutable_jobs()).mutable_times());
    units::Usage& usage = one_of(*result.mutable_usage());
    switch (below(6)) {
      case 0:
        time.set_decisions(time.decisions() + 1);
        break;
      case 1:
        time.set_total_ns(time.total_ns() + 1000 * (1 + below(1000)));
        break;
      case 2:
        time.set_longest_ns(time.longest_ns() + 3'600'000'000'000);
        break;
      case 3:
        usage.mutable_time()->set_total_ns(usage.time().total_ns() + 1000);
        break;
      case 4:
        usage.set_bot(99);
        break;
      default:
        result.mutable_usage()->RemoveLast();
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

/// What a leader that has given out the unit stores of a result, which comes as bytes; nullopt if it is refused.
std::optional<std::vector<FinishedJob>> stored(const PlayedUnit& played, const units::UnitResult& result) {
  const auto received = decode<units::UnitResult>(encode(result), "a result");
  if (!received) return std::nullopt;
  auto judged = played.judged(*received);
  return judged ? std::optional(std::move(*judged)) : std::nullopt;
}

std::vector<BoardDigest> digests_of(const std::vector<FinishedJob>& boards) {
  std::vector<BoardDigest> digests;
  for (const FinishedJob& board : boards) digests.push_back(play_digest(board));
  return digests;
}

/// Of mutations that mean something, how many a referee refuses; what it takes is another legal play, which only a
/// second worker can tell from the true one. A mutation that changes nothing, as exchanging two equal jobs, is drawn
/// again.
TEST(MutatedResults, AreRefusedOrAreAnotherLegalPlay) {
  const std::vector<PlayedUnit> units = sound_units();
  for (const PlayedUnit& played : units) ASSERT_TRUE(stored(played, played.result));
  Mutator mutator(1);
  int refused = 0;
  int other_plays = 0;
  while (refused < Mutations) {
    const PlayedUnit& played = units[mutator.below(units.size())];
    units::UnitResult changed = played.result;
    mutator.change(changed);
    if (encode(changed) == encode(played.result)) continue;
    const auto other = stored(played, changed);
    if (!other) {
      ++refused;
      continue;
    }
    ++other_plays;
    EXPECT_NE(digests_of(*other), digests_of(played.at_home)) << "a false result is taken for the true one";
  }
  RecordProperty("other_legal_plays", other_plays);
  std::cout << refused << " of " << refused << " changed results were refused; besides, " << other_plays
            << " were other legal plays, all of another digest\n";
  EXPECT_LT(other_plays, Mutations / 10);
}

/// Whether the leader takes these bytes from the worker that has the unit.
bool is_taken(const PlayedUnit& played, const std::string& bytes) {
  const auto result = unpack_result(bytes, "a result");
  return result && played.judged(*result).has_value();
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
    const std::string bytes = pack_result(played.result);
    ASSERT_TRUE(is_taken(played, bytes));
    const std::string changed = mutated_bytes(mutator, bytes);
    if (changed == bytes) continue;
    EXPECT_FALSE(is_taken(played, changed)) << "mutation " << i;
    ++i;
  }
}

}  // namespace
}  // namespace tichu::arena

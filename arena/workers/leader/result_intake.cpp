#include "arena/workers/leader/result_intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

/// So many more untrue results than true ones, after which a worker is refused.
constexpr int MostUntrue = 3;
/// Plays of a board with a machine's fault, after which the leader plays it.
constexpr int MostPlays = 4;
constexpr std::chrono::milliseconds BeforeNextPlay(500);
/// Boards in doubt that are asked about at a time.
constexpr int MostDoubts = 8;

template <typename Value>
void leave_out(const std::vector<bool>& which, std::vector<Value>& values) {
  std::vector<Value> left;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!which[i]) left.push_back(std::move(values[i]));
  }
  values = std::move(left);
}

/// At which boards a bot was late, used too much or ended, as no other machine has seen with the same bots.
std::vector<bool> unseen_faults(const OpenUnit& open, const std::string& worker) {
  std::vector<bool> unseen;
  for (std::size_t i = 0; i < open.jobs.size(); ++i) {
    const BoardDigest& digest = open.digests.at(i);
    const bool is_seen = std::ranges::any_of(open.jobs[i].faults_seen, [&](const auto& seen) {
      return seen.first != worker && seen.second == digest.bytes;
    });
    unseen.push_back(digest.has_machine_fault && !is_seen);
  }
  return unseen;
}

}  // namespace

void ResultIntake::take(const HeardMessage& message) {
  const std::string name = worker_of(message.subject);
  KnownWorker* worker = leader_.registry.find(name);
  if (worker == nullptr) return;
  const OrInputError<ResultPart> part = decode_part(message.bytes, name);
  if (worker->is_refused()) {
    if (part) taken_[name].push_back(part->id);
    return;
  }
  if (!part || part->id.tournament != leader_.book.tournament()) {
    distrust(name, part ? "it is another's" : part.error().text());
    return;
  }
  OpenUnit* open = leader_.units.find(part->id.number);
  const bool has_it = open != nullptr && (open->booked.worker == name || open->had.contains(name));
  if (!has_it || (open->state() == UnitState::Checked && open->booked.worker != name)) {
    taken_[name].push_back(part->id);  // nobody waits for it
    return;
  }
  if (open->state() == UnitState::Checked || !open->is_complete()) return;  // it comes again until it is stored
  if (part->digest == worker->refused_digest) {
    taken_[name].push_back(part->id);
    return;
  }
  OrInputError<std::optional<std::string>> whole = worker->result.take(*part, name);
  if (whole && !*whole) return;
  worker->result = {};
  OrInputError<UnitResult> result =
      whole ? decode_result(**whole, name) : OrInputError<UnitResult>(tl::unexpected(std::move(whole.error())));
  taken_[name].push_back(part->id);
  const bool is_out = open->booked.worker == name;
  if (result && result->failure) {
    if (is_out) leader_.failed.take_failure(*open, name, *result->failure);
    return;
  }
  const std::optional<std::string> wrong =
      result ? judge(*open, *worker, std::move(*result)) : std::optional(result.error().text());
  if (wrong) {
    worker->refused_digest = part->digest;
    distrust(name, *wrong);
    if (is_out) leader_.units.take_back(*open);
  }
}

/// Judges a result, and takes it if it is true; if not it says what is wrong.
std::optional<std::string> ResultIntake::judge(OpenUnit& open, KnownWorker& worker, UnitResult result) {
  const std::string& name = worker.hello.worker;
  // Of units that an earlier leader gave out it is not known when.
  const bool is_measured = open.unit && open.booked.worker == name;
  if (!open.unit) open.unit = leader_.source.made(open);
  std::vector<Job> jobs;
  for (const WaitingJob& waiting : open.jobs) jobs.push_back(waiting.job);
  const std::chrono::duration<double> elapsed =
      std::min<std::chrono::nanoseconds>(result.elapsed, std::chrono::steady_clock::now() - open.given);
  std::vector<BoardDigest> digests = play_digests(open.unit->jobs, result.jobs);
  OrInputError<JudgedJobs> judged = judge_result(*open.unit, jobs, std::move(result));
  if (!judged) return judged.error().text();
  worker.failures = std::max(0, worker.failures - 1);
  worker.untrue = std::max(0, worker.untrue - 1);
  ++worker.proven;
  if (is_measured) leader_.source.learn(elapsed.count() / static_cast<double>(jobs.size()));
  if (open.rechecked) {
    leader_.recheck.take_second(open, name, digests);
    return std::nullopt;
  }
  taken_[name].pop_back();  // not until its boards are stored
  open.digests = std::move(digests);
  keep(open, name, std::move(*judged));
  return std::nullopt;
}

/// Keeps a result until its jobs are stored. Boards at which only this machine has seen a machine's fault are played
/// once more.
void ResultIntake::keep(OpenUnit& open, const std::string& worker, JudgedJobs judged) {
  const std::vector<bool> unseen = unseen_faults(open, worker);
  OpenUnit* kept = &open;
  if (std::ranges::count(unseen, true) > 0) {
    leave_out(unseen, judged);
    taken_[worker].push_back(open.unit->id);  // the rest is another unit, of which the worker knows nothing
    kept = &part(open, unseen, worker);
    if (judged.empty()) {
      leader_.units.close(kept->number(), UnitState::Dropped);
      return;
    }
  }
  for (std::size_t i = 0; i < judged.size(); ++i) {
    held_.insert_or_assign(kept->jobs[i].job.number,
                           Held{std::move(judged[i]), kept->booked.given_up[i], kept->number()});
  }
  leader_.units.check(*kept, worker, judged.size());
  leader_.book.note(kept->number(), Recheck::result_of(*kept->unit, worker, kept->digests));
}

/// Has these boards of a result played elsewhere. The others become a unit of their own.
OpenUnit& ResultIntake::part(OpenUnit& open, const std::vector<bool>& which, const std::string& worker) {
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (which[i]) play_elsewhere(open, i, worker);
  }
  OpenUnit rest;
  rest.jobs = std::move(open.jobs);
  rest.digests = std::move(open.digests);
  std::vector<std::vector<BotId>> given_up = open.booked.given_up;
  leave_out(which, rest.jobs);
  leave_out(which, rest.digests);
  leave_out(which, given_up);
  std::vector<JobNumber> numbers;
  for (const WaitingJob& job : rest.jobs) numbers.push_back(job.job.number);
  rest.booked = leader_.book.add(std::move(numbers), std::move(given_up));
  leader_.units.close(open.number(), UnitState::Dropped);
  OpenUnit& added = leader_.units.add(std::move(rest));
  if (!added.jobs.empty()) added.unit = leader_.source.made(added);
  return added;
}

/// Has a board played once more, by another worker, or by the leader if there is none.
void ResultIntake::play_elsewhere(const OpenUnit& open, std::size_t index, const std::string& worker) {
  WaitingJob waiting = open.jobs[index];
  waiting.faults_seen[worker] = open.digests[index].bytes;
  std::set<std::string> players;
  for (const auto& [player, seen] : waiting.faults_seen) players.insert(player);
  if (++waiting.plays >= MostPlays || !leader_.registry.has_others(players, open.unit->keeps_from_guests)) {
    ++boards_here_;
    leader_.local.add({std::nullopt, leader_.context.roster(), {{waiting.job, leader_.feed.given_up(waiting.job)}}});
    return;
  }
  waiting.not_before = std::chrono::steady_clock::now() + pauses_.jittered(BeforeNextPlay);
  leader_.source.put_back(std::move(waiting));
}

/// A result that is not true: who sends many is refused.
void ResultIntake::distrust(const std::string& name, const std::string& why) {
  KnownWorker& worker = *leader_.registry.find(name);
  leader_.context.note(fmt::format("a result of worker {} is refused: {}", name, why));
  worker.proven = 0;
  if (++worker.untrue < MostUntrue) return;
  leader_.registry.refuse(name, "its results were not true");
  leader_.context.note("worker " + name + " is refused from now on");
}

void ResultIntake::take(PlayedBoard board) {
  const JobNumber job = board.finished.job.number;
  held_.insert_or_assign(job, Held{std::move(board.finished), std::move(board.given_up), std::nullopt});
}

void ResultIntake::take_local(LocalResult local) {
  --boards_here_;
  const LocalBoard& board = local.task.boards.front();
  if (local.trouble.empty()) {
    take(PlayedBoard{std::move(local.finished.front()), board.given_up});
  } else {
    leader_.failed.set_aside(board.job.number, local.trouble, local.trouble);
  }
}

void ResultIntake::settle(ResultQueue& queue) {
  int doubts = 0;
  for (auto held = held_.begin(); held != held_.end() && doubts < MostDoubts;) {
    const Job job = held->second.finished.job;
    const std::optional<std::vector<BotId>> given_up = leader_.feed.settled_given_up(job);
    if (!given_up) {
      ++doubts;
      ++held;
      continue;
    }
    Held taken = std::move(held->second);
    held = held_.erase(held);
    if (taken.guess != *given_up) {
      leader_.source.put_back({job});
      if (taken.unit) note_done(*taken.unit);
      continue;
    }
    if (taken.unit) handed_over_.emplace(job.number, *taken.unit);
    queue.push(std::move(taken.finished));
    leader_.source.note_finished();
    handed_over_at_ = std::chrono::steady_clock::now();
  }
}

void ResultIntake::note_stored(std::span<const FinishedJob> finished) {
  const std::scoped_lock lock(mutex_);
  for (const FinishedJob& job : finished) stored_.push_back(job.job.number);
}

/// A job of a unit is stored, or is played again.
void ResultIntake::note_done(UnitNumber unit) {
  if (--leader_.units.find(unit)->left == 0) done_.push_back(unit);
}

void ResultIntake::close_stored() {
  std::vector<JobNumber> stored;
  {
    const std::scoped_lock lock(mutex_);
    stored.swap(stored_);
  }
  for (const JobNumber job : stored) {
    const auto found = handed_over_.find(job);
    if (found == handed_over_.end()) continue;
    note_done(found->second);
    handed_over_.erase(found);
  }
  if (!done_.empty()) {
    leader_.book.together([&] {
      for (const UnitNumber unit : std::exchange(done_, {})) close(*leader_.units.find(unit));
    });
  }
  tell_taken();
}

void ResultIntake::tell_taken() {
  for (const auto& [worker, units] : std::exchange(taken_, {})) {
    for (std::size_t begin = 0; begin < units.size(); begin += MostUnitsOfBeat) {
      const auto first = units.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto count = std::min(MostUnitsOfBeat, units.size() - begin);
      leader_.registry.say(worker, {LeaderWordKind::Taken, "", {first, first + static_cast<std::ptrdiff_t>(count)}});
    }
  }
}

void ResultIntake::close(OpenUnit& open) {
  const std::string worker = open.booked.worker;
  taken_[worker].push_back(open.unit->id);
  if (leader_.recheck.is_stopped(worker)) {
    // It stays checked in the book, and is invalidated with the rest.
    leader_.units.forget(open.number());
    return;
  }
  StoredUnit stored{std::move(*open.unit), {}, open.booked.given_up, worker, std::move(open.digests)};
  for (const WaitingJob& waiting : open.jobs) stored.jobs.push_back(waiting.job);
  leader_.units.close(open.number(), UnitState::Stored);
  leader_.recheck.take_stored(std::move(stored));
}

bool ResultIntake::is_idle() const {
  const std::scoped_lock lock(mutex_);
  return held_.empty() && handed_over_.empty() && done_.empty() && boards_here_ == 0 && stored_.empty();
}

}  // namespace tichu::arena

#include "arena/workers/leader/result_intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/judge_result.h"

namespace tichu::arena {
namespace {

/// A worker whose untrue results, less the true ones that followed, are so many is refused.
constexpr int MostUntrue = 3;
/// Plays of a board with a machine's fault, after which the leader plays it.
constexpr int MostPlays = 4;
constexpr std::chrono::milliseconds BeforeNextPlay(500);
/// Boards in doubt that are asked about at a time.
constexpr int MostDoubts = 8;

/// Whether at a board a bot was late, used too much or ended, as no other machine has seen with the same bots.
bool is_unseen_fault(const OpenUnit& open, std::size_t board, const std::string& worker) {
  const BoardDigest& digest = open.booked.digests.at(board);
  return digest.has_machine_fault && std::ranges::none_of(open.jobs[board].faults_seen, [&](const auto& seen) {
           return seen.first != worker && seen.second == digest.bytes;
         });
}

}  // namespace

void ResultIntake::take(const HeardMessage& message) {
  const std::string name = worker_of(message.subject);
  KnownWorker* worker = leader_.registry.find(name);
  if (worker == nullptr || worker->is_refused()) return;
  const OrInputError<units::UnitResult> result = unpack_result(message.bytes, name);
  if (!result || result->tournament() != leader_.book.tournament()) {
    distrust(name, result ? "it is another's" : result.error().text());
    return;
  }
  const UnitId id = id_of(*result);
  OpenUnit* open = leader_.units.find(id.number);
  const bool has_it = open != nullptr && (open->booked.worker == name || open->had.contains(name));
  if (has_it && open->state() == UnitState::Checked && open->booked.worker == name) return;  // until it is stored
  if (has_it && !open->is_complete()) return;
  taken_[name].push_back(id);
  const std::string_view digest = digest_of_packed(message.bytes);
  if (!has_it || open->state() == UnitState::Checked || digest == worker->refused_digest) return;
  const bool is_out = open->booked.worker == name;
  if (result->has_failure()) {
    if (is_out) dispatch_.take_failure(*open, name, result->failure());
    return;
  }
  const std::optional<std::string> wrong = judge(*open, name, *result);
  if (!wrong) return;
  worker->refused_digest = digest;
  distrust(name, *wrong);
  if (is_out) leader_.units.take_back(*open);
}

/// Judges a result, and takes it if it is true; if not it says what is wrong.
std::optional<std::string> ResultIntake::judge(OpenUnit& open, const std::string& name,
                                               const units::UnitResult& result) {
  // Of units that an earlier leader gave out it is not known when.
  const bool is_measured = open.unit && open.booked.worker == name;
  if (!open.unit) source_.make(open);
  const std::vector<Job> jobs = open.plain_jobs();
  auto judged = judge_result(open.booked.id, {*open.roster, jobs, open.booked.given_up}, result);
  if (!judged) return judged.error().text();
  KnownWorker& worker = *leader_.registry.find(name);
  worker.failures = std::max(0, worker.failures - 1);
  worker.untrue = std::max(0, worker.untrue - 1);
  ++worker.proven;
  if (is_measured) {
    const std::chrono::duration<double> elapsed = std::min<std::chrono::nanoseconds>(
        std::chrono::nanoseconds(result.elapsed_ns()), std::chrono::steady_clock::now() - open.given);
    source_.learn(elapsed.count() / static_cast<double>(jobs.size()));
  }
  std::vector<BoardDigest> digests;
  for (const FinishedJob& board : *judged) digests.push_back(play_digest(board));
  if (open.rechecked) {
    recheck_.take_second(open, name, digests);
    return std::nullopt;
  }
  taken_[name].pop_back();  // not until its boards are stored
  open.booked.digests = std::move(digests);
  open.booked.bots = Recheck::digest_of_bots(*open.unit);
  keep(open, name, std::move(*judged));
  return std::nullopt;
}

/// Keeps a result until its jobs are stored. Boards at which only this machine has seen a machine's fault are played
/// once more.
void ResultIntake::keep(OpenUnit& open, const std::string& worker, std::vector<FinishedJob> judged) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (is_unseen_fault(open, i, worker)) {
      play_elsewhere(open, i, worker);
      continue;
    }
    ++kept;
    held_.insert_or_assign(open.jobs[i].job.number, Held{std::move(judged[i]), open.booked.given_up[i], open.number()});
  }
  if (kept == 0) {
    taken_[worker].push_back(open.booked.id);
    leader_.units.close(open.number(), UnitState::Dropped);
    return;
  }
  leader_.units.check(open, worker, kept);
}

/// Has a board played once more, by another worker, or by the leader if there is none.
void ResultIntake::play_elsewhere(const OpenUnit& open, std::size_t index, const std::string& worker) {
  WaitingJob waiting = open.jobs[index];
  waiting.faults_seen[worker] = open.booked.digests[index].bytes;
  std::set<std::string> players;
  for (const auto& [player, seen] : waiting.faults_seen) players.insert(player);
  if (++waiting.plays >= MostPlays || !leader_.registry.has_others(players, open.keeps_from_guests)) {
    ++boards_here_;
    leader_.local.add({std::nullopt, leader_.roster(), {{waiting.job, leader_.feed.given_up(waiting.job)}}});
    return;
  }
  waiting.not_before = std::chrono::steady_clock::now() + BeforeNextPlay;
  source_.put_back(std::move(waiting));
}

/// A result that is not true: who sends many is refused.
void ResultIntake::distrust(const std::string& name, const std::string& why) {
  KnownWorker& worker = *leader_.registry.find(name);
  leader_.note(fmt::format("a result of worker {} is refused: {}", name, why));
  worker.proven = 0;
  if (++worker.untrue < MostUntrue) return;
  leader_.registry.refuse(name, "its results were not true");
  leader_.note("worker " + name + " is refused from now on");
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
    dispatch_.set_aside(board.job.number, local.trouble, local.trouble);
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
      source_.put_back({job});
      if (taken.unit) note_done(*taken.unit);
      continue;
    }
    if (taken.unit) handed_over_.emplace(job.number, *taken.unit);
    queue.push(std::move(taken.finished));
    source_.note_finished();
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
  for (const auto& [worker, units] : std::exchange(taken_, {})) leader_.registry.say_taken(worker, units);
}

void ResultIntake::close(OpenUnit& open) {
  taken_[open.booked.worker].push_back(open.booked.id);
  if (recheck_.validator().is_stopped(open.booked.worker)) {
    // It stays checked in the book, and is invalidated with the rest.
    leader_.units.forget(open.number());
  } else {
    recheck_.take_stored(leader_.units.close(open.number(), UnitState::Stored));
  }
}

bool ResultIntake::is_idle() const {
  const std::scoped_lock lock(mutex_);
  return held_.empty() && handed_over_.empty() && done_.empty() && boards_here_ == 0 && stored_.empty();
}

}  // namespace tichu::arena

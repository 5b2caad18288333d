#include "arena/tournament/workers/home_referee.h"

#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/units/make_unit.h"
#include "arena/tournament/units/play_difference.h"
#include "arena/tournament/units/worker_trust.h"

namespace tichu::arena {
namespace {

/// How often a board in dispute is played.
constexpr int Repeats = 3;

/// Throws if a bot of the job must not run without a box, and there is none.
void expect_box(const Roster& roster, const Job& job) {
  if (roster.sandbox != nullptr || roster.config.allow_unsandboxed) return;
  for (const EntrantId id : job.entrants) {
    for (const BotId bot : roster.entrants.at(static_cast<std::size_t>(id)).bots.bots) {
      const BotSpec& spec = roster.config.bots.at(static_cast<std::size_t>(bot));
      if (spec.trusted) continue;
      throw std::runtime_error("bot \"" + spec.name + "\" is not trusted, and there is no sandbox for it");
    }
  }
}

std::array<Partnership, 2> teams_of(const Roster& roster, const Job& job) {
  std::array<Partnership, 2> teams;
  for (std::size_t side = 0; side < teams.size(); ++side) {
    teams[side] = roster.entrants.at(static_cast<std::size_t>(job.entrants[side])).bots;
  }
  return teams;
}

std::string digest_of(const HomeQuestion& question, std::size_t place, const PlayedJob& played) {
  UnitJob unit_job;
  unit_job.teams = teams_of(*question.roster, question.jobs.at(place));
  return play_digests({unit_job}, {played}).front();
}

}  // namespace

HomeReferee::HomeReferee() : thread_([this] { run(); }) {}

HomeReferee::~HomeReferee() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  news_.notify_all();
}

void HomeReferee::ask(HomeQuestion question) {
  const std::scoped_lock lock(mutex_);
  questions_.push_back(std::move(question));
  ++open_;
  news_.notify_all();
}

std::optional<HomeVerdict> HomeReferee::take() {
  const std::scoped_lock lock(mutex_);
  if (verdicts_.empty()) return std::nullopt;
  HomeVerdict verdict = std::move(verdicts_.front());
  verdicts_.pop_front();
  --open_;
  return verdict;
}

std::size_t HomeReferee::open() const {
  const std::scoped_lock lock(mutex_);
  return open_;
}

std::chrono::duration<double> HomeReferee::work() const {
  const std::scoped_lock lock(mutex_);
  return work_;
}

void HomeReferee::run() {
  while (true) {
    HomeQuestion question;
    {
      std::unique_lock lock(mutex_);
      news_.wait(lock, [this] { return ended_ || !questions_.empty(); });
      if (ended_) break;
      question = std::move(questions_.front());
      questions_.pop_front();
    }
    const auto began = std::chrono::steady_clock::now();
    HomeVerdict verdict = judge(question);
    const std::scoped_lock lock(mutex_);
    work_ += std::chrono::steady_clock::now() - began;
    verdicts_.push_back(std::move(verdict));
  }
  pool_.reset();  // processes live as long as the thread that started them
}

bool HomeReferee::is_ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

HomeVerdict HomeReferee::judge(const HomeQuestion& question) {
  HomeVerdict verdict;
  verdict.unit = question.unit;
  try {
    for (const std::size_t place : question.places) {
      PlayedJob known = played(question, place);
      std::string digest = digest_of(question, place, known);
      if (is_ended()) return verdict;
      const auto is_borne_out = [&](const std::vector<std::string>& said) { return bears_out(digest, said.at(place)); };
      const bool is_disputed = !std::all_of(question.said.begin(), question.said.end(), is_borne_out);
      for (int i = 1; i < Repeats && is_disputed; ++i) {
        PlayedJob again = played(question, place);
        std::string next = digest_of(question, place, again);
        if (is_ended()) return verdict;
        if (next == digest || is_late(next)) continue;  // a busy machine tells nothing of what bots play
        if (is_late(digest)) {
          known = std::move(again);
          digest = std::move(next);
          continue;
        }
        verdict.is_inconstant = true;
        verdict.inconstant = first_to_differ(teams_of(*question.roster, question.jobs.at(place)), known, again);
        return verdict;
      }
      verdict.digests.emplace(place, std::move(digest));
    }
  } catch (const std::exception& error) {
    pool_.reset();
    verdict.trouble = error.what();
  }
  return verdict;
}

PlayedJob HomeReferee::played(const HomeQuestion& question, std::size_t place) {
  const Job& job = question.jobs.at(place);
  expect_box(*question.roster, job);
  if (roster_ != question.roster) {
    // Bots of a roster that came later are others.
    pool_.reset();
    roster_ = question.roster;
  }
  const TournamentConfig& config = roster_->config;
  if (pool_ == nullptr) {
    pool_ = std::make_unique<PlayerPool>(config.bots, config.limits, roster_->sandbox,
                                         affordable_programs(config, 1, descriptor_limit(), machine_memory()));
  }
  const BoardOutcome outcome =
      play_board(board_spec(config, roster_->entrants, job, question.given_up.at(place)), *pool_);
  pool_->take_usage();
  UnitJob unit_job;
  unit_job.number = job.number;
  return played_job(unit_job, outcome);
}

}  // namespace tichu::arena

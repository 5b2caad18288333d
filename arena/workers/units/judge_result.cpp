#include "arena/workers/units/judge_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "arena/hosting/match/board_judgement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/remark_log.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/workers/units/replay_round.h"
#include "engine/game.h"

namespace tichu::arena {
namespace {

using Judged = tl::expected<void, InputError>;

/// What a clock may be off, and a program's answer be read after it came.
constexpr std::chrono::milliseconds Slack(100);

/// How many decisions were made: at least and at most (ReplayedRound::doubtful).
struct DecisionCount {
  std::uint64_t least = 0;
  std::uint64_t most = 0;

  void add(const ReplayedRound& round, Seat seat) {
    const std::uint64_t decisions = round.outcome.think_time[seat].decisions;
    least += decisions;
    most += decisions + round.doubtful[seat];
  }
  bool is(std::uint64_t said) const { return said >= least && said <= most; }
};

/// Of a job.
struct JobCounts {
  std::array<DecisionCount, 2> decisions{};  ///< by side
  std::uint64_t rounds = 0;
};

/// Judges the result of one unit.
class ResultJudge {
 public:
  ResultJudge(const Unit& unit, const std::vector<Job>& jobs, UnitResult result)
      : unit_(unit), jobs_(jobs), result_(std::move(result)) {}

  OrInputError<JudgedJobs> judge() {
    if (Judged sound = judge_frame(); !sound) return tl::unexpected(std::move(sound.error()));
    JudgedJobs judged;
    if (result_.failure) return judged;
    judged.reserve(jobs_.size());
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (Judged sound = judge_job(i, judged); !sound) return tl::unexpected(std::move(sound.error()));
    }
    if (Judged sound = judge_usage(); !sound) return tl::unexpected(std::move(sound.error()));
    judged.back().usage = std::move(result_.usage);
    return judged;
  }

 private:
  tl::unexpected<InputError> refused(std::string key, std::string problem) const {
    return tl::unexpected(
        InputError{fmt::format("unit {}", result_.id.number.value()), std::move(key), std::move(problem)});
  }

  Judged judge_frame() const {
    if (result_.id != unit_.id) return refused("unit", "is not the one that was given out");
    if (result_.failure) return judge_failure();
    if (result_.jobs.size() != unit_.jobs.size()) {
      return refused("jobs", fmt::format("there are {}, but the unit has {}", result_.jobs.size(), unit_.jobs.size()));
    }
    return {};
  }

  Judged judge_failure() const {
    if (!result_.jobs.empty() || !result_.usage.empty()) {
      return refused("failure", "of a unit of which something was played");
    }
    return {};
  }

  Judged judge_job(std::size_t number, JudgedJobs& judged) {
    const UnitJob& job = unit_.jobs[number];
    PlayedJob& played = result_.jobs[number];
    if (played.number != job.number) {
      return refused(fmt::format("jobs[{}].number", number), "is not the unit's job at this place");
    }
    if (std::cmp_not_equal(played.tables.size(), unit_.setup.tables)) {
      return refused(fmt::format("jobs[{}].tables", number), fmt::format("must be {}", unit_.setup.tables));
    }
    BoardOutcome outcome;
    outcome.tables.reserve(played.tables.size());
    JobCounts counts;
    for (std::size_t table = 0; table < played.tables.size(); ++table) {
      auto replayed = replay_table(job, SeatingNumber(table), played.tables[table], counts);
      if (!replayed) {
        return refused(fmt::format("jobs[{}].tables[{}].{}", number, table, replayed.error().key),
                       replayed.error().problem);
      }
      outcome.tables.push_back(std::move(*replayed));
    }
    if (Judged sound = judge_times(number, played, counts); !sound) return sound;
    FinishedJob& finished = judged.emplace_back(finish_job_without_times(unit_.setup.format, jobs_[number], outcome));
    finished.think_time = played.think_time;
    return {};
  }

  OrInputError<TableOutcome> replay_table(const UnitJob& job, SeatingNumber seating, std::vector<PlayedRound>& rounds,
                                          JobCounts& counts) {
    TableOutcome table;
    table.seating = seating;
    table.bots = seating_of(job.teams, seating);
    PerSeat<bool> substituted;
    table.rounds.reserve(rounds.size());
    PerSeat<std::size_t> said;
    Game game(unit_.setup.rules);
    BoardSpec spec;
    spec.board = unit_.boards[job.board].number;
    spec.game = unit_.setup.format == BoardFormat::Games;
    for (std::size_t number = 0; number < rounds.size(); ++number) {
      const auto refuse = [&](std::string problem) {
        return tl::unexpected(InputError{"", fmt::format("rounds[{}]", number), std::move(problem)});
      };
      if (is_over(game, table)) return refuse("comes after the end of its table");
      const std::vector<Deal>& deals = unit_.boards[job.board].deals;
      if (number >= deals.size()) return refuse("has no deal in the unit");
      if (has_invented_evidence(rounds[number])) return refuse("a bot that is given up did or said something");
      auto replayed =
          replay_round({.deal = deals[number],
                        .deal_index = deal_index(spec, RoundNumber(number)),
                        .rules = unit_.setup.rules,
                        .totals = game.totals(),
                        .substitute = unit_.setup.faults == FaultPolicy::Substitute,
                        .substituted = substituted,
                        .remarks = unit_.setup.remarks,
                        .said = said},
                       number == 0 ? std::optional(given_up(job, table)) : std::nullopt, std::move(rounds[number]));
      if (!replayed) return refuse(std::move(replayed.error()));
      take(*replayed, table, counts);
      for (const RecordedRemark& remark : table.rounds.back().record.remarks) {
        said[remark.seat] += stored_bytes(remark.remark);
      }
      for (const SeatFault& fault : table.rounds.back().faults) substituted[fault.seat] = true;
      if (!table.rounds.back().record.failure) game.add(table.rounds.back().score);
    }
    if (!is_over(game, table)) {
      return tl::unexpected(InputError{"", "rounds", "end before the end of the table"});
    }
    return table;
  }

  bool is_over(const Game& game, const TableOutcome& table) const {
    if (table.rounds.empty()) return false;
    if (unit_.setup.format == BoardFormat::Deals || table.rounds.back().record.failure) return true;
    return game.is_over() || game.rounds() == MostRoundsOfGame;
  }

  static PerSeat<bool> given_up(const UnitJob& job, const TableOutcome& table) {
    PerSeat<bool> given_up;
    for (const Seat seat : AllSeats) {
      given_up[seat] = std::binary_search(job.given_up.begin(), job.given_up.end(), table.bots[seat]);
    }
    return given_up;
  }

  bool has_invented_evidence(const PlayedRound& round) const {
    return std::any_of(round.faults.begin(), round.faults.end(), [&](const SeatFault& fault) {
      return fault.fault.kind == FaultKind::GivenUp &&
             (fault.fault.text != given_up_text(unit_.setup.give_up_after) || !fault.fault.stderr_tail.empty() ||
              !fault.exchange.sent.empty() || !fault.exchange.received.empty());
    });
  }

  void take(ReplayedRound& replayed, TableOutcome& table, JobCounts& counts) {
    for (const Seat seat : AllSeats) {
      counts.decisions[static_cast<std::size_t>(partnership_of(seat, table.seating))].add(replayed, seat);
      decisions_[table.bots[seat]].add(replayed, seat);
    }
    ++counts.rounds;
    table.rounds.push_back(std::move(replayed.outcome));
  }

  Judged judge_times(std::size_t job, const PlayedJob& played, const JobCounts& counts) {
    for (std::size_t side = 0; side < 2; ++side) {
      const TimeSums& time = played.think_time[side];
      const auto refuse = [&](std::string problem) {
        return refused(fmt::format("jobs[{}].times[{}]", job, side), std::move(problem));
      };
      if (!counts.decisions[side].is(time.decisions)) {
        return refuse(
            fmt::format("{} decisions are said, but {} were made", time.decisions, counts.decisions[side].least));
      }
      if (time.longest > unit_.setup.limits.decision + Slack) return refuse("a decision took longer than any may");
      if (time.total > 2 * static_cast<std::int64_t>(counts.rounds) * (unit_.setup.limits.round + Slack)) {
        return refuse("the decisions took longer than they may in so many rounds");
      }
      if (time.total > static_cast<std::int64_t>(time.decisions) * time.longest)
        return refuse("the longest is no longest");
      total_ += time.total;
      said_ += time.decisions;
      longest_ = std::max(longest_, time.longest);
    }
    return {};
  }

  Judged judge_usage() {
    std::chrono::nanoseconds total{0};
    std::chrono::nanoseconds longest{0};
    std::uint64_t said = 0;
    std::size_t known = 0;
    for (std::size_t i = 0; i < result_.usage.size(); ++i) {
      BotUsage& usage = result_.usage[i];
      const std::string key = fmt::format("usage[{}]", i);
      const auto counted = decisions_.find(usage.bot);
      if (counted == decisions_.end()) return refused(key, "is of a bot that did not play");
      if (!counted->second.is(usage.time.decisions)) {
        return refused(
            key, fmt::format("{} decisions are said, but {} were made", usage.time.decisions, counted->second.least));
      }
      // It may be known later than the processor time that it is part of.
      usage.resources.pondering = std::min(usage.resources.pondering, usage.resources.processor);
      total += usage.time.total;
      longest = std::max(longest, usage.time.longest);
      said += usage.time.decisions;
      ++known;
    }
    const auto decided =
        std::count_if(decisions_.begin(), decisions_.end(), [](const auto& bot) { return bot.second.least > 0; });
    if (std::cmp_less(known, decided)) return refused("usage", "lacks a bot that played");
    if (total != total_ || longest != longest_ || said != said_)
      return refused("usage", "its times are not those of the jobs");
    if (total > result_.elapsed + Slack) return refused("elapsed_ns", "is less than the bots' decisions took");
    return {};
  }

  const Unit& unit_;
  const std::vector<Job>& jobs_;
  UnitResult result_;
  std::map<BotId, DecisionCount> decisions_;
  std::chrono::nanoseconds total_{0};
  std::chrono::nanoseconds longest_{0};
  std::uint64_t said_ = 0;  ///< decisions, in the jobs
};

}  // namespace

OrInputError<JudgedJobs> judge_result(const Unit& unit, const std::vector<Job>& jobs, UnitResult result) {
  return ResultJudge(unit, jobs, std::move(result)).judge();
}

}  // namespace tichu::arena

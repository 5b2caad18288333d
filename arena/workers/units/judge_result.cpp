#include "arena/workers/units/judge_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/remark_log.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/workers/units/replay_round.h"
#include "arena/workers/units/result_messages.h"
#include "engine/deal.h"
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
  std::uint64_t faults = 0;  ///< which may have come in decisions that are not counted

  void add(const ReplayedRound& round, Seat seat) {
    for (const SeatFault& fault : round.outcome.faults) faults += fault.seat == seat ? 1 : 0;
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
  ResultJudge(const UnitId& id, const UnitBoards& boards, const units::UnitResult& result)
      : id_(id), boards_(boards), config_(boards.roster.config), result_(result) {}

  OrInputError<std::vector<FinishedJob>> judge() {
    std::vector<FinishedJob> judged;
    if (id_of(result_) != id_) return refused("unit", "is not the one that was given out");
    if (result_.has_failure()) {
      if (!result_.jobs().empty() || !result_.usage().empty()) {
        return refused("failure", "of a unit of which something was played");
      }
      return judged;
    }
    if (std::cmp_not_equal(result_.jobs_size(), boards_.jobs.size())) {
      return refused("jobs",
                     fmt::format("there are {}, but the unit has {}", result_.jobs_size(), boards_.jobs.size()));
    }
    judged.reserve(boards_.jobs.size());
    for (std::size_t i = 0; i < boards_.jobs.size(); ++i) {
      if (Judged sound = judge_job(i, judged); !sound) return tl::unexpected(std::move(sound.error()));
    }
    if (Judged sound = judge_usage(judged.back().usage); !sound) return tl::unexpected(std::move(sound.error()));
    return judged;
  }

 private:
  tl::unexpected<InputError> refused(std::string key, std::string problem) const {
    return tl::unexpected(InputError{fmt::format("unit {}", result_.unit()), std::move(key), std::move(problem)});
  }

  Judged judge_job(std::size_t number, std::vector<FinishedJob>& judged) {
    const units::PlayedJob& played = result_.jobs(static_cast<int>(number));
    const Job& job = boards_.jobs[number];
    if (played.number() != job.number.value()) {
      return refused(fmt::format("jobs[{}].number", number), "is not the unit's job at this place");
    }
    const BoardSpec spec = board_spec(config_, boards_.roster.entrants, job, boards_.given_up[number]);
    if (played.tables_size() != spec.tables) {
      return refused(fmt::format("jobs[{}].tables", number), fmt::format("must be {}", spec.tables));
    }
    BoardOutcome outcome;
    outcome.tables.reserve(static_cast<std::size_t>(spec.tables));
    std::vector<Deal> deals;
    JobCounts counts;
    for (int table = 0; table < spec.tables; ++table) {
      auto replayed = replay_table(spec, SeatingNumber(table), played.tables(table), deals, counts);
      if (!replayed) {
        return refused(fmt::format("jobs[{}].tables[{}].{}", number, table, replayed.error().key),
                       replayed.error().problem);
      }
      outcome.tables.push_back(std::move(*replayed));
    }
    FinishedJob& finished = judged.emplace_back(finish_job_without_times(config_.format, job, outcome));
    return judge_times(number, played, counts, finished.think_time);
  }

  /// `deals`: those of the board's rounds that were looked at.
  OrInputError<TableOutcome> replay_table(const BoardSpec& spec, SeatingNumber seating,
                                          const units::PlayedTable& played, std::vector<Deal>& deals,
                                          JobCounts& counts) {
    TableOutcome table;
    table.seating = seating;
    table.bots = seating_of(spec.teams, seating);
    table.rounds.reserve(static_cast<std::size_t>(played.rounds_size()));
    PerSeat<bool> substituted;
    PerSeat<std::size_t> said;
    Game game(spec.rules);
    for (std::size_t number = 0; std::cmp_less(number, played.rounds_size()); ++number) {
      const auto refuse = [&](std::string problem) {
        return tl::unexpected(InputError{"", fmt::format("rounds[{}]", number), std::move(problem)});
      };
      if (is_over(game, table)) return refuse("comes after the end of its table");
      const std::uint64_t index = deal_index(spec, RoundNumber(number));
      if (number == deals.size()) deals.push_back(deal(spec.tournament_seed, index));
      MessageForm form("the message");
      PlayedRound round = played_round(played.rounds(static_cast<int>(number)), form);
      if (!form.ok()) return refuse(form.take_error().text());
      if (has_invented_evidence(round)) return refuse("a bot that is given up did or said something");
      auto replayed = replay_round({.deal = deals[number],
                                    .deal_index = index,
                                    .rules = spec.rules,
                                    .totals = game.totals(),
                                    .substitute = spec.substitute,
                                    .substituted = substituted,
                                    .remarks = spec.remarks,
                                    .said = said},
                                   number == 0 ? std::optional(given_up(spec, table)) : std::nullopt, std::move(round));
      if (!replayed) return refuse(std::move(replayed.error()));
      take(*replayed, table, counts);
      for (const RecordedRemark& remark : table.rounds.back().record.remarks) {
        said[remark.seat] += stored_bytes(remark.remark);
      }
      for (const SeatFault& fault : table.rounds.back().faults) substituted[fault.seat] = true;
      if (!table.rounds.back().record.failure) game.add(table.rounds.back().score);
    }
    if (!is_over(game, table)) return tl::unexpected(InputError{"", "rounds", "end before the end of the table"});
    if (Judged sound = take_output(spec, played, table); !sound) return tl::unexpected(std::move(sound.error()));
    return table;
  }

  Judged take_output(const BoardSpec& spec, const units::PlayedTable& played, TableOutcome& table) const {
    MessageForm form("the message");
    table.output = output_of_table(played, form);
    const PerSeat<bool> absent = given_up(spec, table);
    for (const Seat seat : AllSeats) {
      form.expect(table.output[seat].empty() || (boards_.roster.keeps_output && !absent[seat]), "output",
                  "is of a bot of which none is kept");
    }
    if (!form.ok()) return tl::unexpected(InputError{"", "output", form.take_error().text()});
    return {};
  }

  bool is_over(const Game& game, const TableOutcome& table) const {
    if (table.rounds.empty()) return false;
    if (config_.format == BoardFormat::Deals || table.rounds.back().record.failure) return true;
    return game.is_over() || game.rounds() == MostRoundsOfGame;
  }

  static PerSeat<bool> given_up(const BoardSpec& spec, const TableOutcome& table) {
    PerSeat<bool> given_up;
    for (const Seat seat : AllSeats) {
      given_up[seat] = std::find(spec.given_up.begin(), spec.given_up.end(), table.bots[seat]) != spec.given_up.end();
    }
    return given_up;
  }

  bool has_invented_evidence(const PlayedRound& round) const {
    return std::any_of(round.faults.begin(), round.faults.end(), [&](const SeatFault& fault) {
      return fault.fault.kind == FaultKind::GivenUp &&
             (fault.fault.text != given_up_text(config_.give_up_after) || !fault.fault.stderr_tail.empty() ||
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

  Judged judge_times(std::size_t job, const units::PlayedJob& played, const JobCounts& counts,
                     std::array<TimeSums, 2>& times) {
    if (played.times_size() != 2) return refused(fmt::format("jobs[{}].times", job), "must be two");
    for (std::size_t side = 0; side < 2; ++side) {
      const auto refuse = [&](std::string problem) {
        return refused(fmt::format("jobs[{}].times[{}]", job, side), std::move(problem));
      };
      MessageForm form("the message");
      const TimeSums& time = times[side] = time_sums(played.times(static_cast<int>(side)), form);
      if (!form.ok()) return refuse(form.take_error().text());
      if (!counts.decisions[side].is(time.decisions)) {
        return refuse(
            fmt::format("{} decisions are said, but {} were made", time.decisions, counts.decisions[side].least));
      }
      if (time.longest > config_.limits.decision + Slack) return refuse("a decision took longer than any may");
      if (time.total > 2 * static_cast<std::int64_t>(counts.rounds) * (config_.limits.round + Slack)) {
        return refuse("the decisions took longer than they may in so many rounds");
      }
      if (time.total > static_cast<std::int64_t>(time.decisions) * time.longest) {
        return refuse("the longest is no longest");
      }
      of_jobs_ += time;
    }
    return {};
  }

  Judged judge_usage(std::vector<BotUsage>& kept) {
    TimeSums of_bots;
    for (const units::Usage& message : result_.usage()) {
      const std::string key = fmt::format("usage[{}]", kept.size());
      MessageForm form("the message");
      const BotUsage& usage = kept.emplace_back(bot_usage(message, form));
      if (!form.ok()) return refused(key, form.take_error().text());
      // Each bot once: what is looked at is taken out.
      const auto counted = decisions_.extract(usage.bot);
      if (counted.empty()) return refused(key, "is of a bot that did not play, or stands there twice");
      if (!counted.mapped().is(usage.time.decisions)) {
        return refused(
            key, fmt::format("{} decisions are said, but {} were made", usage.time.decisions, counted.mapped().least));
      }
      const std::uint64_t asked = counted.mapped().most + counted.mapped().faults;
      if (usage.time.retries > asked * static_cast<std::uint64_t>(config_.retries)) {
        return refused(key, fmt::format("{} retries are more than its decisions can have had", usage.time.retries));
      }
      of_bots += usage.time;
    }
    const auto decided = [](const auto& bot) { return bot.second.least > 0; };
    if (std::any_of(decisions_.begin(), decisions_.end(), decided)) return refused("usage", "lacks a bot that played");
    if (of_bots.total != of_jobs_.total || of_bots.longest != of_jobs_.longest ||
        of_bots.decisions != of_jobs_.decisions) {
      return refused("usage", "its times are not those of the jobs");
    }
    MessageForm form("the message");
    const bool is_long_enough = of_bots.total <= nanoseconds("", result_.elapsed_ns(), form) + Slack;
    if (!form.ok() || !is_long_enough) return refused("elapsed_ns", "is not what the bots' decisions took");
    return {};
  }

  const UnitId& id_;
  const UnitBoards& boards_;
  const TournamentConfig& config_;
  const units::UnitResult& result_;
  std::map<BotId, DecisionCount> decisions_;
  TimeSums of_jobs_;
};

}  // namespace

OrInputError<std::vector<FinishedJob>> judge_result(const UnitId& id, const UnitBoards& boards,
                                                    const units::UnitResult& result) {
  return ResultJudge(id, boards, result).judge();
}

}  // namespace tichu::arena

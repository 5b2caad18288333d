#include "tests/arena/workers/units/played_unit.h"

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/remark_log.h"
#include "arena/hosting/match/table.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/result_messages.h"
#include "engine/game.h"
#include "tests/arena/hosting/match/function_player.h"
#include "tests/arena/hosting/match/random_answers.h"

namespace tichu::tests {

using namespace arena;

namespace {

constexpr std::size_t Bots = 4;

TournamentConfig config_of(const UnitPlan& plan) {
  TournamentConfig config;
  config.name = "cup";
  config.seed = plan.seed;
  config.format = plan.format;
  config.seatings = plan.seatings;
  config.faults = plan.faults;
  config.retries = plan.retries;
  config.rules.target = Points(plan.target);
  for (std::size_t i = 0; i < Bots; ++i) {
    BotSpec& bot = config.bots.emplace_back();
    bot.name = "bot-" + std::to_string(i);
    bot.options = {{"depth", std::to_string(i)}, {"note", "two\nlines"}};
  }
  config.pairs = {{"mixed", {1, 2}}};
  return config;
}

std::vector<units::Bot> unit_bots(const TournamentConfig& config) {
  std::vector<units::Bot> bots;
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    BotSpec spec = config.bots[i];
    spec.path = "bin/" + spec.name;
    spec.arguments = {"--fast", "data/weights"};
    units::Bot& bot = bots.emplace_back();
    bot.set_id(static_cast<std::uint32_t>(i));
    bot.set_spec(bot_spec_json(spec));
    bot.set_artifact(std::string(64, "0123456789abcdef"[i]));
    bot.add_paths(1);
  }
  return bots;
}

/// Four bots at a table that answer by chance, and go wrong by chance.
class Sitting {
 public:
  Sitting(const UnitPlan& plan, std::uint64_t seed) : plan_(plan), answers_(seed), chance_(seed, 1) {
    for (auto& player : players_) {
      player = std::make_unique<FunctionPlayer>(
          [this](Question question, const Observation& seen) { return said(question, seen); });
    }
  }

  PerSeat<Player*> players() const {
    PerSeat<Player*> players;
    for (const Seat seat : AllSeats) players[seat] = players_[static_cast<std::size_t>(seat.number())].get();
    return players;
  }

 private:
  FunctionPlayer::Said said(Question question, const Observation& seen) {
    if (plan_.fault_in != 0 && chance_.below(plan_.fault_in) == 0) {
      constexpr std::array Kinds{FaultKind::Crash, FaultKind::Timeout, FaultKind::BadMessage, FaultKind::IllegalAction};
      return tl::unexpected(Fault{Kinds[chance_.below(Kinds.size())], "went wrong", "last\nwords\xff"});
    }
    TimedAnswer answer = answers_.answer(question, seen);
    answer.think_time = std::chrono::nanoseconds(100 + chance_.below(100'000));
    if (plan_.remark_in != 0 && chance_.below(plan_.remark_in) == 0) {
      answer.remark = Remark{"what else", 12.5, {{"pass", 0.25}, {"7j 7s", 0.75}}};
    }
    return answer;
  }

  const UnitPlan& plan_;
  RandomAnswers answers_;
  Random chance_;
  std::array<std::unique_ptr<FunctionPlayer>, 4> players_;
};

RoundOutcome not_begun(const BoardSpec& spec, const Deal& cards, SeatFault fault) {
  RoundOutcome round;
  round.record.deal = cards;
  round.record.deal_index = deal_index(spec, RoundNumber(0));
  round.record.rules = spec.rules;
  forfeit(round, std::move(fault));
  return round;
}

std::vector<SeatFault> absences(const BoardSpec& spec, const TableOutcome& table) {
  std::vector<SeatFault> faults;
  for (const Seat seat : AllSeats) {
    for (const BotId bot : spec.given_up) {
      if (bot == table.bots[seat]) faults.push_back({seat, {FaultKind::GivenUp, spec.given_up_text, {}}});
    }
  }
  return faults;
}

/// A table as hosting/match/play_board.cpp plays it, with the bots of chance.
TableOutcome play_table(const UnitPlan& plan, const BoardSpec& spec, SeatingNumber seating) {
  TableOutcome table;
  table.seating = seating;
  table.bots = seating_of(spec.teams, seating);
  const Sitting sitting(plan, bot_seed(spec, seating, Seat(0)));
  std::vector<SeatFault> unseated = absences(spec, table);
  PerSeat<bool> substituted;
  PerSeat<std::size_t> said;
  for (const SeatFault& fault : unseated) substituted[fault.seat] = true;
  Game game(spec.rules);
  while (true) {
    const std::uint64_t index = deal_index(spec, RoundNumber(game.rounds()));
    const Deal cards = deal(spec.tournament_seed, index);
    if (!unseated.empty() && !spec.substitute) {
      table.rounds.push_back(not_begun(spec, cards, unseated.front()));
      return table;
    }
    RoundOutcome round = play_round({cards,
                                     index,
                                     spec.rules,
                                     game.totals(),
                                     sitting.players(),
                                     {},
                                     spec.substitute,
                                     substituted,
                                     spec.remarks,
                                     said,
                                     nullptr,
                                     std::exchange(unseated, {})});
    for (const RecordedRemark& remark : round.record.remarks) said[remark.seat] += stored_bytes(remark.remark);
    for (const SeatFault& fault : round.faults) substituted[fault.seat] = true;
    table.rounds.push_back(std::move(round));
    if (!spec.game || table.rounds.back().record.failure) return table;
    game.add(table.rounds.back().score);
    if (game.is_over() || game.rounds() == MostRoundsOfGame) return table;
  }
}

}  // namespace

PlayedUnit played_unit(const UnitPlan& plan) {
  PlayedUnit played;
  const TournamentConfig& config = played.roster.config = config_of(plan);
  const std::vector<Entrant>& entrants = played.roster.entrants = entrants_of(config);
  played.roster.keeps_output = plan.keeps_output;
  played.given_up.resize(plan.jobs);
  constexpr std::array<Pairing, 3> Pairings{
      {{EntrantId{0}, EntrantId{3}}, {EntrantId{4}, EntrantId{0}}, {EntrantId{1}, EntrantId{2}}}};
  for (std::size_t i = 0; i < plan.jobs; ++i) {
    played.jobs.push_back({JobNumber(7 + 2 * i), BoardNumber(i / 2), Pairings[i % Pairings.size()]});
  }
  if (plan.one_given_up) played.given_up.front() = {BotId{3}};
  const UnitId id{std::string(TournamentKeyDigits, 'a'), UnitNumber(5)};
  played.unit = make_unit(id, {played.roster, played.jobs, played.given_up}, unit_config(config), unit_bots(config));
  units::UnitResult& result = played.result;
  set_id(result, id);
  std::vector<BotUsage> used;
  std::chrono::nanoseconds elapsed{0};
  for (std::size_t i = 0; i < plan.jobs; ++i) {
    const BoardSpec spec = board_spec(config, entrants, played.jobs[i], played.given_up[i]);
    BoardOutcome outcome;
    for (int seating = 0; seating < spec.tables; ++seating) {
      TableOutcome& table = outcome.tables.emplace_back(play_table(plan, spec, SeatingNumber(seating)));
      if (!plan.keeps_output) continue;
      table.output[Seat(1)] = "thought\n\x1b[31m\xff";
      table.output[Seat(3)] = std::string(4096, 'x');
    }
    add_board(result, played.jobs[i].number, outcome);
    FinishedJob& finished = played.at_home.emplace_back(finish_job(config, played.jobs[i], std::move(outcome)));
    for (const BotUsage& usage : finished.usage) add_usage(used, usage);
    for (const TimeSums& time : finished.think_time) elapsed += time.total;
  }
  for (const BotUsage& usage : used) add_usage(result, usage);
  result.set_elapsed_ns(static_cast<std::uint64_t>(elapsed.count()));
  return played;
}

}  // namespace tichu::tests

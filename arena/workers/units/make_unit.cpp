#include "arena/workers/units/make_unit.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {
namespace {

UnitSetup setup_of(const TournamentConfig& config) {
  return {config.format,
          table_count(config.seatings),
          config.rules,
          config.faults,
          config.remarks,
          config.give_up_after,
          config.limits,
          config.sandbox,
          config.allow_unsandboxed,
          config.pin};
}

UnitBoard board_of(const BoardSpec& spec, std::size_t deals) {
  UnitBoard board;
  board.number = spec.board;
  for (std::size_t round = 0; round < deals; ++round) {
    board.deals.push_back(deal(spec.tournament_seed, deal_index(spec, RoundNumber(round))));
  }
  for (int table = 0; table < spec.tables; ++table) {
    PerSeat<std::uint64_t>& seeds = board.bot_seeds.emplace_back();
    for (const Seat seat : AllSeats) seeds[seat] = bot_seed(spec, SeatingNumber(table), seat);
  }
  return board;
}

}  // namespace

Unit make_unit(UnitId id, const TournamentConfig& config, const std::vector<Entrant>& entrants,
               const std::vector<Job>& jobs, const std::vector<std::vector<BotId>>& given_up,
               const std::vector<UnitBot>& bots, std::size_t most_deals) {
  Unit unit;
  unit.id = std::move(id);
  unit.setup = setup_of(config);
  const std::size_t deals =
      config.format == BoardFormat::Games ? std::clamp<std::size_t>(most_deals, 1, MostRoundsOfGame) : 1;
  std::map<BoardNumber, std::size_t> boards;
  std::set<BotId> seated;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const BoardSpec spec = board_spec(config, entrants, jobs[i]);
    const auto [board, is_new] = boards.try_emplace(spec.board, unit.boards.size());
    if (is_new) unit.boards.push_back(board_of(spec, deals));
    std::vector<BotId> absent = given_up[i];
    std::sort(absent.begin(), absent.end());
    unit.jobs.push_back({jobs[i].number, board->second, spec.teams, std::move(absent)});
    for (const Partnership& team : spec.teams) seated.insert(team.bots.begin(), team.bots.end());
  }
  for (const UnitBot& bot : bots) {
    if (seated.contains(bot.id)) unit.bots.push_back(bot);
  }
  assert(unit.bots.size() == seated.size());
  return unit;
}

PlayedJob played_job(const UnitJob& job, const BoardOutcome& outcome) {
  PlayedJob played;
  played.number = job.number;
  for (const TableOutcome& table : outcome.tables) {
    std::vector<PlayedRound>& rounds = played.tables.emplace_back();
    for (const RoundOutcome& round : table.rounds) {
      const Record& record = round.record;
      rounds.push_back({record.actions, record.remarks, record.result, round.faults, record.failure.has_value()});
      for (const Seat seat : AllSeats) {
        TimeSums& time = played.think_time[static_cast<std::size_t>(partnership_of(seat, table.seating))];
        time += round.think_time[seat];
      }
    }
  }
  return played;
}

}  // namespace tichu::arena

#include "arena/workers/units/make_unit.h"

#include <algorithm>
#include <map>
#include <set>

#include "arena/hosting/match/play_board.h"
#include "arena/record/packed_actions.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {
namespace {

void add_board(units::Unit& unit, const BoardSpec& spec, std::size_t deals) {
  units::Board& board = *unit.add_boards();
  board.set_number(spec.board.value());
  for (std::size_t round = 0; round < deals; ++round) {
    board.add_deals(pack_deal(deal(spec.tournament_seed, deal_index(spec, RoundNumber(round)))));
  }
  for (int table = 0; table < spec.tables; ++table) {
    for (const Seat seat : AllSeats) board.add_bot_seeds(bot_seed(spec, SeatingNumber(table), seat));
  }
}

}  // namespace

std::string unit_config(const TournamentConfig& config) {
  TournamentConfig told;
  told.origin.seed_known = false;
  told.format = config.format;
  told.seatings = config.seatings;
  told.rules = config.rules;
  told.faults = config.faults;
  told.remarks = config.remarks;
  told.retries = config.retries;
  told.give_up_after = config.give_up_after;
  told.limits = config.limits;
  told.sandbox = config.sandbox;
  told.allow_unsandboxed = config.allow_unsandboxed;
  told.pin = config.pin;
  return config_json(told);
}

units::Unit make_unit(const UnitId& id, const UnitBoards& boards, const std::string& config,
                      const std::vector<units::Bot>& bots, std::size_t most_deals) {
  units::Unit unit;
  set_id(unit, id);
  unit.set_config(config);
  unit.set_keeps_output(boards.roster.keeps_output);
  std::map<BoardNumber, int> places;
  std::set<std::uint32_t> seated;
  for (std::size_t i = 0; i < boards.jobs.size(); ++i) {
    const BoardSpec spec = board_spec(boards.roster.config, boards.roster.entrants, boards.jobs[i], boards.given_up[i]);
    const auto [place, is_new] = places.try_emplace(spec.board, unit.boards_size());
    if (is_new) add_board(unit, spec, spec.game ? std::clamp<std::size_t>(most_deals, 1, MostRoundsOfGame) : 1);
    units::Job& job = *unit.add_jobs();
    job.set_number(boards.jobs[i].number.value());
    job.set_board(static_cast<std::uint32_t>(place->second));
    for (const Partnership& team : spec.teams) {
      for (const BotId bot : team.bots) job.add_bots(static_cast<std::uint32_t>(bot));
    }
    for (const BotId bot : spec.given_up) job.add_given_up(static_cast<std::uint32_t>(bot));
    seated.insert(job.bots().begin(), job.bots().end());
  }
  for (const units::Bot& bot : bots) {
    if (seated.contains(bot.id())) *unit.add_bots() = bot;
  }
  return unit;
}

}  // namespace tichu::arena

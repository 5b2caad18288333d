#include "arena/hosting/match/play_board.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/match/remark_log.h"
#include "arena/hosting/match/table.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/text/digest.h"
#include "engine/deal.h"
#include "engine/game.h"

namespace tichu::arena {
namespace {

/// A prime above the longest game, so that no two boards share a deal.
constexpr std::uint64_t DealsOfBoard = 1'000'003;

/// The cards of a round of a board.
Deal cards_of(const BoardSpec& spec, RoundNumber round) {
  if (spec.given == nullptr) return deal(spec.tournament_seed, deal_index(spec, round));
  if (round.value() >= spec.given->deals.size()) {
    throw OutOfDeals(fmt::format("a game of board {} needs more than the {} deals that were given", spec.board.value(),
                                 spec.given->deals.size()));
  }
  return spec.given->deals[round.value()];
}

/// The key of the random numbers of the bot at a seat.
std::uint64_t seed_at(const BoardSpec& spec, SeatingNumber seating, Seat seat) {
  return spec.given == nullptr ? bot_seed(spec, seating, seat) : spec.given->bot_seeds.at(seating.value())[seat];
}

/// The faults of the seats whose bots are given up.
std::vector<SeatFault> absences(const BoardSpec& spec, const TableOutcome& table) {
  std::vector<SeatFault> faults;
  for (const Seat seat : AllSeats) {
    if (std::find(spec.given_up.begin(), spec.given_up.end(), table.bots[seat]) == spec.given_up.end()) continue;
    faults.push_back({seat, {FaultKind::GivenUp, spec.given_up_text, {}}});
  }
  return faults;
}

/// Seats new bot instances at a table. Returns the faults of those that cannot sit down; without substitutes only the
/// first.
std::vector<SeatFault> seat_bots(const BoardSpec& spec, const TableOutcome& table, const PlayerPool& pool,
                                 const PerSeat<Player*>& players) {
  std::vector<SeatFault> faults = absences(spec, table);
  if (!faults.empty() && !spec.substitute) return faults;
  PerSeat<bool> absent;
  for (const SeatFault& fault : faults) absent[fault.seat] = true;
  for (const Seat seat : AllSeats) {
    if (absent[seat]) continue;
    tl::expected<void, Fault> seated =
        players[seat]->sit_down({seed_at(spec, table.seating, seat), spec.rules, pool.bot(table.bots[seat]).options,
                                 spec.remarks, spec.retries});
    if (seated) continue;
    BotProcess* process = players[seat]->process();
    faults.push_back(
        {seat, std::move(seated.error()), std::nullopt, process == nullptr ? Exchange{} : process->last_exchange()});
    if (!spec.substitute) break;
  }
  return faults;
}

RoundOutcome round_not_begun(const BoardSpec& spec, const Deal& cards, std::uint64_t index, SeatFault fault) {
  RoundOutcome round;
  round.record.deal = cards;
  round.record.deal_index = index;
  round.record.rules = spec.rules;
  forfeit(round, std::move(fault));
  return round;
}

void play_rounds(const BoardSpec& spec, TableOutcome& table, const PlayerPool& pool, const PerSeat<Player*>& players,
                 TableView* view) {
  std::vector<SeatFault> unseated = seat_bots(spec, table, pool, players);
  PerSeat<bool> substituted;
  PerSeat<std::size_t> said;
  for (const SeatFault& fault : unseated) substituted[fault.seat] = true;
  Game game(spec.rules);
  while (true) {
    const RoundNumber number(game.rounds());
    const std::uint64_t index = deal_index(spec, number);
    const Deal cards = cards_of(spec, number);
    if (!unseated.empty() && !spec.substitute) {
      table.rounds.push_back(round_not_begun(spec, cards, index, std::move(unseated.front())));
      return;
    }
    if (view != nullptr) view->begin_round({{}, spec.board, table.seating, number, table.bots}, cards, index);
    RoundOutcome round = play_round({cards, index, spec.rules, game.totals(), players, pool.limits(), spec.substitute,
                                     substituted, spec.remarks, said, view, std::exchange(unseated, {})});
    for (const RecordedRemark& recorded : round.record.remarks) said[recorded.seat] += stored_bytes(recorded.remark);
    for (const SeatFault& fault : round.faults) substituted[fault.seat] = true;
    table.rounds.push_back(std::move(round));
    if (!spec.game || table.rounds.back().record.failure) return;
    game.add(table.rounds.back().score);
    if (game.is_over() || game.rounds() == MostRoundsOfGame) return;
  }
}

TableOutcome play_table_once(const BoardSpec& spec, SeatingNumber seating, PlayerPool& pool, TableView* view) {
  TableOutcome table;
  table.seating = seating;
  table.bots = seating_of(spec.teams, seating);
  const PerSeat<Player*> players = pool.players(spec.teams, spec.board, seating);
  play_rounds(spec, table, pool, players, view);
  for (const Seat seat : AllSeats) {
    BotProcess* process = spec.keeps_output ? players[seat]->process() : nullptr;
    if (process != nullptr) table.output[seat] = process->take_output();
  }
  return table;
}

bool was_killed(const TableOutcome& table) {
  return std::any_of(table.rounds.begin(), table.rounds.end(), [](const RoundOutcome& round) {
    return std::any_of(round.faults.begin(), round.faults.end(),
                       [](const SeatFault& fault) { return fault.fault.cause == FaultCause::Killed; });
  });
}

/// A table at which a bot was killed is played once more: the machine may have done it, and whoever kills itself does
/// it again. A remote bot would know its cards by then, so its board is given back.
TableOutcome play_table(const BoardSpec& spec, SeatingNumber seating, PlayerPool& pool, TableView* view) {
  TableOutcome table = play_table_once(spec, seating, pool, view);
  if (!was_killed(table)) return table;
  for (const Seat seat : AllSeats) {
    const bool is_remote = pool.bot(table.bots[seat]).kind == BotKind::Remote;
    if (is_remote) throw SeatLost("a bot at the table of a remote seat was killed");
  }
  return play_table_once(spec, seating, pool, view);
}

}  // namespace

std::uint64_t deal_index(const BoardSpec& spec, RoundNumber round) {
  return spec.game ? spec.board.value() * DealsOfBoard + round.value() : spec.board.value();
}

std::uint64_t bot_seed(const BoardSpec& spec, SeatingNumber seating, Seat seat) {
  // One-way: from its own seed a bot must not find the tournament's, which would tell it all hands.
  return hashed_number(fmt::format(FMT_COMPILE("bot {} {} {} {}"), spec.tournament_seed, spec.board.value(),
                                   seating.value(), seat.number()));
}

BoardOutcome play_board(const BoardSpec& spec, PlayerPool& pool, TableView* view) {
  BoardOutcome outcome;
  for (int seating = 0; seating < spec.tables; ++seating) {
    outcome.tables.push_back(play_table(spec, SeatingNumber(seating), pool, view));
  }
  return outcome;
}

}  // namespace tichu::arena

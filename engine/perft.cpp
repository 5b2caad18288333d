#include "engine/perft.h"

#include <cassert>

#include "engine/plays.h"

namespace tichu {
namespace {

void add_turn(const Round& round, Seat seat, std::vector<Action>& actions) {
  const PlayQuery query = round.situation(seat);
  PlayList plays;
  canonical_plays(query, plays);
  for (const Combination& play : plays) {
    actions.push_back(Action::play_cards(play));
    if (!play.cards.contains(Card::mahjong())) continue;
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
      actions.push_back(Action::play_cards(play, static_cast<Rank>(rank)));
    }
  }
  if (plays.may_pass()) actions.push_back(query.out_of_turn ? Action::no_bomb() : Action::pass());
}

void add_gifts(const Round& round, Seat seat, std::vector<Action>& actions) {
  for (const Side side : {Side::Right, Side::Left}) {
    if (round.is_legal(seat, Action::give_dragon(side))) actions.push_back(Action::give_dragon(side));
  }
}

}  // namespace

Round perft_start(const Deal& deal, const Rules& rules) {
  Position position;
  position.rules = rules;
  for (const Seat seat : AllSeats) {
    position.hands[seat] = deal.hand(seat);
    if (position.hands[seat].contains(Card::mahjong())) position.to_act = seat;
  }
  return Round(position);
}

std::vector<Action> canonical_actions(const Round& round) {
  const Pending open = round.pending();
  std::vector<Action> actions;
  if (open.seats.empty()) return actions;
  const Seat seat = open.seats.first();
  if (open.question == Question::Turn || open.question == Question::Bomb) add_turn(round, seat, actions);
  if (open.question == Question::GiveDragon) add_gifts(round, seat, actions);
  return actions;
}

PerftCount perft(const Round& round, int depth) {
  if (depth == 0) return {1, 0};
  if (round.is_over()) return {0, 1};
  PerftCount total;
  for (const PerftBranch& branch : perft_split(round, depth)) {
    total.sequences += branch.count.sequences;
    total.ended += branch.count.ended;
  }
  return total;
}

std::vector<PerftBranch> perft_split(const Round& round, int depth) {
  assert(depth >= 1);
  std::vector<PerftBranch> branches;
  if (round.is_over()) return branches;
  const Seat seat = round.pending().seats.first();
  for (const Action& action : canonical_actions(round)) {
    Round next = round;
    next.apply(seat, action);
    branches.push_back({seat, action, perft(next, depth - 1)});
  }
  return branches;
}

}  // namespace tichu

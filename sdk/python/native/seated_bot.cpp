#include "sdk/python/native/seated_bot.h"

namespace tichu::training {
namespace {

/// The id of what a bot said to the table's question; -1 if it did not say anything to this part of it.
int id_of_answer(const Table& table, const BotAnswer& said) {
  const Action& action = said.action;
  const Ask ask = table.ask();
  switch (ask) {
    case Ask::GrandTichu:
      return ActionIds::GrandTichu + (action.kind == ActionKind::CallGrandTichu ? 1 : 0);
    case Ask::Tichu:
      return ActionIds::Tichu + (said.calls_first || action.kind == ActionKind::CallTichu ? 1 : 0);
    case Ask::PushRight:
    case Ask::PushPartner:
    case Ask::PushLeft:
      return action.kind == ActionKind::Push ? id_of_push(action.push.to(pushed_to(ask))) : -1;
    case Ask::Wish: {
      const bool opens = action.kind == ActionKind::Play && action.play.cards.contains(Card::mahjong());
      if (!opens) return -1;
      return id_of_wish(action.wish);
    }
    case Ask::Bomb:
      return action.kind == ActionKind::Play ? id_of(action.play) : ActionIds::NoBomb;
    case Ask::GiveDragon:
      return id_of_gift(action.give_to);
    case Ask::Play:
      break;
  }
  return action.kind == ActionKind::Play ? id_of(action.play) : ActionIds::Pass;
}

}  // namespace

SeatedBot::SeatedBot(const SeatPlan& plan, std::uint64_t seed, const Rules& rules, Seat seat,
                     const PerTeam<Points>& totals)
    : bot_(plan.plugin, plan.options, seed, rules),
      observer_(seat, rules, totals[seat.team()], totals[opponent(seat.team())]) {}

void SeatedBot::listen(const EventLog& log) {
  for (; heard_ < log.size(); ++heard_) {
    if (observer_.watch(log[heard_])) bot_.observe(observer_.observation(), observer_.observation().history().back());
  }
}

bool SeatedBot::act(Table& table, const BotAnswer& answer, EventLog& log) {
  const Seat seat = observer_.seat();
  if (table.ask() == Ask::Tichu && !table.asks_tichu_on_turn()) {
    table.answer_tichu(answer.action.kind == ActionKind::CallTichu, log);
    return true;
  }
  if (!table.round().is_legal(seat, answer.action)) return false;
  if (answer.calls_first) {
    if (!table.asks_tichu_on_turn()) return false;
    table.answer_tichu(true, log);
  }
  table.act(answer.action, log);
  return true;
}

bool SeatedBot::answer(Table& table, EventLog& log, PlayList& plays) {
  listen(log);
  const auto question = static_cast<tichu_question>(table.question());
  const Observation& seen = observer_.observation();
  const std::optional<BotAnswer> said = bot_.decide(question, seen);
  if (said && act(table, *said, log)) return true;
  act(table, plain_answer(question, seen, plays), log);
  return false;
}

std::optional<int> SeatedBot::advice(const Table& table, const EventLog& log) {
  listen(log);
  const auto said = bot_.decide(static_cast<tichu_question>(table.question()), observer_.observation());
  if (!said) return std::nullopt;
  return id_of_answer(table, *said);
}

}  // namespace tichu::training

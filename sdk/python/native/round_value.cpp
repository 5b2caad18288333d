#include "sdk/python/native/round_value.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/perft.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/watched_replay.h"
#include "sdk/search/determinize.h"

namespace tichu::training {
namespace {

/// Makes the round of each origin, and its events.
struct Beginning {
  const Rules& rules;
  EventLog& log;

  Round operator()(const DealtRound& origin) const { return Round(origin.deal, rules, log); }
  Round operator()(const OpenRound& origin) const { return perft_start(origin.deal, rules); }
  Round operator()(const RecordedRound& origin) const {
    // Shown are the deal, each action, and the end with what the record leaves out.
    const std::size_t wanted = origin.actions.size() + (origin.finished ? 2 : 1);
    std::size_t shown = 0;
    Round last(Position{});
    static_cast<void>(
        watched_replay(origin.deal, rules, origin.actions, [&](const Round& round, const EventLog& events) {
          if (++shown != wanted) return;
          last = round;
          log = events;
        }));
    return last;
  }
  Round operator()(const ImaginedRound& origin) const {
    return imagine_round(origin.seen->observation(), origin.hands, *origin.seen->asked());
  }
};

}  // namespace

RoundValue::RoundValue(RoundOrigin origin, const Rules& rules)
    : origin_(std::move(origin)), round_(std::visit(Beginning{rules, log_}, origin_)) {}

std::variant<RoundValue, std::string> RoundValue::recorded(RecordedRound origin, const Rules& rules) {
  const Replay replayed = replay(origin.deal, rules, origin.actions);
  if (replayed.fault) {
    return "event " + std::to_string(replayed.fault->event) + ": RULES " + replayed.fault->clause + ": " +
           replayed.fault->message;
  }
  return RoundValue(std::move(origin), rules);
}

const Deal* RoundValue::deal() const {
  if (const auto* dealt = std::get_if<DealtRound>(&origin_)) return &dealt->deal;
  if (const auto* open = std::get_if<OpenRound>(&origin_)) return &open->deal;
  if (const auto* recorded = std::get_if<RecordedRound>(&origin_)) return &recorded->deal;
  return nullptr;
}

bool RoundValue::has_history() const {
  return std::holds_alternative<DealtRound>(origin_) || std::holds_alternative<RecordedRound>(origin_);
}

Action RoundValue::on_table(Action action) const {
  if (action.kind != ActionKind::Play || !action.play.is_lone_phoenix()) return action;
  if (const auto read = read_combination(action.play.cards, round_.table())) action.play = *read;
  return action;
}

Legality RoundValue::judge(Seat seat, const Action& action) const { return round_.judge(seat, on_table(action)); }

Legality RoundValue::apply(Seat seat, Action action) {
  action = on_table(action);
  const Legality verdict = round_.judge(seat, action);
  if (!verdict.ok()) return verdict;
  taken_.push_back({seat, action});
  round_.apply(seat, action, log_);
  return verdict;
}

bool operator==(const RoundValue& a, const RoundValue& b) {
  return a.round_ == b.round_ && std::equal(a.log_.begin(), a.log_.end(), b.log_.begin(), b.log_.end());
}

std::size_t RoundValue::hash() const {
  std::uint64_t key = static_cast<std::uint64_t>(log_.size());
  for (const Seat seat : AllSeats) key = Random::mix(key ^ round_.hand(seat).bits());
  for (const Event& event : log_) {
    key = Random::mix(key ^ event.combination.cards.bits() ^ (static_cast<std::uint64_t>(event.kind) << 40) ^
                      (static_cast<std::uint64_t>(event.seat.number()) << 48));
  }
  return static_cast<std::size_t>(key);
}

}  // namespace tichu::training

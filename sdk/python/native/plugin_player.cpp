#include "sdk/python/native/plugin_player.h"

#include <algorithm>

namespace tichu::training {
namespace {

bool is_same(const SeenEvent& a, const SeenEvent& b) {
  return a.kind == b.kind && a.who == b.who && a.to == b.to && a.wish == b.wish && a.push == b.push &&
         a.points == b.points && a.combination == b.combination;
}

}  // namespace

bool PluginPlayer::goes_on(const Observation& seen) const {
  if (!observer_) return false;
  const Observation& known = observer_->observation();
  const bool same_game = known.rules == seen.rules && known.own_score == seen.own_score;
  return same_game && known.event_count <= seen.event_count &&
         std::equal(known.history().begin(), known.history().end(), seen.history().begin(), is_same);
}

void PluginPlayer::tell(const Observation& seen) {
  if (!goes_on(seen)) {
    observer_.emplace(Seat(0), seen.rules, Points(seen.own_score), Points(seen.their_score));
    bot_.emplace(plugin_, options_, seed_, seen.rules);
  }
  for (std::uint32_t i = observer_->observation().event_count; i < seen.event_count; ++i) {
    const SeenEvent& event = seen.events[i];
    observer_->see({event.kind, Seat(0).at(event.who), Seat(0).at(event.to), event.wish, event.out_of_turn, event.push,
                    event.combination, event.points});
    bot_->observe(observer_->observation(), observer_->observation().history().back());
  }
}

std::optional<BotAnswer> PluginPlayer::ask(tichu_question question, const Observation& seen) {
  tell(seen);
  return bot_->decide(question, observer_->observation());
}

}  // namespace tichu::training

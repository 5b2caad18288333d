#include "bots/sage/net_policy.h"

#include <cmath>
#include <limits>

#include "bots/adept/answers.h"
#include "engine/random.h"
#include "engine/round_inl.h"
#include "sdk/python/native/action_ids.h"

namespace tichu::sage {

using training::ActionIds;
using training::Ask;

NetPolicy::NetPolicy(double temperature)
    : first_{adept::FirstLayer(adept::weights()), adept::FirstLayer(adept::weights()),
             adept::FirstLayer(adept::weights()), adept::FirstLayer(adept::weights())} {
  for (std::size_t i = 0; i < NoiseValues; ++i) {
    const double quantile = (static_cast<double>(i) + 0.5) / static_cast<double>(NoiseValues);
    noise_[i] = static_cast<std::int32_t>(std::lround(-std::log(-std::log(quantile)) * temperature * adept::LogitUnit));
  }
}

void NetPolicy::apply(World& world, Seat seat, const Action& action) {
  log_.clear();
  KeepEvents sink{log_};
  world.round.apply_to(seat, action, sink);
  for (const Event& event : log_) world.shown.see(event, world.round.hand(event.seat));
}

int NetPolicy::play_out(World world, const Action& action, std::uint64_t key) {
  key_ = key;
  apply(world, Seat(0), action);
  return finish(world, true);
}

int NetPolicy::play_out_uncalled(World world, std::uint64_t key) {
  key_ = key;
  return finish(world, false);
}

int NetPolicy::finish(World& world, bool may_own_call) {
  const Round& round = world.round;
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    const Seat seat = open.seats.first();
    const bool may_call =
        open.question == Question::Turn && round.may_call_tichu(seat) && (may_own_call || seat != Seat(0));
    if (may_call && says_yes(world, seat, Ask::Tichu, ActionIds::Tichu)) apply(world, seat, Action::call_tichu());
    apply(world, seat, this->action(world, seat, open.question));
  }
  const PerTeam<Points> score = round.result().score;
  return (score[Team::A] - score[Team::B]).value();
}

int NetPolicy::best(const World& world, Seat seat, const adept::Asked& asked) {
  if (ids_.size() == 1) return ids_.front();
  const auto place = static_cast<std::size_t>(seat.number());
  const auto input = adept::input_of(adept::SeatKnowledge::of(world.round, world.shown, seat), asked);
  const adept::Weights& net = adept::weights();
  const auto units = adept::units_of(net, first_[place].sums_of(input));
  const std::uint64_t key = key_ ^ Random::mix(world.round.hand(seat).bits() + place);
  int chosen = ids_.front();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const int id : ids_) {
    const std::int64_t logit = adept::logit_of(net, units, id);
    const std::int64_t varied = logit + noise_[Random::mix(key + static_cast<std::uint64_t>(id)) % NoiseValues];
    if (varied <= most) continue;
    most = varied;
    chosen = id;
  }
  return chosen;
}

bool NetPolicy::says_yes(const World& world, Seat seat, Ask ask, int no) {
  ids_ = {no, no + 1};
  return best(world, seat, {ask, {}, {}}) != no;
}

Action NetPolicy::action(const World& world, Seat seat, Question question) {
  switch (question) {
    case Question::GrandTichu:
      return says_yes(world, seat, Ask::GrandTichu, ActionIds::GrandTichu) ? Action::call_grand_tichu()
                                                                           : Action::no_grand_tichu();
    case Question::Push:
      return push(world, seat);
    case Question::Bomb:
      return bomb(world, seat);
    case Question::GiveDragon:
      return give_dragon(world, seat);
    case Question::Tichu:  // asked with each turn
    case Question::Turn:
      break;
  }
  return turn(world, seat);
}

Action NetPolicy::turn(const World& world, Seat seat) {
  adept::list_plays(world.round.situation(seat), ActionIds::Pass, plays_, ids_);
  const int id = best(world, seat, {Ask::Play, {}, {}});
  if (id == ActionIds::Pass) return Action::pass();
  const Combination play = training::play_of(id, world.round.hand(seat), world.round.table());
  if (!play.cards.contains(Card::mahjong())) return Action::play_cards(play);
  adept::list_wishes(ids_);
  return Action::play_cards(play, training::wished_rank(best(world, seat, {Ask::Wish, {}, play})));
}

Action NetPolicy::bomb(const World& world, Seat seat) {
  adept::list_plays(world.round.situation(seat), ActionIds::NoBomb, plays_, ids_);
  const int id = best(world, seat, {Ask::Bomb, {}, {}});
  if (id == ActionIds::NoBomb) return Action::no_bomb();
  return Action::play_cards(training::play_of(id, world.round.hand(seat), world.round.table()));
}

Action NetPolicy::push(const World& world, Seat seat) {
  adept::Asked asked;
  CardSet rest = world.round.hand(seat);
  for (const Ask ask : training::PushAsks) {
    adept::list_pushed_cards(rest, ids_);
    asked.ask = ask;
    const Card card = training::pushed_card(best(world, seat, asked));
    asked.pushing.to(training::pushed_to(ask)) = card;
    rest.erase(card);
  }
  return Action::push_cards(asked.pushing);
}

Action NetPolicy::give_dragon(const World& world, Seat seat) {
  ids_.clear();
  for (const Side side : {Side::Right, Side::Left}) {
    if (!world.round.is_legal(seat, Action::give_dragon(side))) continue;
    ids_.push_back(training::id_of_gift(side));
  }
  return Action::give_dragon(training::gift_side(best(world, seat, {Ask::GiveDragon, {}, {}})));
}

}  // namespace tichu::sage

#include <cstdio>
#include <stdexcept>

#include "engine/plays.h"
#include "sdk/bot.h"
#include "sdk/export_bot.h"

namespace {

using namespace tichu;

// Takes every decision by chance, and the chance from all that it has seen: another observation plays otherwise.
class Restless : public Bot {
 public:
  explicit Restless(const BotSetup& setup) : state_(setup.seed) {
    if (setup.option("chatty")) std::printf("a line on the standard output\n");
    throws_on_turn_ = setup.option("throws").has_value();
    if (setup.option("unmakeable")) throw std::runtime_error("no such bot");
  }

  Play play(const Observation& seen) override {
    if (throws_on_turn_) throw std::runtime_error("tired");
    canonical_plays(PlayQuery::turn(seen), plays_);
    fold(static_cast<std::uint64_t>(seen.calls[Side::Me]));
    return pick();
  }
  Rank wish(const Observation&, const Combination&) override {
    const std::uint32_t number = below(14);
    return number == 0 ? Rank::None : static_cast<Rank>(number + 1);
  }
  bool call_grand_tichu(const Observation&) override { return below(4) == 0; }
  bool call_tichu(const Observation&) override { return below(6) == 0; }
  PushedCards push(const Observation& seen) override {
    CardSet hand = seen.hand;
    PushedCards push;
    for (Card& card : push.cards) {
      auto next = hand.begin();
      for (std::uint32_t skip = below(static_cast<std::uint32_t>(hand.size())); skip > 0; --skip) ++next;
      card = *next;
      hand.erase(card);
    }
    return push;
  }
  Play bomb(const Observation& seen) override {
    canonical_plays(PlayQuery::bomb(seen), plays_);
    return pick();
  }
  Side give_dragon(const Observation& seen) override {
    const Side side = below(2) == 0 ? Side::Right : Side::Left;
    const Side other = side == Side::Right ? Side::Left : Side::Right;
    return seen.rules.dragon_only_to_seat_with_cards && seen.hand_size[side] == 0 ? other : side;
  }
  void observe(const Observation& seen, const SeenEvent& event) override {
    fold(static_cast<std::uint64_t>(event.kind) * 16 + static_cast<std::uint64_t>(event.who) * 4 +
         static_cast<std::uint64_t>(event.to));
    fold(event.combination.cards.bits() ^ static_cast<std::uint64_t>(event.wish));
    for (const Card card : event.push.cards) fold(static_cast<std::uint64_t>(card.code()));
    fold(seen.hand.bits() ^ seen.trick_cards.bits());
    fold(seen.table.cards.bits() ^ static_cast<std::uint64_t>(seen.table.half_points()));
    for (const Side side : AllSides) {
      fold(seen.played[side].bits() ^ seen.hand_size[side] ^ static_cast<std::uint64_t>(seen.won[side] + 1000) << 32);
    }
    fold(static_cast<std::uint64_t>(seen.to_act) * 64 + seen.passes * 16u + seen.out_count * 4u +
         static_cast<std::uint64_t>(seen.stage));
    fold(seen.event_count);
  }

 private:
  void fold(std::uint64_t value) { state_ = Random::mix(state_ ^ value); }
  std::uint32_t below(std::uint32_t bound) {
    Random random(state_);
    state_ = random.next();
    return random.below(bound);
  }
  Play pick() {
    const int choices = plays_.size() + (plays_.may_pass() ? 1 : 0);
    const int choice = static_cast<int>(below(static_cast<std::uint32_t>(choices)));
    return choice < plays_.size() ? Play(plays_[choice]) : std::nullopt;
  }

  std::uint64_t state_;
  bool throws_on_turn_ = false;
  PlayList plays_;
};

}  // namespace

TICHU_BOT(Restless, "restless", "7.1");

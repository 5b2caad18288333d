#include "sdk/bot.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace tichu {
namespace {

// Dog, Mahjong, 2..A, Phoenix, Dragon.
int worth(Card card) { return card == Card::phoenix() ? 15 : card == Card::dragon() ? 16 : number(card.rank()); }

}  // namespace

std::optional<std::string> BotSetup::option(std::string_view name) const {
  if (options.empty()) return std::nullopt;
  asked_->emplace(name);
  for (const auto& [key, value] : options) {
    if (key == name) return value;
  }
  return std::nullopt;
}

void BotSetup::refuse_unknown_options() const {
  for (const auto& [name, value] : options) {
    if (asked_->contains(name)) continue;
    std::string known;
    for (const std::string& each : *asked_) known += (known.empty() ? "; there are " : ", ") + each;
    throw std::invalid_argument("unknown option " + name + (known.empty() ? "; there are none" : known));
  }
}

Rank Bot::wish(const Observation&, const Combination&) { return Rank::None; }

bool Bot::call_grand_tichu(const Observation&) { return false; }

bool Bot::call_tichu(const Observation&) { return false; }

PushedCards Bot::push(const Observation& seen) {
  std::array<Card, 14> cards;
  std::size_t count = 0;
  for (const Card card : seen.hand) cards[count++] = card;
  std::sort(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(count),
            [](Card a, Card b) { return worth(a) != worth(b) ? worth(a) < worth(b) : a.code() < b.code(); });
  PushedCards push;
  push.to(Side::Right) = cards[0];
  push.to(Side::Left) = cards[1];
  push.to(Side::Partner) = cards[2];
  return push;
}

Play Bot::bomb(const Observation&) { return std::nullopt; }

Side Bot::give_dragon(const Observation& seen) {
  return seen.hand_size[Side::Left] > seen.hand_size[Side::Right] ? Side::Left : Side::Right;
}

void Bot::observe(const Observation&, const SeenEvent&) {}

Remark& Bot::remark() { return remark_ ? *remark_ : remark_.emplace(); }

std::optional<Remark> Bot::take_remark() {
  if (!remark_) return std::nullopt;
  return std::exchange(remark_, std::nullopt);
}

}  // namespace tichu

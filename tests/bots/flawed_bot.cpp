// steady with one planted error, for tests that must find it: the option `flaw` is push, bomb or call.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "bots/steady/steady_bot.h"
#include "engine/plays.h"
#include "sdk/export_bot.h"

namespace tichu::test {

class FlawedBot : public Bot {
 public:
  explicit FlawedBot(const BotSetup& setup)
      : steady_(setup, steady::Weights()), flaw_(setup.option("flaw").value_or("")) {
    if (flaw_ != "push" && flaw_ != "bomb" && flaw_ != "call") {
      throw std::invalid_argument("option flaw must be push, bomb or call");
    }
  }

  Play play(const Observation& seen) override {
    const Play chosen = steady_.play(seen);
    if (flaw_ != "bomb" || !chosen || !chosen->is_bomb() || seen.table.empty()) return chosen;
    canonical_plays(PlayQuery::turn(seen), plays_);
    if (plays_.may_pass()) return std::nullopt;
    const auto other =
        std::find_if(plays_.begin(), plays_.end(), [](const Combination& play) { return !play.is_bomb(); });
    return other == plays_.end() ? chosen : Play(*other);
  }
  Rank wish(const Observation& seen, const Combination& play) override { return steady_.wish(seen, play); }
  bool call_grand_tichu(const Observation& seen) override { return steady_.call_grand_tichu(seen); }
  /// The flawed one calls with every hand.
  bool call_tichu(const Observation& seen) override {
    return flaw_ == "call" ? seen.may_call_tichu() && seen.stage == Stage::Play : steady_.call_tichu(seen);
  }
  /// The flawed one gives its best cards to the opponents and its worst to the partner.
  PushedCards push(const Observation& seen) override {
    if (flaw_ != "push") return steady_.push(seen);
    std::vector<Card> cards;
    for (const Card card : seen.hand) {
      if (!card.is_special()) cards.push_back(card);
    }
    std::stable_sort(cards.begin(), cards.end(), [](Card a, Card b) { return a.rank() < b.rank(); });
    PushedCards push;
    push.to(Side::Partner) = cards.front();
    push.to(Side::Right) = cards.back();
    push.to(Side::Left) = cards[cards.size() - 2];
    return push;
  }
  Play bomb(const Observation& seen) override { return flaw_ == "bomb" ? std::nullopt : steady_.bomb(seen); }
  Side give_dragon(const Observation& seen) override { return steady_.give_dragon(seen); }

 private:
  steady::SteadyBot steady_;
  std::string flaw_;
  PlayList plays_;
};

}  // namespace tichu::test

TICHU_BOT(tichu::test::FlawedBot, "flawed", "1.0");

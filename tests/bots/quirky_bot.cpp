// steady with planted quirks, for tests of the benchmark, which must tell them. Options:
//   crash=N    ends its process in N of 1,000 rounds at a seat, at its first turn
//   secret=1   a private convention: it gives its lowest cards, the lowest to its partner, and plays its highest first
//              beside a partner that gave it another
//   tame=1     it never bombs, and always gives the Dragon's trick to its right

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "bots/steady/steady_bot.h"
#include "engine/plays.h"
#include "engine/random.h"
#include "sdk/export_bot.h"

namespace tichu::test {

class QuirkyBot : public Bot {
 public:
  explicit QuirkyBot(const BotSetup& setup)
      : steady_(setup, steady::Weights()),
        crashes_(Random(setup.seed).below(1000) < std::stoul(setup.option("crash").value_or("0"))),
        secret_(setup.option("secret").has_value()),
        tame_(setup.option("tame").has_value()) {}

  Play play(const Observation& seen) override {
    if (crashes_) std::abort();
    if (tame_) return without_bomb(seen);
    if (!secret_ || is_friend(seen.received.to(Side::Partner))) return steady_.play(seen);
    canonical_plays(PlayQuery::turn(seen), plays_);
    return plays_.size() == 0 ? Play() : Play(plays_[plays_.size() - 1]);
  }
  Rank wish(const Observation& seen, const Combination& play) override { return steady_.wish(seen, play); }
  bool call_grand_tichu(const Observation& seen) override { return steady_.call_grand_tichu(seen); }
  bool call_tichu(const Observation& seen) override { return steady_.call_tichu(seen); }
  PushedCards push(const Observation& seen) override {
    if (!secret_) return steady_.push(seen);
    std::vector<Card> cards;
    for (const Card card : seen.hand) {
      if (!card.is_special()) cards.push_back(card);
    }
    std::stable_sort(cards.begin(), cards.end(), [](Card a, Card b) { return a.rank() < b.rank(); });
    PushedCards push;
    push.to(Side::Partner) = cards[0];
    push.to(Side::Right) = cards[1];
    push.to(Side::Left) = cards[2];
    return push;
  }
  Play bomb(const Observation& seen) override { return tame_ ? Play() : steady_.bomb(seen); }
  Side give_dragon(const Observation& seen) override { return tame_ ? Side::Right : steady_.give_dragon(seen); }

 private:
  /// Whether a card from the partner says that it knows the convention.
  static bool is_friend(Card card) { return !card.is_special() && card.rank() <= Rank::Five; }

  /// What steady plays, or the lowest other play in place of a bomb.
  Play without_bomb(const Observation& seen) {
    const Play chosen = steady_.play(seen);
    if (!chosen || !chosen->is_bomb()) return chosen;
    canonical_plays(PlayQuery::turn(seen), plays_);
    if (plays_.may_pass()) return Play();
    for (const Combination& play : plays_) {
      if (!play.is_bomb()) return Play(play);
    }
    return chosen;
  }

  steady::SteadyBot steady_;
  bool crashes_;
  bool secret_;
  bool tame_;
  PlayList plays_;
};

}  // namespace tichu::test

TICHU_BOT(tichu::test::QuirkyBot, "quirky", "1.0");

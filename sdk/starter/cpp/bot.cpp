#include "sdk/bot.h"

#include <algorithm>

#include "engine/plays.h"
#include "sdk/export_bot.h"

// Plays its lowest legal combination; every other decision is the default of tichu::Bot.
class Starter : public tichu::Bot {
 public:
  tichu::Play play(const tichu::Observation& seen) override {
    tichu::canonical_plays(tichu::PlayQuery::turn(seen), plays_);
    const auto* const lowest = std::min_element(
        plays_.begin(), plays_.end(), [](const auto& a, const auto& b) { return a.half_points() < b.half_points(); });
    return lowest == plays_.end() ? std::nullopt : tichu::Play(*lowest);
  }

 private:
  tichu::PlayList plays_;
};

TICHU_BOT(Starter, "starter", "1.0");

#include "sdk/bot.h"

#include "engine/plays.h"
#include "sdk/export_bot.h"

// Plays its lowest legal combination; every other decision is the default of tichu::Bot.
class Starter : public tichu::Bot {
 public:
  tichu::Play play(const tichu::Observation& seen) override {
    tichu::canonical_plays(tichu::PlayQuery::turn(seen), plays_);
    const tichu::Combination* best = nullptr;
    for (const tichu::Combination& play : plays_) {
      if (!best || play.half_points() < best->half_points()) best = &play;
    }
    return best ? tichu::Play(*best) : std::nullopt;
  }

 private:
  tichu::PlayList plays_;
};

TICHU_BOT(Starter, "starter", "1.0");

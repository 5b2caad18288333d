#include "arena/hosting/check/trial_setup.h"

#include <algorithm>

#include "engine/deal.h"
#include "engine/follow.h"
#include "engine/plays.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Every fourth table of a preset is a short game, so that bots meet scores and a second deal.
constexpr std::uint64_t TablesToAGame = 4;
constexpr int RoundsOfAGame = 3;

/// Deals among which a rare one is looked for. The rarest, a straight flush, comes in one hand of fifty.
constexpr std::uint64_t DealsToSearch = 2000;

/// All four seats, one partnership, one seat, in turn.
SeatSet seats_of_bot(std::uint64_t table) {
  const auto turn = static_cast<int>(table / 3);
  switch (table % 3) {
    case 0:
      return SeatSet::all();
    case 1:
      return Seat(turn % 2) | SeatSet(Seat(turn % 2).partner());
    default:
      return Seat(turn % 4);
  }
}

bool holds_straight_flush(CardSet hand) {
  PlayList plays;
  canonical_plays({hand, {}, Rank::None, false, false}, plays);
  return std::any_of(plays.begin(), plays.end(),
                     [](const Combination& play) { return play.kind == CombinationKind::StraightFlush; });
}

/// What the table is to bring into the first seat's hand.
bool is_wanted(std::uint64_t table, CardSet hand) {
  switch (table % 5) {
    case 1:
      return holds_bomb(hand, {});
    case 2:
      return hand.contains(Card::dragon());
    case 3:
      return hand.contains(Card::mahjong());
    case 4:
      return holds_straight_flush(hand);
    default:
      return true;
  }
}

std::uint64_t wanted_deal(std::uint64_t seed, std::uint64_t first, std::uint64_t table, Seat seat) {
  for (std::uint64_t index = first; index < first + DealsToSearch; ++index) {
    if (is_wanted(table, deal(seed, index).hand(seat))) return index;
  }
  return first;
}

}  // namespace

TrialSetup trial_setup(std::uint64_t seed, std::uint64_t number) {
  TrialSetup setup;
  setup.seed = seed;
  setup.number = number;
  const Preset& preset = presets()[number % presets().size()];
  setup.preset = preset.name;
  setup.rules = preset.rules;
  const std::uint64_t table = number / presets().size();
  setup.bot_seats = seats_of_bot(table);
  const int rounds = table % TablesToAGame == TablesToAGame - 1 ? RoundsOfAGame : 1;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t first = (number * RoundsOfAGame + static_cast<std::uint64_t>(round)) * DealsToSearch;
    setup.deals.push_back(wanted_deal(seed, first, table, setup.bot_seats.first()));
  }
  return setup;
}

std::uint64_t trial_seed(const TrialSetup& setup, Seat seat) {
  // Away from the streams of the deals, which have the same seed and smaller numbers.
  constexpr std::uint64_t ForPlayers = 0x747269616c;
  const auto place = 4 * setup.number + static_cast<std::uint64_t>(seat.number());
  return Random(setup.seed ^ ForPlayers, place).next();
}

}  // namespace tichu::arena

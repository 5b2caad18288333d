#include "bots/sage/worlds.h"

namespace tichu::sage {
namespace {

/// What an observation shows, with the own seat as seat 0.
training::PublicPlay shown_in(const Observation& seen) {
  training::PublicPlay shown;
  const auto knows = adept::SeatKnowledge::of(seen);
  for (const Side side : AllSides) {
    const Seat seat = Seat(0).at(side);
    shown.played[seat] = seen.played[side];
    shown.won[seat] = seen.won[side];
    shown.place[seat] = knows.places[side];
    shown.declined[seat] = knows.declined[side];
    if (side != Side::Me) shown.pushes[seat].to(Seat(0).seen_from(seat)) = seen.received.to(side);
  }
  shown.pushes[Seat(0)] = seen.given;
  shown.table = seen.table;
  shown.out_count = seen.out_count;
  return shown;
}

/// The card at a place in a set's natural cards, by their ranks, from the lowest on or from the highest; none if it has
/// fewer.
Card at_place(CardSet cards, int place, bool from_highest) {
  for (int i = LowestNatural; i <= HighestNatural; ++i) {
    const auto rank = static_cast<Rank>(from_highest ? HighestNatural + LowestNatural - i : i);
    const CardSet of_rank = cards & CardSet::of_rank(rank);
    if (place < of_rank.size()) return of_rank.nth(place);
    place -= of_rank.size();
  }
  return Card::none();
}

/// What `to` may have got from `from`: one of its four lowest cards from an opponent, of its four highest from its
/// partner.
void guess_gift(World& world, Seat from, Seat to, Random& random) {
  constexpr std::uint32_t Places = 4;
  CardSet cards = world.round.hand(to) | world.shown.played[to];
  for (const Seat seat : AllSeats) {
    if (seat == to) continue;
    const Card got = world.shown.pushes[seat].to(to.seen_from(seat));
    if (got.is_card()) cards.erase(got);
  }
  const auto place = static_cast<int>(random.below(Places));
  world.shown.pushes[from].to(to.seen_from(from)) = at_place(cards, place, from.team() == to.team());
}

}  // namespace

Worlds::Worlds(const Observation& seen, Question asked)
    : guesser_(seen, asked),
      shown_(shown_in(seen)),
      is_pushed_(seen.stage != Stage::FirstEight && seen.stage != Stage::BeforePush) {}

std::optional<World> Worlds::next(Random& random) {
  const auto round = guesser_.guess(random);
  if (!round) return std::nullopt;
  World world{*round, shown_};
  if (!is_pushed_) return world;
  for (const Side giver : OtherSides) {
    for (const Side getter : OtherSides) {
      if (giver != getter) guess_gift(world, Seat(0).at(giver), Seat(0).at(getter), random);
    }
  }
  return world;
}

}  // namespace tichu::sage

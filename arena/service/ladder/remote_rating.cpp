#include "arena/service/ladder/remote_rating.h"

#include <cmath>
#include <vector>

namespace tichu::arena {
namespace {

constexpr double DeviationsOf95 = 1.96;

bool is_known(EntrantId entrant, const FieldRating& field) {
  const auto index = static_cast<std::size_t>(entrant);
  return index < field.size() && field.is_tellable(index);
}

/// What two of the partner would score against two of the opponent.
PairForecast forecast_of(const RemotePairing& pairing, const FieldRating& field) {
  if (pairing.partner == pairing.opponent) return {};
  return field.forecast(static_cast<std::size_t>(pairing.partner), static_cast<std::size_t>(pairing.opponent));
}

/// Boards of one pairing.
struct KnownPairing {
  double boards = 0;
  double points = 0;   ///< what they say, on average
  double squares = 0;  ///< of their distances from that, the sum
  double given = 0;    ///< variance of what was given for it
};

KnownPairing known_pairing(const RemotePairing& pairing, const FieldRating& field) {
  const auto boards = static_cast<double>(pairing.boards);
  const double mean = pairing.margin / boards;
  const PairForecast forecast = forecast_of(pairing, field);
  const auto partner = static_cast<std::size_t>(pairing.partner);
  const double deviation = field.error95(partner) / DeviationsOf95 / 2;
  return {boards, mean - forecast.mean + field.value(partner) / 2, pairing.squares - pairing.margin * mean,
          forecast.deviation * forecast.deviation + deviation * deviation};
}

}  // namespace

std::optional<RemoteStrength> rate_remote(std::span<const RemotePairing> pairings, const FieldRating& field) {
  std::vector<KnownPairing> known;
  RemoteStrength strength;
  for (const RemotePairing& pairing : pairings) {
    if (pairing.boards == 0 || !is_known(pairing.partner, field) || !is_known(pairing.opponent, field)) continue;
    known.push_back(known_pairing(pairing, field));
    strength.boards += pairing.boards;
  }
  if (strength.boards < 2) return std::nullopt;
  const auto all = static_cast<double>(strength.boards);
  for (const KnownPairing& one : known) strength.points += one.boards / all * one.points;
  double squares = 0;
  double given = 0;
  for (const KnownPairing& one : known) {
    const double distance = one.points - strength.points;
    squares += one.squares + one.boards * distance * distance;
    given += one.boards / all * one.boards / all * one.given;
  }
  strength.error95 = DeviationsOf95 * std::sqrt(squares / (all - 1) / all + given);
  return strength;
}

}  // namespace tichu::arena

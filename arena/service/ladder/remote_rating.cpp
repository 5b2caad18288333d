#include "arena/service/ladder/remote_rating.h"

#include <cmath>
#include <map>
#include <vector>

namespace tichu::arena {
namespace {

constexpr double DeviationsOf95 = 1.96;

bool is_known(EntrantId entrant, const FieldRating& field) {
  const auto index = static_cast<std::size_t>(entrant);
  return index < field.size() && field.is_tellable(index);
}

double strength_of(EntrantId entrant, const FieldRating& field) {
  return field.value(static_cast<std::size_t>(entrant));
}

}  // namespace

std::optional<RemoteStrength> rate_remote(std::span<const RemotePairing> pairings, const FieldRating& field) {
  struct Known {
    double boards = 0;
    double mean = 0;    ///< of the strengths that its boards say
    double within = 0;  ///< the sum of their squared distances from it
  };
  std::vector<Known> known;
  std::map<EntrantId, double> shares;  ///< by how much of each given strength the result would move
  RemoteStrength strength;
  double sum = 0;
  for (const RemotePairing& pairing : pairings) {
    if (pairing.boards == 0 || !is_known(pairing.partner, field) || !is_known(pairing.opponent, field)) continue;
    const auto boards = static_cast<double>(pairing.boards);
    const double mean = pairing.margin / boards;
    known.push_back({boards, 2 * (mean + strength_of(pairing.opponent, field)) - strength_of(pairing.partner, field),
                     4 * (pairing.squares - pairing.margin * mean)});
    strength.boards += pairing.boards;
    sum += boards * known.back().mean;
    shares[pairing.opponent] += 2 * boards;
    shares[pairing.partner] -= boards;
  }
  if (strength.boards < 2) return std::nullopt;
  const auto all = static_cast<double>(strength.boards);
  strength.points = sum / all;
  double squares = 0;
  for (const Known& one : known) {
    squares += one.within + one.boards * (one.mean - strength.points) * (one.mean - strength.points);
  }
  double variance = squares / (all - 1) / all;
  for (const auto& [entrant, share] : shares) {
    const double deviation = field.error95(static_cast<std::size_t>(entrant)) / DeviationsOf95;
    variance += share / all * share / all * deviation * deviation;
  }
  strength.error95 = DeviationsOf95 * std::sqrt(variance);
  return strength;
}

}  // namespace tichu::arena

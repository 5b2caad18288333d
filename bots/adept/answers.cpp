#include "bots/adept/answers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bots/adept/net.h"
#include "sdk/python/native/action_ids.h"

namespace tichu::adept {

using training::ActionIds;

void list_plays(const PlayQuery& query, int none, PlayList& plays, std::vector<int>& ids) {
  canonical_plays(query, plays);
  ids.clear();
  for (const Combination& play : plays) ids.push_back(training::id_of(play));
  if (plays.may_pass()) ids.push_back(none);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void list_pushed_cards(CardSet hand, std::vector<int>& ids) {
  ids.clear();
  for (const Card card : hand) ids.push_back(training::id_of_push(card));
  std::sort(ids.begin(), ids.end());
}

void list_wishes(std::vector<int>& ids) {
  ids.resize(ActionIds::DragonGift - ActionIds::Wish);
  std::iota(ids.begin(), ids.end(), ActionIds::Wish);
}

std::vector<RatedAnswer> rate_answers(const Observation& seen, const Asked& asked, std::span<const int> ids) {
  if (ids.size() == 1) return {{ids.front(), 1}};
  const auto units = think(input_of(seen, asked));
  std::vector<std::pair<std::int32_t, int>> logits;
  for (const int id : ids) logits.emplace_back(logit(units, id), id);
  std::stable_sort(logits.begin(), logits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<RatedAnswer> rated;
  double sum = 0;
  for (const auto& [logit, id] : logits) {
    const double below = static_cast<double>(std::int64_t{logits.front().first} - logit);
    rated.push_back({id, std::exp(-below / LogitUnit)});
    sum += rated.back().chance;
  }
  for (RatedAnswer& each : rated) each.chance /= sum;
  return rated;
}

}  // namespace tichu::adept

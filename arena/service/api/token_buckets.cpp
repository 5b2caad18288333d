#include "arena/service/api/token_buckets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace tichu::arena {
namespace {

constexpr std::size_t MostBuckets = 65'536;

}  // namespace

std::optional<std::chrono::seconds> TokenBuckets::take(const std::string& who, TimePoint now) {
  const std::lock_guard lock(mutex_);
  auto found = buckets_.find(who);
  if (found == buckets_.end()) {
    if (buckets_.size() >= MostBuckets) make_room(now);
    found = buckets_.emplace(who, Bucket{rate_.burst, now}).first;
  }
  Bucket& bucket = found->second;
  bucket.level = level_of(bucket, now);
  bucket.at = now;
  if (bucket.level >= 1) {
    bucket.level -= 1;
    return std::nullopt;
  }
  return std::chrono::seconds(std::max(1L, std::lround(std::ceil((1 - bucket.level) / rate_.a_second))));
}

std::vector<std::pair<std::string, std::string>> TokenBuckets::headers(const std::string& policy,
                                                                       const std::string& who, TimePoint now) {
  double level = rate_.burst;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = buckets_.find(who); found != buckets_.end()) level = level_of(found->second, now);
  }
  const double until_full = (rate_.burst - level) / rate_.a_second;
  return {{"RateLimit-Policy", fmt::format("\"{}\";q={:.0f};w={:.0f}", policy, std::floor(rate_.burst),
                                           std::ceil(rate_.burst / rate_.a_second))},
          {"RateLimit", fmt::format("\"{}\";r={:.0f};t={:.0f}", policy, std::floor(level), std::ceil(until_full))}};
}

double TokenBuckets::level_of(const Bucket& bucket, TimePoint now) const {
  const double passed = std::chrono::duration<double>(now - bucket.at).count();
  return std::min(rate_.burst, bucket.level + passed * rate_.a_second);
}

void TokenBuckets::make_room(TimePoint now) {
  const std::size_t forgotten = buckets_.size() / 8 + 1;
  std::vector<double> levels;
  levels.reserve(buckets_.size());
  for (const auto& [who, bucket] : buckets_) levels.push_back(level_of(bucket, now));
  const auto least = levels.begin() + static_cast<std::ptrdiff_t>(forgotten - 1);
  std::nth_element(levels.begin(), least, levels.end(), std::greater<>());
  std::size_t left = forgotten;  // many may have the same level
  std::erase_if(buckets_, [&](const auto& entry) {
    if (left == 0 || level_of(entry.second, now) < *least) return false;
    --left;
    return true;
  });
}

}  // namespace tichu::arena

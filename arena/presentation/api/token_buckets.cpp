#include "arena/presentation/api/token_buckets.h"

#include <algorithm>
#include <cmath>

namespace tichu::arena {
namespace {

constexpr std::size_t MostBuckets = 65'536;

}  // namespace

std::optional<std::chrono::seconds> TokenBuckets::take(const std::string& who, TimePoint now) {
  const std::lock_guard lock(mutex_);
  auto found = buckets_.find(who);
  if (found == buckets_.end()) {
    if (buckets_.size() >= MostBuckets) forget_full(now);
    if (buckets_.size() >= MostBuckets) return std::chrono::seconds(1);
    found = buckets_.emplace(who, Bucket{rate_.burst, now}).first;
  }
  Bucket& bucket = found->second;
  const double passed = std::chrono::duration<double>(now - bucket.at).count();
  bucket.level = std::min(rate_.burst, bucket.level + passed * rate_.a_second);
  bucket.at = now;
  if (bucket.level >= 1) {
    bucket.level -= 1;
    return std::nullopt;
  }
  return std::chrono::seconds(std::max(1L, std::lround(std::ceil((1 - bucket.level) / rate_.a_second))));
}

void TokenBuckets::forget_full(TimePoint now) {
  std::erase_if(buckets_, [&](const auto& entry) {
    const double passed = std::chrono::duration<double>(now - entry.second.at).count();
    return entry.second.level + passed * rate_.a_second >= rate_.burst;
  });
}

}  // namespace tichu::arena

#include "arena/hosting/player/bounded_log.h"

#include <algorithm>

namespace tichu::arena {

void BoundedLog::append(std::string_view bytes) {
  size_ += bytes.size();
  const std::size_t to_first = std::min(bytes.size(), Kept - first_.size());
  first_.append(bytes.substr(0, to_first));
  bytes.remove_prefix(to_first);
  if (bytes.size() > Kept) bytes.remove_prefix(bytes.size() - Kept);
  last_.append(bytes);
  if (last_.size() > 2 * Kept) last_.erase(0, last_.size() - Kept);
}

std::string BoundedLog::text() const {
  const std::string end = last_.substr(last_.size() - std::min(last_.size(), Kept));
  const std::uint64_t dropped = size_ - first_.size() - end.size();
  if (dropped == 0) return first_ + end;
  return first_ + "\n[" + std::to_string(dropped) + " bytes left out]\n" + end;
}

std::string BoundedLog::tail(std::size_t count) const {
  const std::string& from = last_.empty() ? first_ : last_;
  return from.substr(from.size() - std::min({from.size(), count, Kept}));
}

}  // namespace tichu::arena

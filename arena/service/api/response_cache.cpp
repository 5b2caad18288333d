#include "arena/service/api/response_cache.h"

namespace tichu::arena {
namespace {

std::size_t bytes_of(const std::string& target, const HttpResponse& answer) {
  return target.size() + (answer.body ? answer.body->size() : 0);
}

}  // namespace

std::optional<HttpResponse> ResponseCache::find(const std::string& target, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(target);
  if (found == kept_.end() || now - found->second.made >= Lifetime) return std::nullopt;
  return found->second.answer;
}

void ResponseCache::keep(const std::string& target, const HttpResponse& answer, Clock::time_point now) {
  const std::size_t bytes = bytes_of(target, answer);
  if (bytes > MostBytes) return;
  const std::lock_guard lock(mutex_);
  if (now - swept_ >= Lifetime) {
    swept_ = now;
    std::erase_if(kept_, [&](const auto& entry) {
      const bool is_old = now - entry.second.made >= Lifetime;
      if (is_old) bytes_ -= bytes_of(entry.first, entry.second.answer);
      return is_old;
    });
  }
  if (const auto former = kept_.find(target); former != kept_.end()) {
    bytes_ -= bytes_of(target, former->second.answer);
    kept_.erase(former);
  }
  if (kept_.size() >= MostAnswers || bytes_ + bytes > MostBytes) {
    kept_.clear();
    bytes_ = 0;
  }
  kept_.emplace(target, Kept{answer, now});
  bytes_ += bytes;
}

std::size_t ResponseCache::bytes() {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace tichu::arena

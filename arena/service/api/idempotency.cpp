#include "arena/service/api/idempotency.h"

#include <algorithm>

namespace tichu::arena {
namespace {

constexpr std::size_t MostKept = 4096;
constexpr std::chrono::hours KeptFor{24};

}  // namespace

bool is_idempotency_key(std::string_view text) {
  constexpr std::size_t MostKeyBytes = 128;
  return !text.empty() && text.size() <= MostKeyBytes &&
         std::all_of(text.begin(), text.end(), [](char letter) { return letter > ' ' && letter < '\x7f'; });
}

std::pair<KeptAnswers::Use, HttpResponse> KeptAnswers::begin(const std::string& who, const std::string& key,
                                                             const std::string& request, TimePoint now) {
  const std::lock_guard lock(mutex_);
  while (!ages_.empty()) {
    const auto oldest = kept_.find(ages_.front());
    if (ages_.size() < MostKept && now - oldest->second.made < KeptFor) break;
    kept_.erase(oldest);
    ages_.pop_front();
  }
  const Name name{who, key};
  const auto found = kept_.find(name);
  if (found != kept_.end()) {
    if (found->second.request != request) return {Use::Other, {}};
    if (!found->second.answer) return {Use::Open, {}};
    return {Use::Again, *found->second.answer};
  }
  ages_.push_back(name);
  kept_.emplace(name, Kept{request, std::nullopt, now, std::prev(ages_.end())});
  return {Use::First, {}};
}

void KeptAnswers::keep(const std::string& who, const std::string& key, const HttpResponse& answer) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find({who, key});
  if (found != kept_.end()) found->second.answer = answer;
}

void KeptAnswers::forget(const std::string& who, const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find({who, key});
  if (found == kept_.end()) return;
  ages_.erase(found->second.age);
  kept_.erase(found);
}

}  // namespace tichu::arena

#include <utility>

#include "arena/presentation/live/web_site.h"

namespace tichu::arena {

void LaterAnswer::give(WebAnswer answer) {
  std::function<void(WebAnswer)> take;
  {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(given_, true)) return;
    take = std::exchange(take_, {});
    if (!take) answer_ = std::move(answer);
  }
  if (take) take(std::move(answer));
}

void LaterAnswer::when_given(std::function<void(WebAnswer)> take) {
  std::optional<WebAnswer> answer;
  {
    const std::scoped_lock lock(mutex_);
    answer = std::exchange(answer_, std::nullopt);
    if (!given_) take_ = take;
  }
  if (answer) take(std::move(*answer));
}

}  // namespace tichu::arena

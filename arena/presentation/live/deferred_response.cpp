#include <utility>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

void DeferredResponse::give(HttpResponse answer) {
  std::function<void(HttpResponse)> take;
  {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(given_, true)) return;
    take = std::exchange(take_, {});
    if (!take) answer_ = std::move(answer);
  }
  if (take) take(std::move(answer));
}

void DeferredResponse::when_given(std::function<void(HttpResponse)> take) {
  std::optional<HttpResponse> answer;
  {
    const std::scoped_lock lock(mutex_);
    answer = std::exchange(answer_, std::nullopt);
    if (!given_) take_ = take;
  }
  if (answer) take(std::move(*answer));
}

}  // namespace tichu::arena

#include "arena/hosting/match/table_view.h"

#include <utility>

#include "engine/record.h"

namespace tichu::arena {

void TableView::begin_round(RoundPlace place, const Deal& deal, std::uint64_t deal_index) {
  current_.place = place;
  current_.place.job = job_;
  current_.record.deal = deal;
  current_.record.deal_index = deal_index;
  copied_ = false;
}

std::optional<RoundSnapshot> TableView::look() {
  const std::scoped_lock lock(mutex_);
  asked_.store(true, std::memory_order_relaxed);
  return std::exchange(newest_, std::nullopt);
}

void TableView::copy(const tichu::EventLog& log) {
  RoundSnapshot snapshot = current_;
  snapshot.record.actions = recorded_actions(log);
  copied_ = true;
  const std::scoped_lock lock(mutex_);
  asked_.store(false, std::memory_order_relaxed);
  newest_ = std::move(snapshot);
}

}  // namespace tichu::arena

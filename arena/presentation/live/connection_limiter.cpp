#include "arena/presentation/live/connection_limiter.h"

#include <utility>

#include "arena/presentation/live/address_owner.h"

namespace tichu::arena {

ConnectionLimiter::Slot::Slot(ConnectionLimiter& shares, Shares::iterator share) : shares_(&shares), share_(share) {
  share_->second.clients += 1;
  shares_->clients_ += 1;
}

ConnectionLimiter::Slot::Slot(Slot&& other) noexcept
    : shares_(std::exchange(other.shares_, nullptr)), share_(other.share_), watches_(other.watches_) {}

ConnectionLimiter::Slot::~Slot() {
  if (shares_ == nullptr) return;
  shares_->clients_ -= 1;
  shares_->watchers_ -= watches_ ? 1 : 0;
  share_->second.watchers -= watches_ ? 1 : 0;
  share_->second.clients -= 1;
  if (share_->second.clients == 0) shares_->shares_.erase(share_);
}

bool ConnectionLimiter::Slot::watch() {
  if (watches_) return true;
  const int allowed = shares_->allowance();
  if (shares_->watchers_ >= shares_->bounds_.watchers ||
      share_->second.watchers >= allowed - allowed / shares_->bounds_.part_for_questions)
    return false;
  watches_ = true;
  shares_->watchers_ += 1;
  share_->second.watchers += 1;
  return true;
}

std::optional<ConnectionLimiter::Slot> ConnectionLimiter::admit(const boost::asio::ip::address& address) {
  const std::string key = address_owner(address);
  const auto known = shares_.find(key);
  const int own = known == shares_.end() ? 0 : known->second.clients;
  if (clients_ >= bounds_.clients || own >= allowance()) return std::nullopt;
  return std::optional<Slot>(std::in_place, *this, shares_.try_emplace(key).first);
}

}  // namespace tichu::arena

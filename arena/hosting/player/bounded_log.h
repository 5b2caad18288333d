#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tichu::arena {

/// Keeps the last bytes of a stream of any length: the end of a bot's standard error says why it stopped.
class BoundedLog {
 public:
  static constexpr std::size_t Kept = 32 * 1024;

  void append(std::string_view bytes) {
    size_ += bytes.size();
    last_.append(bytes.substr(bytes.size() - std::min(bytes.size(), Kept)));
    if (last_.size() > 2 * Kept) last_.erase(0, last_.size() - Kept);
  }
  /// All bytes that ever came.
  std::uint64_t size() const { return size_; }
  /// The last bytes, at most `count` and at most Kept.
  std::string tail(std::size_t count = Kept) const {
    return last_.substr(last_.size() - std::min({last_.size(), count, Kept}));
  }

 private:
  std::string last_;  ///< up to twice Kept, so that it is cut rarely
  std::uint64_t size_ = 0;
};

}  // namespace tichu::arena

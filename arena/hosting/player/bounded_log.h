#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tichu::arena {

/// Keeps the first and the last bytes of a stream of any length. Of a bot's standard error the beginning says what the
/// bot is, the end why it stopped.
class BoundedLog {
 public:
  /// How many bytes of the beginning and how many of the end are kept.
  static constexpr std::size_t Kept = 32 * 1024;

  void append(std::string_view bytes);
  /// All bytes that ever came.
  std::uint64_t size() const { return size_; }
  /// What is kept; if bytes were dropped, a line in their place says how many.
  std::string text() const;
  /// The last bytes, at most `count`, without reaching back into the kept beginning if more came after it.
  std::string tail(std::size_t count) const;

 private:
  std::string first_;
  std::string last_;  ///< up to twice Kept, so that it is cut rarely
  std::uint64_t size_ = 0;
};

}  // namespace tichu::arena

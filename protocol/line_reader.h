#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/frame.h"

namespace tichu::protocol {

/// Takes lines out of a stream of bytes that comes in pieces of any size: what FrameReader is for frames. A line ends
/// with a line feed, which is no part of it. Each byte is looked at once.
class LineReader {
 public:
  explicit LineReader(std::size_t limit = DefaultFrameLimit) : limit_(limit) {}

  void feed(std::string_view bytes) {
    buffer_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    buffer_ += bytes;
  }
  /// Takes the next line; Oversized if it is longer than the limit, ended or not.
  Frame next() {
    const std::size_t end = buffer_.find('\n', searched_);
    searched_ = end == std::string::npos ? buffer_.size() : end;
    if (searched_ - begin_ > limit_) return {FrameStatus::Oversized, {}};
    if (end == std::string::npos) return {};
    const std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
    begin_ = searched_ = end + 1;
    return {FrameStatus::Complete, line};
  }
  /// Bytes that were fed and belong to no line taken so far.
  std::size_t pending() const { return buffer_.size() - begin_; }

 private:
  std::size_t limit_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;  ///< where no line feed stands before, from `begin_` on
};

}  // namespace tichu::protocol

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace google::protobuf {
class MessageLite;
}

namespace tichu::protocol {

/// The longest payload that a reader takes unless told otherwise: 1 MiB. The longest honest message, a turn with 417
/// legal plays of fourteen cards after a whole round of events, is under 20 kB.
inline constexpr std::size_t DefaultFrameLimit = std::size_t{1} << 20;

/// Puts messages into frames: the payload's length as a varint, then the payload.
class FrameWriter {
 public:
  /// The message in one frame. The bytes are valid until the next call.
  std::string_view write(const google::protobuf::MessageLite& message);

 private:
  std::string buffer_;
};

enum class FrameStatus : std::uint8_t {
  Complete,    ///< `payload` is a whole frame's
  Incomplete,  ///< more bytes are needed
  Oversized,   ///< the length is above the limit; the reader stays in this state
  BadLength,   ///< the length is a varint longer than its number needs; the reader stays in this state
};

struct Frame {
  FrameStatus status = FrameStatus::Incomplete;
  std::string_view payload;  ///< valid until the next `feed`
};

/// Takes frames out of a stream of bytes that comes in pieces of any size. Holds at most one frame of the limit's size
/// and what was fed last, if `next` is called until `Incomplete` after each `feed`.
class FrameReader {
 public:
  explicit FrameReader(std::size_t limit = DefaultFrameLimit) : limit_(limit) {}

  void feed(std::string_view bytes);
  /// Takes the next frame. The length is checked before anything is kept for it.
  Frame next();
  /// Bytes that were fed and belong to no frame taken so far.
  std::size_t pending() const { return buffer_.size() - begin_; }

 private:
  std::size_t limit_;
  std::string buffer_;
  std::size_t begin_ = 0;
  FrameStatus broken_ = FrameStatus::Incomplete;
};

}  // namespace tichu::protocol

#include "protocol/frame.h"

#include <google/protobuf/message_lite.h>

namespace tichu::protocol {
namespace {

constexpr std::size_t LongestLength = 5;  // bytes of a varint of 32 bits

std::size_t put_varint(std::size_t value, char* to) {
  std::size_t count = 0;
  for (; value >= 0x80; value >>= 7) to[count++] = static_cast<char>((value & 0x7f) | 0x80);
  to[count++] = static_cast<char>(value);
  return count;
}

// A length at the beginning of `bytes`: `size` bytes long, 0 if it is not whole yet.
struct Length {
  FrameStatus status = FrameStatus::Incomplete;
  std::size_t value = 0;
  std::size_t size = 0;
};

Length read_length(std::string_view bytes, std::size_t limit) {
  Length length;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == LongestLength) return {FrameStatus::BadLength};
    const auto byte = static_cast<unsigned char>(bytes[i]);
    length.value |= static_cast<std::size_t>(byte & 0x7f) << (7 * i);
    if (length.value > limit) return {FrameStatus::Oversized};
    if ((byte & 0x80) != 0) continue;
    if (byte == 0 && i > 0) return {FrameStatus::BadLength};
    length.status = FrameStatus::Complete;
    length.size = i + 1;
    return length;
  }
  return bytes.size() == LongestLength ? Length{FrameStatus::BadLength} : length;
}

}  // namespace

std::string_view FrameWriter::write(const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  char length[10];
  const std::size_t head = put_varint(size, length);
  buffer_.resize(head + size);
  buffer_.replace(0, head, length, head);
  message.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(buffer_.data()) + head);
  return buffer_;
}

void FrameReader::feed(std::string_view bytes) {
  if (begin_ == buffer_.size()) {
    buffer_.clear();
    begin_ = 0;
  } else if (begin_ > 0) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  buffer_.append(bytes);
}

Frame FrameReader::next() {
  if (broken_ != FrameStatus::Incomplete) return {broken_, {}};
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  const Length length = read_length(rest, limit_);
  if (length.status == FrameStatus::Oversized || length.status == FrameStatus::BadLength) {
    broken_ = length.status;
    return {broken_, {}};
  }
  if (length.status == FrameStatus::Incomplete || rest.size() - length.size < length.value) return {};
  begin_ += length.size + length.value;
  return {FrameStatus::Complete, rest.substr(length.size, length.value)};
}

}  // namespace tichu::protocol

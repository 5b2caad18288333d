#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Changes inputs of the frames' target so that the lengths in them stay true, of frames and of the fields of messages:
// changes of single bytes alone would hardly ever get behind the first frame. For libFuzzer only.

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using Generator = std::minstd_rand;

std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(0x80 | (value & 0x7f));
  return bytes += static_cast<char>(value);
}

/// A part of a stream: what stands before the length, and what the length counts. Parts without a length have all in
/// front.
struct Part {
  std::string front;
  std::optional<std::string> content;

  std::string bytes() const { return content ? front + varint(content->size()) + *content : front; }
};

/// Takes the part's length and content; false where they are not there.
bool take_content(std::string_view& bytes, Part& part) {
  const auto length = take_varint(bytes);
  if (!length || *length > bytes.size()) return false;
  part.content = bytes.substr(0, *length);
  bytes.remove_prefix(*length);
  return true;
}

/// The fields of a Protobuf message; nullopt if the bytes are not one.
std::optional<std::vector<Part>> fields(std::string_view bytes) {
  std::vector<Part> parts;
  while (!bytes.empty()) {
    std::string_view rest = bytes;
    const auto tag = take_varint(rest);
    if (!tag) return std::nullopt;
    Part part{std::string(bytes.substr(0, bytes.size() - rest.size())), std::nullopt};
    if ((*tag & 7) == 2) {
      if (!take_content(rest, part)) return std::nullopt;
    } else {
      if ((*tag & 7) != 0 || !take_varint(rest)) return std::nullopt;
      part.front = bytes.substr(0, bytes.size() - rest.size());
    }
    parts.push_back(std::move(part));
    bytes = rest;
  }
  return parts;
}

/// The frames of a stream; what follows the last whole one is a part without a length.
std::vector<Part> frames(std::string_view bytes) {
  std::vector<Part> parts;
  while (!bytes.empty()) {
    Part part;
    std::string_view rest = bytes;
    if (!take_content(rest, part)) {
      part.front = bytes;
      rest = {};
    }
    parts.push_back(std::move(part));
    bytes = rest;
  }
  return parts;
}

std::string any_change(std::string_view bytes, std::size_t max_size) {
  std::string changed(bytes.substr(0, max_size));
  const std::size_t size = changed.size();
  changed.resize(max_size);
  changed.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(changed.data()), size, max_size));
  return changed;
}

std::string message_change(std::string_view message, std::size_t max_size, Generator& random);

/// Doubles, drops or swaps a part, or changes what is in it.
std::string parts_change(std::vector<Part> parts, std::size_t max_size, Generator& random) {
  const std::size_t at = random() % parts.size();
  const auto place = parts.begin() + static_cast<std::ptrdiff_t>(at);
  switch (random() % 8) {
    case 0:
      parts.insert(place, Part(parts[at]));
      break;
    case 1:
      parts.erase(place);
      break;
    case 2:
      std::swap(parts[at], parts[random() % parts.size()]);
      break;
    default:
      if (parts[at].content) {
        parts[at].content = message_change(*parts[at].content, max_size, random);
      } else {
        parts[at].front = any_change(parts[at].front, max_size);
      }
      break;
  }
  std::string bytes;
  for (const Part& part : parts) bytes += part.bytes();
  return bytes;
}

std::string message_change(std::string_view message, std::size_t max_size, Generator& random) {
  const auto parts = fields(message);
  if (!parts || parts->empty() || random() % 4 == 0) return any_change(message, max_size);
  return parts_change(*parts, max_size, random);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  Generator random(seed);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (size < 2 || random() % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string changed = bytes.front() + parts_change(frames(bytes.substr(1)), max_size, random);
  size = std::min(changed.size(), max_size);
  std::copy_n(changed.begin(), size, data);
  return size;
}

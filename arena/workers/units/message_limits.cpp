#include "arena/workers/units/message_limits.h"

#include <fmt/format.h>

#include <array>

namespace tichu::arena {
namespace {

/// Wire types of Protobuf's encoding.
enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Length = 2, Fixed32 = 5 };

/// Walks over the bytes of a message without keeping anything of them.
class Walk {
 public:
  std::optional<std::string> over(std::string_view bytes, const MessageLimits& limits) {
    std::array<std::size_t, MostFields + 1> counts{};
    while (!bytes.empty()) {
      const std::optional<std::uint64_t> tag = varint(bytes);
      if (!tag) return Broken;
      const std::uint64_t field = *tag >> 3;
      const auto type = static_cast<WireType>(*tag & 7);
      if (field == 0 || field > limits.fields)
        return fmt::format("has a field {}, which this version does not know", field);
      const std::optional<std::string_view> value = take(bytes, type);
      if (!value) return Broken;
      const auto inner = limits.inner.find(static_cast<std::uint32_t>(field));
      if (inner == limits.inner.end() || type != WireType::Length) continue;
      if (++counts[field] > inner->second.most) {
        return fmt::format("has more than {} {}", inner->second.most, inner->second.name);
      }
      if (++messages_ > MostInnerMessages) return fmt::format("has more than {} parts", MostInnerMessages);
      if (auto wrong = over(*value, *inner->second.limits)) return fmt::format("{}: {}", inner->second.name, *wrong);
    }
    return std::nullopt;
  }

 private:
  static constexpr const char* Broken = "is cut off, or no message";

  static std::optional<std::uint64_t> varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.front());
      bytes.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    return std::nullopt;
  }

  static std::optional<std::string_view> cut(std::string_view& bytes, std::uint64_t size) {
    if (size > bytes.size()) return std::nullopt;
    const std::string_view value = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return value;
  }

  static std::optional<std::string_view> take(std::string_view& bytes, WireType type) {
    if (type == WireType::Fixed64) return cut(bytes, sizeof(std::uint64_t));
    if (type == WireType::Fixed32) return cut(bytes, sizeof(std::uint32_t));
    if (type != WireType::Varint && type != WireType::Length) return std::nullopt;  // groups, too
    const std::optional<std::uint64_t> number = varint(bytes);
    if (!number) return std::nullopt;
    return type == WireType::Length ? cut(bytes, *number) : std::string_view();
  }

  std::size_t messages_ = 0;
};

}  // namespace

std::optional<std::string> limit_error(std::string_view bytes, const MessageLimits& limits) {
  return Walk().over(bytes, limits);
}

}  // namespace tichu::arena

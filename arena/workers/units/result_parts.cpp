#include "arena/workers/units/result_parts.h"

#include <fmt/format.h>
#include <sodium/crypto_generichash.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "arena/tournament/store/compressed.h"

namespace tichu::arena {
namespace {

/// Below this compressing saves too little for its time.
constexpr std::size_t LeastCompressed = 4096;
/// The first byte of a message with a version; a Zstandard frame begins with another.
constexpr char FirstByte = 0x08;

std::string digest_of(std::string_view bytes) {
  std::string digest(crypto_generichash_BYTES_MIN, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(digest.data()), digest.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
  return digest;
}

}  // namespace

std::vector<std::string> result_parts(const units::UnitResult& result) {
  std::string bytes = encode(result);
  if (bytes.size() > MostResultBytes) {
    throw std::length_error(
        fmt::format("a result of {} bytes: at most {} can be sent", bytes.size(), MostResultBytes));
  }
  if (bytes.size() >= LeastCompressed) bytes = compressed(bytes);
  units::Part part;
  set_id(part, id_of(result));
  part.set_digest(digest_of(bytes));
  part.set_parts(static_cast<std::uint32_t>((bytes.size() + MostPieceBytes - 1) / MostPieceBytes));
  std::vector<std::string> parts;
  for (; part.part() < part.parts(); part.set_part(part.part() + 1)) {
    part.set_bytes(bytes.substr(part.part() * MostPieceBytes, MostPieceBytes));
    parts.push_back(encode(part));
  }
  return parts;
}

OrInputError<std::optional<units::UnitResult>> ResultAssembly::take(const units::Part& part, const std::string& from) {
  if (part.part() == 0) *this = ResultAssembly();
  if (part.part() == 0) digest_ = part.digest();
  if (part.part() != next_ || part.digest() != digest_) return std::nullopt;
  const auto refused = [&](const char* key, std::string problem) {
    *this = ResultAssembly();
    return tl::unexpected(InputError{from, key, std::move(problem)});
  };
  ++next_;
  bytes_ += part.bytes();
  if (bytes_.size() > MostResultBytes) return refused("bytes", "are more than a result may have");
  if (next_ < part.parts()) return std::nullopt;
  if (digest_of(bytes_) != digest_) return refused("digest", "is not that of the bytes");
  std::string bytes = std::exchange(bytes_, {});
  if (bytes.front() != FirstByte) {
    try {
      if (decompressed_size(bytes) > MostResultBytes) return refused("bytes", "are more than a result may have");
      bytes = decompressed(bytes);
    } catch (const std::runtime_error& error) {
      return refused("bytes", fmt::format("are no result: {}", error.what()));
    }
  }
  return decode<units::UnitResult>(bytes, from);
}

}  // namespace tichu::arena

#include "arena/workers/units/packed_result.h"

#include <fmt/format.h>
#include <sodium/crypto_generichash.h>

#include <stdexcept>
#include <utility>

#include "arena/tournament/store/compressed.h"

namespace tichu::arena {
namespace {

constexpr std::size_t DigestBytes = crypto_generichash_BYTES_MIN;
/// Below this compressing saves too little for its time.
constexpr std::size_t LeastCompressed = 4096;
/// The first byte of a message with a version; a Zstandard frame begins with another.
constexpr char FirstByte = 0x08;

std::string digest_of(std::string_view bytes) {
  std::string digest(DigestBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(digest.data()), digest.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
  return digest;
}

}  // namespace

std::string pack_result(const units::UnitResult& result) {
  std::string bytes = encode(result);
  if (bytes.size() >= LeastCompressed) bytes = compressed(bytes);
  return digest_of(bytes) + bytes;
}

std::string_view digest_of_packed(std::string_view bytes) { return bytes.substr(0, DigestBytes); }

OrInputError<units::UnitResult> unpack_result(std::string_view bytes, const std::string& from) {
  const auto refused = [&](std::string problem) { return tl::unexpected(InputError{from, "", std::move(problem)}); };
  const std::string_view digest = digest_of_packed(bytes);
  bytes.remove_prefix(digest.size());
  if (bytes.empty() || digest_of(bytes) != digest) return refused("its digest is not that of its bytes");
  if (bytes.front() == FirstByte) return decode<units::UnitResult>(bytes, from);
  try {
    if (decompressed_size(bytes) > MostResultBytes) return refused("has more bytes than a result may have");
    return decode<units::UnitResult>(decompressed(bytes), from);
  } catch (const std::runtime_error& error) {
    return refused(fmt::format("is no result: {}", error.what()));
  }
}

}  // namespace tichu::arena

#include "arena/workers/units/result_parts.h"

#include <fmt/format.h>
#include <sodium/crypto_generichash.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "arena/tournament/store/compressed.h"
#include "arena/workers/units/message_form.h"
#include "arena/workers/units/message_limits.h"
#include "arena/workers/units/serialized_message.h"
#include "arena/workers/units/unit_messages.h"
#include "arena/workers/units/units.pb.h"

namespace tichu::arena {
namespace {

constexpr std::size_t DigestBytes = crypto_generichash_BYTES_MIN;
/// Room for what stands around the bytes of a piece.
constexpr std::size_t Overhead = 1024;
constexpr std::size_t MostPieceBytes = MostPartBytes - Overhead;
constexpr std::size_t MostParts = MostResultBytes / MostPieceBytes + 2;
/// Below this compressing saves too little for its time.
constexpr std::size_t LeastCompressed = 4096;
/// The first byte of a message with a version; a Zstandard frame begins with another.
constexpr char FirstByte = 0x08;

const MessageLimits& part_limits() {
  static const MessageLimits limits{7};
  return limits;
}

std::string digest_of(std::string_view bytes) {
  std::string digest(DigestBytes, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(digest.data()), digest.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
  return digest;
}

ResultPart part_of(const units::Part& message, MessageForm& form) {
  const FieldPath top;
  ResultPart part;
  part.id = form.unit_id(top, message.tournament(), message.unit());
  part.parts = static_cast<std::uint32_t>(form.number({&top, "parts"}, message.parts(), 1, MostParts));
  part.part = static_cast<std::uint32_t>(form.number({&top, "part"}, message.part(), 0, part.parts - 1));
  part.digest = message.digest();
  form.expect(part.digest.size() == DigestBytes, {&top, "digest"}, "must have 16 bytes");
  part.bytes = form.bytes({&top, "bytes"}, message.bytes(), MostPieceBytes);
  form.expect(!part.bytes.empty(), {&top, "bytes"}, "are none");
  return part;
}

/// The result's message from the bytes of all pieces.
OrInputError<std::string> whole(std::string bytes, const std::string& from) {
  if (!bytes.empty() && bytes.front() == FirstByte) return bytes;
  const auto refused = [&](const std::string& problem) { return tl::unexpected(InputError{from, "bytes", problem}); };
  try {
    if (decompressed_size(bytes) > MostResultBytes) return refused("are more than a result may have");
    return decompressed(bytes);
  } catch (const std::runtime_error& error) {
    return refused(fmt::format("are no result: {}", error.what()));
  }
}

}  // namespace

std::vector<std::string> result_parts(const UnitResult& result) {
  std::string bytes = encode(result);
  if (bytes.size() >= LeastCompressed) bytes = compressed(bytes);
  units::Part message;
  message.set_version(UnitMessagesVersion);
  message.set_tournament(result.id.tournament);
  message.set_unit(result.id.number.value());
  message.set_digest(digest_of(bytes));
  const std::size_t parts = (bytes.size() + MostPieceBytes - 1) / MostPieceBytes;
  message.set_parts(static_cast<std::uint32_t>(parts));
  std::vector<std::string> messages;
  for (std::size_t part = 0; part < parts; ++part) {
    message.set_part(static_cast<std::uint32_t>(part));
    message.set_bytes(bytes.substr(part * MostPieceBytes, MostPieceBytes));
    messages.push_back(serialized(message, part_limits(), MostPartBytes, "a part of a result"));
  }
  return messages;
}

OrInputError<ResultPart> decode_part(std::string_view bytes, const std::string& from) {
  return parsed<ResultPart, units::Part>(bytes, part_limits(), MostPartBytes, from, part_of);
}

OrInputError<std::optional<std::string>> ResultAssembly::take(const ResultPart& part, const std::string& from) {
  if (part.part == 0) *this = ResultAssembly();
  if (part.part == 0) digest_ = part.digest;
  if (part.part != next_ || part.digest != digest_) return std::nullopt;
  const auto refused = [&](const char* key, const char* problem) {
    *this = ResultAssembly();
    return tl::unexpected(InputError{from, key, problem});
  };
  ++next_;
  bytes_ += part.bytes;
  if (bytes_.size() > MostResultBytes) return refused("bytes", "are more than a result may have");
  if (next_ < part.parts) return std::nullopt;
  if (digest_of(bytes_) != digest_) return refused("digest", "is not that of the bytes");
  OrInputError<std::string> message = whole(std::exchange(bytes_, {}), from);
  if (!message) return tl::unexpected(std::move(message.error()));
  return std::move(*message);
}

}  // namespace tichu::arena

#include "arena/workers/units/messages.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "arena/text/digest.h"
#include "arena/tournament/store/compressed.h"
#include "arena/workers/units/message_form.h"

namespace tichu::arena {
namespace {

constexpr std::size_t ArtifactDigits = 64;
constexpr std::size_t LongestLine = 4096;
constexpr std::uint32_t MostPieces = 4096;
/// Messages, moves of remarks and outputs, within a result, some 100 MB once they are parsed: a parser makes an object
/// of a hundred bytes for each empty one, which takes two.
constexpr std::size_t MostInnerMessages = std::size_t{1} << 20;

/// The fields of a message that hold many messages.
struct Nesting {
  std::map<std::uint32_t, const Nesting*> fields;
};

/// Whether there are at most `left` messages within one, which is not parsed.
bool has_few_messages(google::protobuf::io::CodedInputStream& input, const Nesting& nesting, std::size_t& left) {
  using google::protobuf::internal::WireFormatLite;
  while (const std::uint32_t tag = input.ReadTag()) {
    const auto inner = nesting.fields.find(tag >> 3);
    if (inner == nesting.fields.end() ||
        WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (!WireFormatLite::SkipField(&input, tag)) return true;  // it is no message, and is not parsed
      continue;
    }
    std::uint32_t size = 0;
    if (!input.ReadVarint32(&size)) return true;
    if (left == 0) return false;
    --left;
    const auto limit = input.PushLimit(static_cast<int>(size));
    if (!has_few_messages(input, *inner->second, left)) return false;
    input.Skip(std::max(input.BytesUntilLimit(), 0));  // the rest of what is no message
    input.PopLimit(limit);
  }
  return true;
}

bool has_few_messages(std::string_view bytes) {
  static const Nesting leaf;
  static const Nesting remark{{{6, &leaf}}};
  static const Nesting round{{{3, &remark}, {4, &leaf}}};
  static const Nesting table{{{1, &round}, {2, &leaf}}};
  static const Nesting job{{{2, &table}, {3, &leaf}}};
  static const Nesting result{{{4, &job}, {5, &leaf}}};
  google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                               static_cast<int>(bytes.size()));
  std::size_t left = MostInnerMessages;
  return has_few_messages(input, result, left);
}

template <typename Message>
void check_unit_id(const Message& message, MessageForm& form) {
  form.digits("tournament", message.tournament(), TournamentKeyDigits);
}

void check_worker(const std::string& name, MessageForm& form) {
  form.expect(is_worker_name(name), "worker", "must be letters, digits, '_' and '-', 1 to 32 of them");
}

template <typename Names>
void check_units(const Names& names, MessageForm& form) {
  form.number("units", static_cast<std::uint64_t>(names.size()), 0, MostUnitsOfBeat);
  for (const units::UnitName& name : names) check_unit_id(name, form);
}

void check(const units::Unit& message, MessageForm& form) { check_unit_id(message, form); }

void check(const units::UnitResult& message, MessageForm& form) {
  check_unit_id(message, form);
  form.line("failure.text", message.failure().text(), LongestLine);
  form.expect(message.has_failure() == message.jobs().empty(), "jobs", "a unit has either jobs or a failure");
}

void check(const units::Hello& message, MessageForm& form) {
  check_worker(message.worker(), form);
  form.line("build", message.build(), LongestLine);
  form.line("machine", message.machine(), LongestLine);
  form.number("cores", message.cores(), 1, 1024);
  form.real("speed", message.speed());
  form.line("sandbox", message.sandbox(), LongestLine);
}

void check(const units::Beat& message, MessageForm& form) {
  check_worker(message.worker(), form);
  form.real("load", message.load());
  check_units(message.under_way(), form);
  check_units(message.finished(), form);
}

void check(const units::Word& message, MessageForm& form) {
  form.line("text", message.text(), LongestLine);
  check_units(message.units(), form);
}

void check(const units::FilesRequest& message, MessageForm& form) {
  form.digits("artifact", message.artifact(), ArtifactDigits);
}

void check(const units::FilesPiece& message, MessageForm& form) {
  form.number("pieces", message.pieces(), 1, MostPieces);
  form.expect(message.piece() < message.pieces(), "piece", "must be less than pieces");
}

/// Of hello, beat, word and requests.
template <typename Message>
constexpr std::size_t MostBytes = 65'536;
template <>
constexpr std::size_t MostBytes<units::Unit> = MostUnitBytes;
template <>
constexpr std::size_t MostBytes<units::UnitResult> = MostResultBytes;
template <>
constexpr std::size_t MostBytes<units::FilesPiece> = MostPieceBytes + 1024;

/// Whether a message of another version is read too: those are by which the two sides find out.
template <typename Message>
constexpr bool IsOfAnyVersion = std::is_same_v<Message, units::Hello> || std::is_same_v<Message, units::Word>;

/// Below this compressing saves too little for its time.
constexpr std::size_t LeastCompressed = 4096;
/// The first byte of a message with a version; a Zstandard frame begins with another.
constexpr char FirstByte = 0x08;

}  // namespace

bool is_worker_name(std::string_view name) {
  constexpr std::size_t Longest = 32;
  return !name.empty() && name.size() <= Longest && std::all_of(name.begin(), name.end(), [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
  });
}

template <typename Message>
OrInputError<Message> decode(std::string_view bytes, const std::string& from) {
  const auto refused = [&](std::string problem) { return tl::unexpected(InputError{from, "", std::move(problem)}); };
  if (bytes.size() > MostBytes<Message>) {
    return refused(fmt::format("has {} bytes, but may have {}", bytes.size(), MostBytes<Message>));
  }
  if (std::is_same_v<Message, units::UnitResult> && !has_few_messages(bytes)) {
    return refused(fmt::format("has more than {} parts", MostInnerMessages));
  }
  // The library would tell the terminal what is wrong with strangers' bytes.
  const google::protobuf::LogSilencer silence;
  Message message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return refused("is no such message");
  if (!IsOfAnyVersion<Message> && message.version() != UnitMessagesVersion) {
    return tl::unexpected(InputError{from, "version",
                                     fmt::format("is {}, but this program speaks {}: use the same version of the arena",
                                                 message.version(), UnitMessagesVersion)});
  }
  MessageForm form(from);
  check(message, form);
  if (!form.ok()) return tl::unexpected(form.take_error());
  return message;
}

template OrInputError<units::Unit> decode(std::string_view, const std::string&);
template OrInputError<units::UnitResult> decode(std::string_view, const std::string&);
template OrInputError<units::Hello> decode(std::string_view, const std::string&);
template OrInputError<units::Beat> decode(std::string_view, const std::string&);
template OrInputError<units::Word> decode(std::string_view, const std::string&);
template OrInputError<units::FilesRequest> decode(std::string_view, const std::string&);
template OrInputError<units::FilesPiece> decode(std::string_view, const std::string&);

std::string pack_result(const units::UnitResult& result) {
  std::string bytes = encode(result);
  if (bytes.size() >= LeastCompressed) bytes = compressed(bytes);
  return short_hash(bytes) + bytes;
}

std::string_view digest_of_packed(std::string_view bytes) { return bytes.substr(0, ShortHashBytes); }

OrInputError<units::UnitResult> unpack_result(std::string_view bytes, const std::string& from) {
  const auto refused = [&](std::string problem) { return tl::unexpected(InputError{from, "", std::move(problem)}); };
  const std::string_view digest = digest_of_packed(bytes);
  bytes.remove_prefix(digest.size());
  if (bytes.empty() || short_hash(bytes) != digest) return refused("its digest is not that of its bytes");
  if (bytes.front() == FirstByte) return decode<units::UnitResult>(bytes, from);
  try {
    if (decompressed_size(bytes) > MostResultBytes) return refused("has more bytes than a result may have");
    return decode<units::UnitResult>(decompressed(bytes), from);
  } catch (const std::runtime_error& error) {
    return refused(fmt::format("is no result: {}", error.what()));
  }
}

}  // namespace tichu::arena

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/ids.h"
#include "arena/text/input_error.h"
#include "arena/workers/units/units.pb.h"

namespace tichu::arena {

/// The version of the messages: a worker and a leader of different ones understand hello and word, and nothing else.
inline constexpr std::uint32_t UnitMessagesVersion = 1;

// What a message may hold: far more than anything that is played.
inline constexpr std::size_t MostUnitBytes = std::size_t{8} << 20;
/// The result of a unit before it is compressed.
inline constexpr std::size_t MostResultBytes = std::size_t{64} << 20;
/// A piece of a bot's files: below the usual bound of a broker, 1 MiB.
inline constexpr std::size_t MostPieceBytes = std::size_t{511} << 10;
/// Units that a beat or a word names of a kind.
inline constexpr int MostUnitsOfBeat = 512;
inline constexpr std::size_t TournamentKeyDigits = 32;

/// A unit's number: in its tournament no two units share one, not even the same boards played again.
using UnitNumber = NumberOf<struct UnitTag>;

/// Which unit of which tournament (TournamentKeyDigits hexadecimal digits that tell nothing of it).
struct UnitId {
  std::string tournament;
  UnitNumber number;
  friend bool operator==(const UnitId&, const UnitId&) = default;
};

/// Of a message that names a unit.
template <typename Message>
UnitId id_of(const Message& message) {
  return {message.tournament(), UnitNumber(message.unit())};
}
template <typename Message>
void set_id(Message& message, const UnitId& id) {
  message.set_tournament(id.tournament);
  message.set_unit(id.number.value());
}

/// A worker's name: letters, digits, '_' and '-', at most 32; it is part of a broker's subjects.
bool is_worker_name(std::string_view name);

/// Whether a worker is a stranger's. The server lets nobody have another name than the operator of the ladder has
/// given.
inline bool is_guest(std::string_view worker) { return worker.starts_with("guest-"); }

/// The bytes of a message of this version.
template <typename Message>
std::string encode(const Message& message) {
  std::string bytes{'\x08', static_cast<char>(UnitMessagesVersion)};  // field 1 of all of them
  message.AppendToString(&bytes);
  return bytes;
}

/// A message (any of units.proto with a version) from bytes that may be anything. The error says where and what would
/// be right: too many bytes, another version, a number out of range, a text that is too long or no UTF-8. `from` names
/// who sent it. Of a unit and of a result only the frame is checked: UnitPlayer and `judge_result` look at the rest.
template <typename Message>
OrInputError<Message> decode(std::string_view bytes, const std::string& from);

/// A result as it is sent: a digest of the rest, so that no result whose bytes changed on the way is ever taken for it,
/// and the message, compressed if that is worth it.
std::string pack_result(const units::UnitResult& result);
/// The digest of what is sent.
std::string_view digest_of_packed(std::string_view bytes);
/// The result again, from bytes that may be anything. `from` names who sent it, for the error.
OrInputError<units::UnitResult> unpack_result(std::string_view bytes, const std::string& from);

}  // namespace tichu::arena

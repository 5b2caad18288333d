#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/workers/units/unit.h"
#include "arena/workers/units/worker_messages.h"

namespace tichu::arena {

/// The version of the messages: a worker and a leader of different ones understand hello and word, and nothing else.
inline constexpr std::uint32_t UnitMessagesVersion = 1;

// What a message may hold. Far more than anything that is played; a decoder refuses more before it takes memory for it.
inline constexpr std::size_t MostJobsOfUnit = 4096;
inline constexpr std::size_t MostBotsOfUnit = 256;
/// Of a game, at most MostRoundsOfGame are ever needed.
inline constexpr std::size_t MostDealsOfUnit = 65'536;
inline constexpr std::size_t MostDealsOfBoard = 1000;
inline constexpr std::size_t ArtifactDigits = 64;
inline constexpr std::size_t MostUnitBytes = std::size_t{8} << 20;
/// The result of a unit before it is compressed.
inline constexpr std::size_t MostResultBytes = std::size_t{64} << 20;
/// A piece of it, with what stands around it: below the usual bound of a broker, 1 MiB.
inline constexpr std::size_t MostPartBytes = std::size_t{512} << 10;
/// Of a bot's files, likewise.
inline constexpr std::size_t MostFilesPiece = MostPartBytes - 1024;
/// Hello, beat and word.
inline constexpr std::size_t MostControlBytes = 65'536;
/// Units that a beat or a word names of a kind.
inline constexpr std::size_t MostUnitsOfBeat = 512;
/// A worker's name: letters, digits, '_' and '-', at most so many; it is part of a broker's subjects.
inline constexpr std::size_t LongestWorkerName = 32;

bool is_worker_name(std::string_view name);

/// Messages as bytes. What is encoded must be within the bounds: throws std::length_error if the message would be
/// larger than what `decode` takes.
std::string encode(const Unit& unit);
std::string encode(const UnitResult& result);
std::string encode(const WorkerHello& hello);
std::string encode(const WorkerBeat& beat);
std::string encode(const LeaderMessage& word);
std::string encode(const FilesRequest& request);
std::string encode(const FilesPiece& piece);

/// Messages from bytes that may be anything. The error says where (`unit 7: bots[2].entry`) and what would be right;
/// an unknown field, another version, a number out of range, a text that is too long or no UTF-8 are refused, never
/// repaired. `from` names who sent it, for the error.
OrInputError<Unit> decode_unit(std::string_view bytes, const std::string& from);
/// The form alone; whether it is the result of a unit that was given out, and true, says `judge_result`.
OrInputError<UnitResult> decode_result(std::string_view bytes, const std::string& from);
OrInputError<WorkerHello> decode_hello(std::string_view bytes, const std::string& from);
OrInputError<WorkerBeat> decode_beat(std::string_view bytes, const std::string& from);
OrInputError<LeaderMessage> decode_word(std::string_view bytes, const std::string& from);
OrInputError<FilesRequest> decode_files_request(std::string_view bytes, const std::string& from);
OrInputError<FilesPiece> decode_files_piece(std::string_view bytes, const std::string& from);

}  // namespace tichu::arena

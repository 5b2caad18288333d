#pragma once

#include <cstdint>
#include <string>

#include "arena/record/record.h"
#include "arena/record/remark.h"
#include "arena/tournament/store/stored_rounds.pb.h"
#include "engine/seat.h"

namespace tichu::arena {

// Parts of rounds as messages of stored_rounds.proto. For sources only.

/// Each fills a message that is clear; texts become UTF-8.
void pack_remark(const RecordedRemark& recorded, tichu::store::Remark& packed);
void pack_result(const RecordedResult& result, tichu::store::Result& packed);

/// The parts again. Throw std::runtime_error if a number is out of range.
RecordedRemark unpack_remark(const tichu::store::Remark& packed);
RecordedResult unpack_result(const tichu::store::Result& packed);

/// Throws std::runtime_error with what is wrong with stored rounds.
[[noreturn]] void refuse_rounds(const std::string& what);
/// A number that counts something small; refused if it is more than `most`.
int bounded_number(std::uint32_t number, std::uint32_t most, const char* what);
Seat seat_numbered(std::uint32_t number);
/// Texts of a message must be UTF-8.
std::string utf8_of(const std::string& text);

}  // namespace tichu::arena

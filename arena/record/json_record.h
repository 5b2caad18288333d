#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "arena/record/record.h"
#include "engine/record.h"

namespace tichu::arena {

/// Why a text is no record. The place is a path of keys, such as `events[17].cards[2]`, or `byte 40` if the text
/// is no JSON; empty if the whole line is meant.
struct RecordError {
  std::string place;
  std::string message;  ///< what is wrong there and what would be right
};

/// A record as it was read. What each event says about itself beyond its cards (type, rank, what the Phoenix stands
/// for) is compared with its cards while reading: `misstated` is the first event whose own words do not fit. The record
/// holds all actions nevertheless; of a misstated play only the cards count.
struct ReadRecord {
  Record record;
  std::optional<RecordFault> misstated;
};

/// Reads one line of `arena/record/RECORD.md`. Never throws on bad input; refuses duplicated keys, wrong types, numbers
/// out of range, nesting deeper than the format needs, and text that is not UTF-8.
tl::expected<ReadRecord, RecordError> read_json_record(std::string_view line);

/// Appends the record as one line of JSON, without the line's end. The same record always gives the same bytes.
void append_json_record(const Record& record, std::string& out);
/// The same as a text of its own.
std::string write_json_record(const Record& record);

}  // namespace tichu::arena

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/record/verdict.h"

// Any bytes are a record, or an error that says something; what was read is written as a line that reads again. Any
// bytes are a log, or errors with their lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tichu::arena;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = read_json_record(text);
  if (const auto* error = std::get_if<RecordError>(&read)) {
    if (error->message.empty()) std::abort();
  } else {
    const std::string written = write_json_record(std::get<ReadRecord>(read).record);
    const auto again = read_json_record(written);
    if (!std::holds_alternative<ReadRecord>(again)) std::abort();
    if (write_json_record(std::get<ReadRecord>(again).record) != written) std::abort();
  }
  judge_json_record(text);
  for (const TchError& error : read_tch(text).errors) {
    if (error.line < 1 || error.message.empty()) std::abort();
  }
  return 0;
}

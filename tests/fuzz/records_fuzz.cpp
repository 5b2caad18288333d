#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/record/verdict.h"

namespace {

using namespace tichu::arena;

// What was read is written as a line that reads again.
void hold_as_line(const Record& record) {
  const std::string written = write_json_record(record);
  const auto again = read_json_record(written);
  if (!again) std::abort();
  if (write_json_record(again->record) != written) std::abort();
}

// A legal round is written as a log that reads back with the same actions.
void hold_as_log(const Record& record) {
  const TchLog log = read_tch(write_tch(record));
  if (!log.errors.empty() || log.rounds.size() != 1) std::abort();
  if (log.rounds[0].record.actions != record.actions) std::abort();
}

}  // namespace

// Any bytes are a record with a verdict, or an error that says something.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = read_json_record(text);
  const Verdict verdict = judge_json_record(text);
  if (verdict.message.empty() != verdict.ok()) std::abort();
  if (!read) {
    if (read.error().message.empty() || verdict.kind != VerdictKind::Unreadable) std::abort();
    return 0;
  }
  const Record& record = read->record;
  hold_as_line(record);
  if (verdict.ok()) hold_as_log(record);
  return 0;
}

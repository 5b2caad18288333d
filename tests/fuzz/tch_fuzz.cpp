#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "arena/record/json_record.h"
#include "arena/record/tch.h"
#include "arena/record/tch_judge.h"

namespace {

using namespace tichu::arena;

// A round that the rules allow is written as a log that reads back, and says the same when it is written again.
void hold_as_log(const Record& record) {
  const std::string written = write_tch(record);
  const TchLog again = read_tch(written);
  if (!again.errors.empty() || again.rounds.size() != 1) std::abort();
  const JudgedTchRound judged = judge_tch_round(again.rounds[0]);
  if (!judged.legal || !judged.same_score) std::abort();
  if (judged.record.actions != record.actions || write_tch(judged.record) != written) std::abort();
}

}  // namespace

// Any bytes are a log: rounds that can be judged and kept as records, and errors with their lines.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TchLog log = read_tch({reinterpret_cast<const char*>(data), size});
  for (const TchError& error : log.errors) {
    if (error.line < 1 || error.message.empty()) std::abort();
  }
  for (const TchRound& round : log.rounds) {
    const JudgedTchRound judged = judge_tch_round(round);
    for (const TchRemark& remark : judged.remarks) {
      if (remark.line <= round.line || remark.text.empty()) std::abort();
    }
    if (!read_json_record(write_json_record(judged.record))) std::abort();
    if (judged.legal) hold_as_log(judged.record);
  }
  return 0;
}

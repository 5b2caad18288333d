#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit_messages.h"

namespace {

using namespace tichu::arena;

// What was read says the same when it is written and read again, and an error says where and why.
template <typename Value>
void hold(const OrInputError<Value>& read, OrInputError<Value> (*decode)(std::string_view, const std::string&)) {
  if (!read) {
    if (read.error().where != "somebody" || read.error().problem.empty()) std::abort();
    return;
  }
  const std::string bytes = encode(*read);
  const OrInputError<Value> again = decode(bytes, "somebody");
  if (!again || encode(*again) != bytes) std::abort();
}

void hold_as_part(std::string_view bytes) {
  OrInputError<ResultPart> part = decode_part(bytes, "somebody");
  if (!part) return;
  ResultAssembly assembly;
  const auto whole = assembly.take(*part, "somebody");
  if (whole && *whole) hold(decode_result(**whole, "somebody"), decode_result);
}

}  // namespace

// The first byte says what the others shall be: a message of a leader or of a worker, from whoever it comes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 8) {
    case 0:
      hold(decode_unit(bytes, "somebody"), decode_unit);
      break;
    case 1:
      hold(decode_result(bytes, "somebody"), decode_result);
      break;
    case 2:
      hold(decode_hello(bytes, "somebody"), decode_hello);
      break;
    case 3:
      hold(decode_beat(bytes, "somebody"), decode_beat);
      break;
    case 4:
      hold(decode_word(bytes, "somebody"), decode_word);
      break;
    case 5:
      hold(decode_files_request(bytes, "somebody"), decode_files_request);
      break;
    case 6:
      hold(decode_files_piece(bytes, "somebody"), decode_files_piece);
      break;
    default:
      hold_as_part(bytes);
  }
  return 0;
}

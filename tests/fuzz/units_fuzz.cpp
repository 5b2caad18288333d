#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/messages.h"

namespace {

using namespace tichu::arena;
namespace units = tichu::units;

// What was read says the same when it is written and read again, and an error says where and why.
template <typename Message>
void hold(std::string_view bytes) {
  const OrInputError<Message> read = decode<Message>(bytes, "somebody");
  if (!read) {
    if (read.error().where != "somebody" || read.error().problem.empty()) std::abort();
    return;
  }
  const OrInputError<Message> again = decode<Message>(read->SerializeAsString(), "somebody");
  if (!again || again->SerializeAsString() != read->SerializeAsString()) std::abort();
}

// A result of one board of the tournament that the judge is told of.
void hold_as_result(std::string_view bytes) {
  hold<units::UnitResult>(bytes);
  const auto result = decode<units::UnitResult>(bytes, "somebody");
  if (!result) return;
  Roster roster;
  roster.config.bots.resize(2);
  roster.entrants = entrants_of(roster.config);
  judge_result(id_of(*result), {roster, {{JobNumber(0), BoardNumber(0), {EntrantId{0}, EntrantId{1}}}}, {{}}}, *result);
}

}  // namespace

// The first byte says what the others shall be: a message of a leader or of a worker, from whoever it comes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 8) {
    case 0:
      hold<units::Unit>(bytes);
      break;
    case 1:
      hold_as_result(bytes);
      break;
    case 2:
      hold<units::Hello>(bytes);
      break;
    case 3:
      hold<units::Beat>(bytes);
      break;
    case 4:
      hold<units::Word>(bytes);
      break;
    case 5:
      hold<units::FilesRequest>(bytes);
      break;
    case 6:
      hold<units::FilesPiece>(bytes);
      break;
    default:
      unpack_result(bytes, "somebody");
  }
  return 0;
}

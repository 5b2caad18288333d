#include "protocol/arena_coding.h"

#include "protocol/json_coding.h"
#include "protocol/protobuf_coding.h"

namespace tichu::protocol {

std::unique_ptr<ArenaCoding> make_coding(Coding coding, std::size_t frame_limit) {
  return coding == Coding::Json ? make_json_coding(frame_limit) : make_protobuf_coding(frame_limit);
}

}  // namespace tichu::protocol

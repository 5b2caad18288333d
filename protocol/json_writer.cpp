#include "protocol/json_writer.h"

#include <nlohmann/json.hpp>

namespace tichu::protocol {

JsonWriter& JsonWriter::text(const std::string& text) {
  return raw(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

JsonWriter& JsonWriter::real(double value) { return raw(nlohmann::json(value).dump()); }

void JsonWriter::grow(std::size_t bytes) { buffer_.resize(2 * (size_ + bytes)); }

}  // namespace tichu::protocol

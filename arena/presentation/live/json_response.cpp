#include "arena/presentation/live/json_response.h"

#include <memory>
#include <nlohmann/json.hpp>

namespace tichu::arena {

HttpResponse json_response(unsigned status, const nlohmann::json& json) {
  HttpResponse made;
  made.status = status;
  made.body = std::make_shared<const std::string>(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return made;
}

HttpResponse problem_response(unsigned status, const std::string& text) {
  return json_response(status, {{"problem", text}});
}

}  // namespace tichu::arena

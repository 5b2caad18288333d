#include "arena/presentation/live/json_response.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

namespace tichu::arena {

HttpResponse written_json_response(std::string json, unsigned status) {
  HttpResponse made;
  made.status = status;
  made.body = std::make_shared<const std::string>(std::move(json));
  return made;
}

HttpResponse json_response(unsigned status, const nlohmann::json& json) {
  return written_json_response(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), status);
}

HttpResponse problem_response(unsigned status, const std::string& text) {
  return json_response(status, {{"problem", text}});
}

HttpResponse unauthorised_response(const std::string& text) {
  HttpResponse refused = problem_response(401, text);
  refused.headers.emplace_back("WWW-Authenticate", "Bearer");
  return refused;
}

HttpResponse wrong_method_response(const std::string& text, const std::string& allowed) {
  HttpResponse refused = problem_response(405, text);
  refused.headers.emplace_back("Allow", allowed);
  return refused;
}

}  // namespace tichu::arena

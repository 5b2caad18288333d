#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// A response in JSON. Bytes of its texts that are not UTF-8 are replaced.
HttpResponse json_response(unsigned status, const nlohmann::json& json);

/// One of JSON that is written already.
HttpResponse written_json_response(std::string json, unsigned status = 200);

/// One whose member `problem` says why a request is refused.
HttpResponse problem_response(unsigned status, const std::string& text);
/// 401: the secret of this place is wanted, as a bearer's token.
HttpResponse unauthorised_response(const std::string& text);
/// 405. `allowed`: such as "GET, POST".
HttpResponse wrong_method_response(const std::string& text, const std::string& allowed);

}  // namespace tichu::arena

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// A response in JSON. Bytes of its texts that are not UTF-8 are replaced.
HttpResponse json_response(unsigned status, const nlohmann::json& json);

/// One whose member `problem` says why a request is refused.
HttpResponse problem_response(unsigned status, const std::string& text);

}  // namespace tichu::arena

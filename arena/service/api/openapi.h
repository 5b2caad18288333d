#pragma once

#include <string_view>

namespace tichu::arena {

/// The API's description in OpenAPI 3.1: made by `write_openapi.py` from `api.json` beside this header.
extern const std::string_view OpenApiDocument;

}  // namespace tichu::arena

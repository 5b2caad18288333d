#pragma once

#include <string_view>

namespace tichu::arena {

/// The API's description in OpenAPI 3.1: `openapi.json` beside this header, which is kept by hand.
extern const std::string_view OpenApiDocument;

}  // namespace tichu::arena

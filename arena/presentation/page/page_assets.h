#pragma once

#include <string_view>

namespace tichu::arena {

/// The page's script and style as esbuild made them from arena/presentation/web, and their SHA-256 in base64, by which
/// the page's content policy knows them. Made by arena/presentation/page/embed_assets.py.
extern const std::string_view PageScript;
extern const std::string_view PageScriptHash;
extern const std::string_view PageStyle;
extern const std::string_view PageStyleHash;

}  // namespace tichu::arena

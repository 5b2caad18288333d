#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// A style sheet and its SHA-256 in base64.
struct PageLook {
  std::string_view style;
  std::string_view hash;
};
/// That of all pages that have none of their own.
PageLook usual_look();

/// A content security policy that allows one script, by its SHA-256 in base64 (empty: none), and one style. `images`
/// and `connections` are source lists of the policy, such as "data:" and "'self'".
std::string page_policy(std::string_view script_hash, std::string_view images, std::string_view connections,
                        const PageLook& look = usual_look());

/// A page as one HTML file: title (plain text), policy, style, script, and before the script `data`, which is HTML.
std::string page_html(std::string_view title, std::string_view policy, std::string_view script, const std::string& data,
                      const PageLook& look = usual_look());

/// A page without a script; `body` is HTML.
std::string plain_page_html(std::string_view title, std::string_view policy, std::string_view body);

}  // namespace tichu::arena

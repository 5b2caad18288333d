#include "arena/service/ladder/bot_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tichu::arena {
namespace {

constexpr std::size_t ShortestName = 3;
constexpr std::size_t LongestName = 32;

/// Names that paths, messages and people use for something else.
constexpr std::array<std::string_view, 14> KeptNames{"admin",  "api",       "arena",   "bots",    "ladder",
                                                     "latest", "moderator", "new",     "nobody",  "operator",
                                                     "tichu",  "unknown",   "version", "versions"};

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

tl::unexpected<std::string> wrong(std::string problem) { return tl::unexpected(std::move(problem)); }

tl::expected<void, std::string> check_form(std::string_view name) {
  if (name.size() < ShortestName || name.size() > LongestName) {
    return wrong("a name has 3 to 32 characters, found " + std::to_string(name.size()));
  }
  for (const char c : name) {
    if (is_small_letter(c) || is_digit(c) || c == '-') continue;
    return wrong("a name holds small letters, digits and '-' only");
  }
  if (!is_small_letter(name.front())) return wrong("a name begins with a small letter");
  if (name.back() == '-') return wrong("a name does not end with '-'");
  if (name.find("--") != std::string_view::npos) return wrong("a name has no two '-' in a row");
  return {};
}

}  // namespace

bool is_name_form(std::string_view name) { return check_form(name).has_value(); }

tl::expected<void, std::string> check_ladder_name(std::string_view name) {
  if (auto formed = check_form(name); !formed) return formed;
  const std::string look = look_of(name);
  if (std::any_of(KeptNames.begin(), KeptNames.end(), [&](std::string_view kept) { return look_of(kept) == look; })) {
    return wrong("the ladder keeps this word, and what looks like it, to itself; take another");
  }
  return {};
}

std::string look_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> Looks{{{"rn", "m"},
                                                                                 {"vv", "w"},
                                                                                 {"cl", "d"},
                                                                                 {"-", ""},
                                                                                 {"0", "o"},
                                                                                 {"1", "l"},
                                                                                 {"i", "l"},
                                                                                 {"2", "z"},
                                                                                 {"5", "s"},
                                                                                 {"8", "b"},
                                                                                 {"3", "e"},
                                                                                 {"4", "a"}}};
  std::string look;
  while (!name.empty()) {
    const auto* const found =
        std::find_if(Looks.begin(), Looks.end(), [&](const auto& pair) { return name.starts_with(pair.first); });
    look += found == Looks.end() ? name.substr(0, 1) : found->second;
    name.remove_prefix(found == Looks.end() ? 1 : found->first.size());
  }
  return look;
}

}  // namespace tichu::arena

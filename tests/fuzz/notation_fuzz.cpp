#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/notation.h"

namespace {

using namespace tichu;

// What parses prints as a text that parses to the same value; an error points into the text and says something.
template <typename Parse>
void hold(std::string_view text, Parse parse) {
  const auto value = parse(text);
  if (!value) {
    if (value.error().position > text.size() || value.error().message.empty()) std::abort();
    return;
  }
  const auto again = parse(to_text(*value));
  if (!again || !(*again == *value)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  hold(text, [](std::string_view t) { return parse_rank(t); });
  hold(text, [](std::string_view t) { return parse_card(t); });
  hold(text, [](std::string_view t) { return parse_cards(t); });
  hold(text, [](std::string_view t) { return parse_combination(t); });
  hold(text, [](std::string_view t) { return parse_action(t); });
  hold(text, [](std::string_view t) { return parse_event(t); });
  hold(text, [](std::string_view t) { return parse_deal(t); });
  hold(text, [](std::string_view t) { return parse_rules(t); });
  hold(text, [](std::string_view t) { return parse_kind(t); });
  return 0;
}

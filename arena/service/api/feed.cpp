#include "arena/service/api/feed.h"

#include <fmt/format.h>

#include <ctime>

#include "arena/text/moment_text.h"
#include "arena/text/xml_text.h"

namespace tichu::arena {
namespace {

std::string date_of(double seconds) { return utc_text(static_cast<std::time_t>(seconds)); }

/// Characters, not bytes: a badge is as wide as what it shows.
std::size_t letters(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += (static_cast<unsigned char>(byte) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char letter : xml_safe(text)) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

}  // namespace

std::string event_title(const LadderEvent& event) {
  const std::string who = event.bot + (event.number > 0 ? "@" + std::to_string(event.number) : "");
  std::string title = who.empty() ? event.kind : who + ": " + (event.state.empty() ? event.kind : event.state);
  if (!event.code.empty()) title += " (" + event.code + ")";
  return title;
}

std::string atom_feed(std::string_view title, std::string_view url, std::string_view path,
                      const std::vector<LadderEvent>& events) {
  const std::string base = xml_text(url);
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{}</title>\n"
      "<id>{}{}</id>\n<link rel=\"self\" href=\"{}{}\"/>\n<link href=\"{}\"/>\n<updated>{}</updated>\n"
      "<author><name>{}</name></author>\n",
      xml_text(title), base, xml_text(path), base, xml_text(path), base,
      date_of(events.empty() ? 0 : events.front().time), xml_text(title));
  for (const LadderEvent& event : events) {
    const std::string link = event.bot.empty() ? base : base + "#bot=" + xml_text(event.bot);
    text += fmt::format(
        "<entry><title>{}</title><id>{}#event={}</id><link href=\"{}\"/><updated>{}</updated>"
        "<summary>{}</summary></entry>\n",
        xml_text(event_title(event)), base, event.cursor, link, date_of(event.time), xml_text(event.detail));
  }
  return text + "</feed>\n";
}

std::string badge_svg(std::string_view name, std::string_view words) {
  constexpr int LetterWidth = 7;
  constexpr int Margin = 12;
  const int left = LetterWidth * static_cast<int>(letters(name)) + Margin;
  const int right = LetterWidth * static_cast<int>(letters(words)) + Margin;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"20\" role=\"img\" aria-label=\"{}: {}\">"
      "<rect width=\"{}\" height=\"20\" rx=\"3\" fill=\"#174238\"/><rect x=\"{}\" width=\"{}\" height=\"20\" rx=\"3\" "
      "fill=\"#8a6414\"/><g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\" "
      "text-anchor=\"middle\"><text x=\"{}\" y=\"14\">{}</text><text x=\"{}\" y=\"14\">{}</text></g></svg>\n",
      left + right, xml_text(name), xml_text(words), left + right, left, right, left / 2, xml_text(name),
      left + right / 2, xml_text(words));
}

}  // namespace tichu::arena

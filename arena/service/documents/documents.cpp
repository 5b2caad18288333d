#include "arena/service/documents/documents.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/presentation/page_data/page_shell.h"

namespace tichu::arena {
namespace {

/// The file `sdk/starter/AGENTS.md`, in which stand the words that `new-bot` replaces.
constexpr std::string_view Agents = "agents";

std::string page(std::string_view title, std::string_view body) {
  return plain_page_html(
      title, document_policy(),
      fmt::format(
          "<nav class=\"site\" aria-label=\"Pages\"><a class=\"button\" href=\"/\">Ladder</a><a class=\"button\" "
          "href=\"/docs\">Documents</a></nav>\n<main class=\"report document\">\n{}</main>\n",
          body));
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string document_page(const Document& document) {
  return page(document.title,
              fmt::format("{}<p class=\"note-line\"><a href=\"/docs/{}.md\">This page as text</a></p>\n", document.html,
                          document.name));
}

std::string contents_page() {
  std::string list = "<h1>Documents</h1>\n<ul>\n";
  for (const Document& document : documents()) {
    if (document.name == Agents) continue;
    list += fmt::format("<li><a href=\"/docs/{}\">{}</a></li>\n", document.name, document.title);
  }
  return page("Documents", list +
                               "<li><a href=\"/openapi.json\">The API, as OpenAPI</a></li>\n<li><a "
                               "href=\"/llms.txt\">For programs that write bots</a></li>\n</ul>\n");
}

std::string document_policy() { return page_policy({}, "data:", "'none'"); }

std::string text_for_agents() {
  const auto all = documents();
  std::string text(std::find_if(all.begin(), all.end(), [](const Document& d) { return d.name == Agents; })->text);
  replace_all(text, "# starter: a bot", "# Bots");
  replace_all(text, "@tichu_arena@", "tichu-arena");
  return text;
}

}  // namespace tichu::arena

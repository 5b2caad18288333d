#include "arena/presentation/documents/documents.h"

#include <fmt/format.h>

#include <algorithm>

#include "arena/presentation/page_data/page_shell.h"

namespace tichu::arena {
namespace {

std::string page(std::string_view title, std::string_view body) {
  return plain_page_html(
      title, document_policy(),
      fmt::format("<nav class=\"site\" aria-label=\"Pages\"><a class=\"button\" href=\"/\">Home</a><a class=\"button\" "
                  "href=\"/docs\">Documents</a></nav>\n<main class=\"report document\">\n{}</main>\n",
                  body));
}

std::string document_page(const Document& document) {
  return page(document.title,
              fmt::format("{}<p class=\"note-line\"><a href=\"/docs/{}.md\">This page as text</a></p>\n", document.html,
                          document.name));
}

}  // namespace

std::optional<ServedText> served_document(std::string_view name) {
  constexpr std::string_view AsText = ".md";
  const bool wants_text = name.ends_with(AsText);
  if (wants_text) name.remove_suffix(AsText.size());
  const auto all = documents();
  const auto found = std::ranges::find(all, name, &Document::name);
  const bool has_page = found != all.end() && !found->html.empty();
  if (found == all.end() || (wants_text && !has_page)) return std::nullopt;
  if (has_page && !wants_text) return ServedText{document_page(*found), true};
  return ServedText{std::string(found->text)};
}

std::string contents_page() {
  std::string list = "<h1>Documents</h1>\n<ul>\n";
  for (const Document& document : documents()) {
    list += fmt::format("<li><a href=\"/docs/{}\">{}</a></li>\n", document.name, document.title);
  }
  return page("Documents", list +
                               "<li><a href=\"/openapi.json\">The API, as OpenAPI</a></li>\n<li><a "
                               "href=\"/llms.txt\">For programs that write bots</a></li>\n</ul>\n");
}

std::string document_policy() { return page_policy({}, "data:", "'none'"); }

}  // namespace tichu::arena

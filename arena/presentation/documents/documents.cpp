#include "arena/presentation/documents/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "arena/presentation/page_data/page_shell.h"

namespace tichu::arena {
namespace {

HttpResponse page(std::string_view title, std::string_view body) {
  HttpResponse made;
  made.type = "text/html; charset=utf-8";
  made.policy = page_policy({}, "data:", "'none'");  // no script, no request
  made.body = std::make_shared<const std::string>(plain_page_html(
      title, made.policy,
      fmt::format("<nav class=\"site\" aria-label=\"Pages\"><a class=\"button\" href=\"/\">Home</a><a class=\"button\" "
                  "href=\"/docs\">Documents</a></nav>\n<main class=\"report document\">\n{}</main>\n",
                  body)));
  return made;
}

HttpResponse document_page(const Document& document) {
  return page(document.title,
              fmt::format("{}<p class=\"note-line\"><a href=\"/docs/{}.md\">This page as text</a></p>\n", document.html,
                          document.name));
}

}  // namespace

std::optional<HttpResponse> document_response(std::string_view name) {
  constexpr std::string_view AsText = ".md";
  const bool wants_text = name.ends_with(AsText);
  if (wants_text) name.remove_suffix(AsText.size());
  const auto all = documents();
  const auto found = std::ranges::find(all, name, &Document::name);
  const bool has_page = found != all.end() && !found->html.empty();
  if (found == all.end() || (wants_text && !has_page)) return std::nullopt;
  if (has_page && !wants_text) return document_page(*found);
  HttpResponse text;
  text.type = "text/plain; charset=utf-8";
  text.body = std::make_shared<const std::string>(found->text);
  return text;
}

HttpResponse contents_response() {
  std::string list = "<h1>Documents</h1>\n<ul>\n";
  for (const Document& document : documents()) {
    list += fmt::format("<li><a href=\"/docs/{}\">{}</a></li>\n", document.name, document.title);
  }
  return page("Documents", list +
                               "<li><a href=\"/openapi.json\">The API, as OpenAPI</a></li>\n<li><a "
                               "href=\"/llms.txt\">For programs that write bots</a></li>\n</ul>\n");
}

}  // namespace tichu::arena

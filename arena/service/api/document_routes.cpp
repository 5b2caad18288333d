// The routes by which authors read the arena's documents.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "arena/service/api/api_route.h"
#include "arena/service/api/problem.h"
#include "arena/service/documents/documents.h"

namespace tichu::arena {
namespace {

HttpResponse html_answer(std::string text) {
  HttpResponse answer = text_answer("text/html; charset=utf-8", std::move(text));
  answer.policy = document_policy();
  return answer;
}

/// A document's page by its name, or its text by the name with ".md" unless the name is a file's already.
OrRefusal<HttpResponse> show_document(ApiContext&, const ApiCall& call) {
  constexpr std::string_view AsText = ".md";
  std::string_view name = call.parameters.at(0);
  const bool wants_text = name.ends_with(AsText);
  if (wants_text) name.remove_suffix(AsText.size());
  const auto all = documents();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Document& each) { return each.name == name; });
  const bool has_page = found != all.end() && !found->html.empty();
  if (found == all.end() || (wants_text && !has_page)) {
    return tl::unexpected(refusal_of("not_found", "/docs lists all documents."));
  }
  if (has_page && !wants_text) return html_answer(document_page(*found));
  return text_answer("text/plain; charset=utf-8", std::string(found->text));
}

OrRefusal<HttpResponse> show_contents(ApiContext&, const ApiCall&) { return html_answer(contents_page()); }

OrRefusal<HttpResponse> show_text_for_agents(ApiContext&, const ApiCall&) {
  return text_answer("text/plain; charset=utf-8", std::string(text_for_agents()));
}

constexpr std::array<ApiRoute, 3> DocumentRoutes{{
    {"GET", "/docs", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_contents, true},
    {"GET", "/docs/{document}", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_document, true},
    {"GET", "/llms.txt", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_text_for_agents, true},
}};

}  // namespace

std::span<const ApiRoute> document_routes() { return DocumentRoutes; }

}  // namespace tichu::arena

// The routes by which authors read the arena's documents.
#include <array>
#include <string>

#include "arena/presentation/documents/documents.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/problem.h"

namespace tichu::arena {
namespace {

OrRefusal<HttpResponse> show_document(ApiContext&, const ApiCall& call) {
  auto found = document_response(call.parameters.at(0));
  if (!found) return tl::unexpected(refusal_of("not_found", "/docs lists all documents."));
  return *std::move(found);
}

OrRefusal<HttpResponse> show_contents(ApiContext&, const ApiCall&) { return contents_response(); }

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

#include <array>
#include <string>

#include "arena/service/api/api_route.h"
#include "arena/service/api/openapi.h"
#include "arena/service/ladder/ladder_watch.h"

namespace tichu::arena {
namespace {

/// The process answers, whatever the ladder does.
OrRefusal<HttpResponse> show_health(ApiContext&, const ApiCall&) { return json_answer({{"status", "ok"}}); }

/// The ladder plays, or is paused on purpose, and nothing is wrong that keeps it from its work.
OrRefusal<HttpResponse> show_readiness(ApiContext& context, const ApiCall&) {
  const LadderStatus status = context.ladder.status();
  const bool ready = status.trouble.empty() || is_slight(status.trouble_code);
  return json_answer({{"status", status.trouble.empty() ? "ok" : "trouble"},
                      {"trouble", status.trouble},
                      {"trouble_code", status.trouble_code},
                      {"playing", status.playing},
                      {"accepts_uploads", status.accepts_uploads}},
                     ready ? 200 : 503);
}

OrRefusal<HttpResponse> show_metrics(ApiContext& context, const ApiCall&) {
  return text_answer("text/plain; version=0.0.4; charset=utf-8", context.metrics());
}

OrRefusal<HttpResponse> show_openapi(ApiContext&, const ApiCall&) {
  return text_answer("application/json", std::string(OpenApiDocument));
}

constexpr std::array<ApiRoute, 4> OperationRoutes{{
    {"GET", "/healthz", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_health},
    {"GET", "/readyz", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_readiness},
    {"GET", "/metrics", "", Access::Operator, BodyKind::None, ApiPool::Figures, show_metrics},
    {"GET", "/openapi.json", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_openapi, true},
}};

}  // namespace

std::span<const ApiRoute> operation_routes() { return OperationRoutes; }

}  // namespace tichu::arena

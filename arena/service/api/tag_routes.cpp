#include <array>
#include <string>
#include <vector>

#include "arena/service/api/api_route.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/shown_board.h"

namespace tichu::arena {
namespace {

/// What a board has of the caller's.
OrRefusal<HttpResponse> told(JobNumber job, const OrRefusal<std::vector<std::string>>& tags) {
  return tags.map([&](const std::vector<std::string>& all) {
    return json_answer({{"board", job.value()}, {"tags", all}});
  });
}

OrRefusal<HttpResponse> show_board_tags(ApiContext& context, const ApiCall& call) {
  const auto job = job_of_path(call);
  if (!job) return tl::unexpected(job.error());
  return told(*job, context.ladder.tags().tags_on(*call.caller, *job));
}

template <OrRefusal<std::vector<std::string>> (Tags::*Act)(const Caller&, JobNumber, const std::string&)>
OrRefusal<HttpResponse> change_board_tags(ApiContext& context, const ApiCall& call) {
  const auto job = job_of_path(call);
  if (!job) return tl::unexpected(job.error());
  const auto tags = (context.ladder.tags().*Act)(*call.caller, *job, call.parameters.at(1));
  if (tags && !call.caller->may(Scope::Read)) return empty_answer();  // which others there are is for who may read
  return told(*job, tags);
}

OrRefusal<HttpResponse> show_tags(ApiContext& context, const ApiCall& call) {
  return context.ladder.tags().tags(*call.caller).map([](const OwnTags& own) {
    return json_answer({{"tags", json_list(own.tags)}, {"tagged_boards", own.tagged_boards}});
  });
}

OrRefusal<HttpResponse> drop_tag(ApiContext& context, const ApiCall& call) {
  return context.ladder.tags().drop_tag(*call.caller, call.parameters.at(0)).map([] { return empty_answer(); });
}

constexpr std::array<ApiRoute, 5> TagRoutes{{
    {"GET", "/api/v1/tags", "", Access::Owner, BodyKind::None, ApiPool::Acts, show_tags},
    {"DELETE", "/api/v1/tags/{tag}", "", Access::Play, BodyKind::None, ApiPool::Acts, drop_tag},
    {"GET", "/api/v1/boards/{board}/tags", "", Access::Owner, BodyKind::None, ApiPool::Boards, show_board_tags},
    {"PUT", "/api/v1/boards/{board}/tags/{tag}", "", Access::Play, BodyKind::None, ApiPool::Acts,
     change_board_tags<&Tags::add_tag>},
    {"DELETE", "/api/v1/boards/{board}/tags/{tag}", "", Access::Play, BodyKind::None, ApiPool::Acts,
     change_board_tags<&Tags::remove_tag>},
}};

}  // namespace

std::span<const ApiRoute> tag_routes() { return TagRoutes; }

}  // namespace tichu::arena

#include <array>
#include <string>

#include "arena/service/api/api_route.h"
#include "arena/service/api/problem.h"
#include "arena/service/api/shown_board.h"

namespace tichu::arena {
namespace {

/// After which who was turned away for others' boards, or for the own ones, may ask again.
constexpr std::chrono::seconds QueueWait{30};

Refusal analyses_off() { return refusal_of("analyses_off", "tichu-arena analyse does it at home, with the dump."); }

bool is_open(const AnalysisStatus& status) {
  return status.state == AnalysisState::Waiting || status.state == AnalysisState::Running;
}

OrRefusal<HttpResponse> status_answer(ApiContext& context, const ShownBoard& shown, const AnalysisStatus& status) {
  std::string text = context.analyses->open_json(status);
  if (status.state == AnalysisState::Done) {
    const auto board = told_board(context, shown);
    if (!board) return tl::unexpected(board.error());
    text += ",\"replay\":" + board->replay;
  }
  return text_answer("application/json", text + "}\n");
}

OrRefusal<HttpResponse> show_analysis(ApiContext& context, const ApiCall& call) {
  const auto shown = shown_board(context, call);
  if (!shown) return tl::unexpected(shown.error());
  if (context.analyses == nullptr) return tl::unexpected(analyses_off());
  return status_answer(context, *shown, context.analyses->queue().status(analysis_key(shown->job)));
}

/// Whose boards are counted together; empty: nobody's, which is who sits at this machine.
std::string person_of(const ApiCall& call) {
  if (call.caller != nullptr) return "account " + to_string(call.caller->account.id);
  return call.question.direct ? "" : "address " + call.question.client;
}

OrRefusal<HttpResponse> ask_analysis(ApiContext& context, const ApiCall& call) {
  const auto shown = shown_board(context, call);
  if (!shown) return tl::unexpected(shown.error());
  if (context.analyses == nullptr) return tl::unexpected(analyses_off());
  AnalysisQueue& queue = context.analyses->queue();
  const std::string key = analysis_key(shown->job);
  const std::string person = person_of(call);
  AnalysisStatus status = queue.status(key);
  // What others have asked for, or what is known, costs nobody a turn.
  if (!is_open(status) && status.state != AnalysisState::Done) {
    if (context.analysis_turns != nullptr && !person.empty()) {
      if (const auto wait = context.analysis_turns->take(person, std::chrono::steady_clock::now()))
        return tl::unexpected(too_many("rate_analyses", "You have asked for many boards.", *wait));
    }
    const auto taken = queue.ask(key, person);
    if (!taken && taken.error() == QueueRefusal::Full)
      return tl::unexpected(too_many("analyses_full", "All places in the queue are taken.", QueueWait));
    if (!taken) return tl::unexpected(too_many("rate_analyses", "Your boards in the queue come first.", QueueWait));
    status = *taken;
  }
  // The board itself is for GET to show: answers to POST may be kept for a day.
  HttpResponse answer = text_answer("application/json", context.analyses->open_json(status) + "}\n");
  if (is_open(status)) answer.status = 202;
  return answer;
}

constexpr std::array<ApiRoute, 2> AnalysisRoutes{{
    {"GET", "/api/v1/boards/{board}/analysis", "", Access::Anybody, BodyKind::None, ApiPool::Boards, show_analysis},
    {"POST", "/api/v1/boards/{board}/analysis", "", Access::Optional, BodyKind::None, ApiPool::Boards, ask_analysis},
}};

}  // namespace

std::span<const ApiRoute> analysis_routes() { return AnalysisRoutes; }

}  // namespace tichu::arena

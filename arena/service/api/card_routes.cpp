// Benchmarks of versions: asked for by their authors, and cards for everybody.
#include <array>
#include <string>
#include <vector>

#include "arena/presentation/report/card_report.h"
#include "arena/service/api/api_route.h"
#include "arena/service/api/ladder_json.h"
#include "arena/service/api/problem.h"
#include "arena/text/json_or_null.h"

namespace tichu::arena {
namespace {

ApiJson json_of(const CardValue& value) { return {{"points", value.points}, {"error95", or_null(value.error95)}}; }

ApiJson json_of(const std::optional<CardValue>& value) { return value ? json_of(*value) : ApiJson(); }

ApiJson json_of(const LadderCard& card, const CardRow& row) {
  return {{"id", card.id.value()},
          {"bot", card.bot},
          {"number", card.number},
          {"author", card.author},
          {"made", card.made},
          {"season", card.season},
          {"boards_since", card.boards_since},
          {"cards_of_author", card.cards_of_author},
          {"suite", row.suite},
          {"part", row.part},
          {"boards", row.boards},
          {"strength", json_of(row.strength)},
          {"above_next", or_null(row.above_next)},
          {"partners", json_of(row.partners)},
          {"lost", json_of(row.lost)},
          {"worst_partner", row.worst.partner},
          {"worst", json_of(row.worst.lost)},
          {"spread", row.spread},
          {"lost_to_family", json_of(row.lost_to_family)},
          {"lost_to_search", json_of(row.lost_to_search)},
          {"rounds_at_fault", row.rounds_at_fault}};
}

OrRefusal<HttpResponse> list_cards(ApiContext& context, const ApiCall&) {
  const std::vector<LadderCard> cards = context.ladder.requests().cards();
  std::vector<std::string> texts;
  for (const LadderCard& card : cards) texts.push_back(card.card);
  ApiJson list = ApiJson::array();
  // Those of former suites, which came with former programs, cannot be compared with the latest.
  for (const CardRow& row : card_rows(texts)) list.push_back(json_of(cards[row.index], row));
  return json_answer({{"cards", list}});
}

OrRefusal<HttpResponse> show_card(ApiContext& context, const ApiCall& call) {
  const auto id = path_number(call.parameters.at(0));
  if (!id) return tl::unexpected(refusal_of("not_found", "The address ends with a number."));
  return context.ladder.requests().card(PlayRequestId(*id)).map([](const LadderCard& card) {
    return text_answer("application/json", named_card(card.card, card.bot + "@" + std::to_string(card.number)));
  });
}

OrRefusal<HttpResponse> ask_benchmark(ApiContext& context, const ApiCall& call) {
  BodyFields fields(call.body);
  BenchmarkRequest request;
  request.version = fields.text("version", MostApiNameBytes);
  request.open = !fields.flag("private");
  if (auto end = fields.end(); !end) return tl::unexpected(end.error());
  return context.ladder.requests().ask_benchmark(*call.caller, request).map([](const PlayRequest& asked) {
    return json_answer(tichu::arena::json_of(asked), 202);
  });
}

constexpr std::array<ApiRoute, 3> CardRoutes{{
    {"GET", "/api/v1/cards", "", Access::Anybody, BodyKind::None, ApiPool::Figures, list_cards, true},
    {"GET", "/api/v1/cards/{card}", "", Access::Anybody, BodyKind::None, ApiPool::Figures, show_card, true},
    {"POST", "/api/v1/benchmarks", "", Access::Play, BodyKind::Json, ApiPool::Acts, ask_benchmark},
}};

}  // namespace

std::span<const ApiRoute> card_routes() { return CardRoutes; }

}  // namespace tichu::arena

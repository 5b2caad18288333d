#include "arena/presentation/page_data/board_analyses.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/analysis/analysis_store.h"

namespace tichu::arena {
namespace {

/// The first line of a kept board, which has all that its rounds depend on.
std::string header_of(const AnalystLibrary& analyst, const BoardBudget& budget) {
  auto header = nlohmann::ordered_json::parse(analysis_header(analyst, budget.settings, {}));
  header["board_seconds"] = budget.processor.count();
  return header.dump();
}

}  // namespace

tl::expected<std::unique_ptr<BoardAnalyses>, std::string> BoardAnalyses::make(const AnalysisOffer& offer, Loader load,
                                                                              AnalysisQueue::Log log) {
  auto loaded = AnalystLibrary::load(offer.analyst);
  if (!loaded) return tl::unexpected(loaded.error());
  const auto analyst = std::make_shared<const AnalystLibrary>(*std::move(loaded));
  BoardBudget budget;
  budget.settings.simulations = static_cast<std::int64_t>(offer.simulations);
  // Who wants a quick analysis wants luck measured as quickly.
  const LuckSettings usual;
  const auto quick = [&offer](int playouts) { return std::min(playouts, static_cast<int>(offer.simulations)); };
  budget.settings.luck = {quick(usual.playouts), quick(usual.worlds)};
  budget.processor = offer.processor;
  auto work = [analyst, budget, load = std::move(load)](const std::string& key, const DecisionCount& counted) {
    std::vector<Record> rounds = load(key);
    for (Record& round : rounds) {
      round.remarks.clear();
      round.bots.reset();
    }
    return analyse_board(std::move(rounds), *analyst, budget, counted);
  };
  auto cache = std::make_unique<AnalysisCache>(offer.folder, header_of(*analyst, budget), offer.kept, offer.least_free);
  auto queue = std::make_unique<AnalysisQueue>(std::move(work), std::move(cache), offer.queue, std::move(log));
  return std::make_unique<BoardAnalyses>(offer, analyst->says(), std::move(queue));
}

std::string BoardAnalyses::open_json(const AnalysisStatus& status) const {
  const nlohmann::ordered_json json{{"state", to_text(status.state)},    {"place", status.place},
                                    {"analysed", status.analysed},       {"decisions", status.decisions},
                                    {"problem", status.problem},         {"analyst", analyst_},
                                    {"simulations", offer_.simulations}, {"seconds", offer_.processor.count()}};
  std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.pop_back();
  return text;
}

}  // namespace tichu::arena

#include "arena/presentation/report/workers_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace tichu::arena {

using Json = nlohmann::ordered_json;

namespace {

/// With few digits, so that files stay small.
double rounded(double value, double digits) { return std::round(value * digits) / digits; }

}  // namespace

std::string workers_json(const SeenWorkers& workers) {
  Json list = Json::array();
  const std::size_t shown = std::min(workers.all.size(), MostShownWorkers);
  for (std::size_t i = 0; i < shown; ++i) {
    const SeenWorker& worker = workers.all[i];
    list.push_back({{"name", worker.name},
                    {"state", to_text(worker.state)},
                    {"reason", worker.reason},
                    {"build", worker.build},
                    {"cores", worker.cores},
                    {"speed", rounded(worker.speed, 1)},
                    {"load", rounded(worker.load, 100)},
                    {"under_way", worker.under_way},
                    {"units", worker.units},
                    {"silent_s", rounded(worker.silent_s, 1)}});
  }
  return Json{{"format", WorkersFormat},
              {"broker_away", workers.broker_away},
              {"text", workers.text()},
              {"workers", std::move(list)},
              {"left_out", workers.all.size() - shown}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tichu::arena

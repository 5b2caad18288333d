#include <nlohmann/json.hpp>

#include "arena/hosting/check/check_output.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const CheckPlace& place) {
  Json json{{"table", place.table},           {"rules", place.rules}, {"round", place.round},
            {"deal_index", place.deal_index}, {"seat", place.seat},   {"decision", place.decision}};
  if (place.decision > 0) {
    json["question"] = place.question;
    json["knew"] = place.what_it_knew;
  }
  return json;
}

Json to_json(const CheckResult& result) {
  Json json{{"name", result.name},
            {"verdict", to_text(result.verdict)},
            {"found", result.found},
            {"seconds", std::chrono::duration<double>(result.duration).count()}};
  if (!result.advice.empty()) json["advice"] = result.advice;
  if (result.place) json["place"] = to_json(*result.place);
  if (!result.stderr_tail.empty()) json["stderr"] = result.stderr_tail;
  return json;
}

Json to_json(const CheckReport& report) {
  Json results = Json::array();
  for (const CheckResult& result : report.results) results.push_back(to_json(result));
  return {{"bot", report.bot.name},
          {"path", report.bot.path.string()},
          {"kind", to_text(report.bot.kind)},
          {"name", report.name},
          {"version", report.version},
          {"seed", report.seed},
          {"ok", report.ok()},
          {"checks", results}};
}

}  // namespace

std::string check_json(const std::vector<CheckReport>& reports) {
  Json bots = Json::array();
  bool ok = true;
  for (const CheckReport& report : reports) {
    bots.push_back(to_json(report));
    ok = ok && report.ok();
  }
  const Json all{{"format", "tichu-check/1"}, {"ok", ok}, {"bots", bots}};
  // What a bot wrote may be anything; bytes that are not UTF-8 are replaced.
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tichu::arena

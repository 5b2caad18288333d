#include "arena/presentation/page_data/tables_json.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "arena/presentation/page_data/replay_json.h"
#include "arena/record/json_record.h"
#include "arena/text/strict_json.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

using Json = nlohmann::ordered_json;

namespace {

/// A table; nullopt if the JSON is not a valid one.
std::optional<Json> table_of(const nlohmann::json& table) {
  try {
    const nlohmann::json& record = table.at("record");
    const auto read = read_json_record(record.dump());
    if (!read) return std::nullopt;
    return Json{{"table", table.at("table").get<std::uint64_t>()},
                {"job", record.at("job")},
                {"board", record.at("board")},
                {"seating", record.at("seating")},
                {"round", record.at("round")},
                {"replay", Json::parse(replay_json(read->record))}};
  } catch (const std::runtime_error&) {
    return std::nullopt;  // against the rules
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string tables_json(std::string_view text) {
  const auto parsed = parse_strict_json(text);
  if (!parsed) throw std::runtime_error("the tables cannot be read: " + parsed.error().message);
  const nlohmann::json& file = *parsed;
  Json list = Json::array();
  try {
    if (file.at("format") != TablesFormat) throw std::runtime_error("the tables are of another version");
    for (const auto& table : file.at("tables")) {
      if (auto shown = table_of(table)) list.push_back(std::move(*shown));
    }
  } catch (const Json::exception& problem) {
    throw std::runtime_error(std::string("the tables cannot be read: ") + problem.what());
  }
  return list.dump();
}

}  // namespace tichu::arena

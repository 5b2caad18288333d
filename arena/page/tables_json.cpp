#include "arena/page/tables_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <variant>

#include "arena/page/replay_json.h"
#include "arena/record/json_record.h"
#include "arena/store/event_folder.h"

namespace tichu::arena {

using Json = nlohmann::ordered_json;

namespace {

Json replay_of(const Json& line) {
  const auto read = read_json_record(line.dump());
  if (const auto* error = std::get_if<RecordError>(&read)) {
    throw std::runtime_error("the tables cannot be read: " + error->place + ": " + error->message);
  }
  return Json::parse(replay_json(std::get<ReadRecord>(read).record));
}

}  // namespace

std::string tables_json(std::string_view text) {
  Json list = Json::array();
  try {
    const Json file = Json::parse(text);
    if (file.at("format") != TablesFormat) throw std::runtime_error("the tables are of another version");
    for (const Json& table : file.at("tables")) {
      const Json& record = table.at("record");
      list.push_back({{"table", table.at("table")},
                      {"job", record.at("job")},
                      {"board", record.at("board")},
                      {"seating", record.at("seating")},
                      {"round", record.at("round")},
                      {"replay", replay_of(record)}});
    }
  } catch (const Json::exception& problem) {
    throw std::runtime_error(std::string("the tables cannot be read: ") + problem.what());
  }
  return list.dump();
}

}  // namespace tichu::arena

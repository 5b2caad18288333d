#include "arena/page/tables_json.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/page/replay_json.h"
#include "arena/store/event_folder.h"

namespace tichu::arena {

using Json = nlohmann::ordered_json;

std::string tables_json(std::string_view text) {
  Json list = Json::array();
  try {
    const Json file = Json::parse(text);
    if (file.at("format") != TablesFormat) throw std::runtime_error("the tables are of another version");
    for (const Json& table : file.at("tables")) {
      const Json& record = table.at("record");
      const Json replay = Json::parse(replay_json(record.dump()));
      list.push_back({{"table", table.at("table")},
                      {"job", record.at("job")},
                      {"board", record.at("board")},
                      {"seating", record.at("seating")},
                      {"round", record.at("round")},
                      {"replay", replay}});
    }
  } catch (const Json::exception& problem) {
    throw std::runtime_error(std::string("the tables cannot be read: ") + problem.what());
  }
  return list.dump();
}

}  // namespace tichu::arena

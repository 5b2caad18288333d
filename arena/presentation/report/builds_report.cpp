#include "arena/presentation/report/builds_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "arena/text/csv.h"
#include "arena/text/json_or_null.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* Unknown = "-";

std::string or_unknown(const std::string& text) { return text.empty() ? Unknown : text; }

/// Calls `take` with each bot's name and builds.
template <typename Take>
void each_bot(const TournamentReport& report, const Take& take) {
  static const std::vector<Played<BotBuild>> none;
  for (std::size_t i = 0; i < report.config.bots.size(); ++i) {
    take(report.config.bots[i].name, i < report.runs.bots.size() ? report.runs.bots[i] : none);
  }
}

}  // namespace

std::string short_fingerprint(const std::string& fingerprint) {
  constexpr std::size_t UuidLength = 36;
  constexpr std::size_t ShortLength = 8;
  std::istringstream parts(fingerprint);
  std::string text;
  for (std::string part; parts >> part;) {
    if (part.size() == UuidLength) part.resize(ShortLength);
    text += (text.empty() ? "" : " ") + part;
  }
  return text;
}

std::string said_text(const BotIdentity& identity, const std::string& bot) {
  if (identity.name.empty() || identity.name == bot) return identity.version;
  return identity.version.empty() ? identity.name : identity.name + " " + identity.version;
}

std::string builds_table(const TournamentReport& report, std::size_t width) {
  TextTable table("lllrr");
  table.add({"what played as", "says it is", "files", "boards", "first job"});
  each_bot(report, [&](const std::string& name, const std::vector<Played<BotBuild>>& builds) {
    if (builds.empty()) table.add({name, Unknown, Unknown, Unknown, Unknown});
    for (const Played<BotBuild>& build : builds) {
      table.add({name, or_unknown(said_text(build.what.identity, name)),
                 or_unknown(short_fingerprint(build.what.fingerprint)), std::to_string(build.boards),
                 build.first_job ? std::to_string(build.first_job->value()) : Unknown});
    }
  });
  return table.text(width);
}

Json builds_json(const std::vector<Played<BotBuild>>& builds) {
  Json list = Json::array();
  for (const Played<BotBuild>& build : builds) {
    list.push_back({{"says", build.what.identity.name},
                    {"version", build.what.identity.version},
                    {"fingerprint", build.what.fingerprint},
                    {"boards", build.boards},
                    {"first_job", or_null(build.first_job)}});
  }
  return list;
}

std::string builds_csv(const TournamentReport& report) {
  std::string text = "bot,says,version,fingerprint,boards,first_job\n";
  each_bot(report, [&](const std::string& name, const std::vector<Played<BotBuild>>& builds) {
    if (builds.empty()) text += csv_field(name) + ",,,,,\n";
    for (const Played<BotBuild>& build : builds) {
      text += fmt::format("{},{},{},{},{},{}\n", csv_field(name), csv_field(build.what.identity.name),
                          csv_field(build.what.identity.version), csv_field(build.what.fingerprint), build.boards,
                          build.first_job ? std::to_string(build.first_job->value()) : "");
    }
  });
  return text;
}

}  // namespace tichu::arena

#include "arena/analysis/analysis_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "arena/analysis/analysis_json.h"
#include "arena/text/file_text.h"
#include "arena/text/strict_json.h"
#include "arena/text/whole_file.h"

namespace tichu::arena {
namespace {

constexpr std::string_view Format = "tichu-analysis/1";

/// Whole lines of a text; what follows the last line end is left out.
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

bool is_header(std::string_view line) {
  const auto json = parse_strict_json(line);
  return json && json->is_object() && json->contains("format") && json->at("format") == Format;
}

}  // namespace

RoundKey key_of(const RoundAnalysis& analysis) { return {analysis.job, analysis.seating, analysis.round}; }

std::optional<AnalysisStore::Contents> AnalysisStore::read(const std::filesystem::path& path) {
  const std::string text = read_file_text(path);
  const std::vector<std::string_view> lines = whole_lines(text);
  if (lines.empty() || !is_header(lines.front())) return std::nullopt;
  Contents contents{std::string(lines.front()), {}};
  std::set<RoundKey> known;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    auto round = read_round_json(lines[i]);
    if (round && known.insert(key_of(*round)).second) contents.rounds.push_back(*std::move(round));
  }
  return contents;
}

tl::expected<AnalysisStore, std::string> AnalysisStore::open(const std::filesystem::path& path,
                                                             const std::string& header) {
  AnalysisStore store;
  store.path_ = path;
  std::string text = header + "\n";
  if (std::filesystem::exists(path)) {
    auto contents = read(path);
    if (!contents) return tl::unexpected(path.string() + " is no analysis; name another file");
    if (contents->header != header) {
      return tl::unexpected(path.string() + " holds an analysis that was done otherwise, as its first line says: " +
                            contents->header + "; remove it, or keep this one elsewhere");
    }
    store.rounds_ = std::move(contents->rounds);
  }
  for (const RoundAnalysis& round : store.rounds_) {
    store.known_.insert(key_of(round));
    text += write_round_json(round) + "\n";
  }
  write_whole_file(path, text);
  store.file_.open(path, std::ios::binary | std::ios::app);
  if (!store.file_) throw std::runtime_error("cannot write " + path.string());
  return store;
}

void AnalysisStore::add(const RoundAnalysis& analysis) {
  known_.insert(key_of(analysis));
  rounds_.push_back(analysis);
  if (path_.empty()) return;
  file_ << write_round_json(analysis) << '\n' << std::flush;
  if (!file_) throw std::runtime_error("cannot write " + path_.string() + "; its disk may be full");
}

std::vector<RoundAnalysis> AnalysisStore::rounds() const {
  std::vector<RoundAnalysis> sorted = rounds_;
  std::sort(sorted.begin(), sorted.end(),
            [](const RoundAnalysis& a, const RoundAnalysis& b) { return key_of(a) < key_of(b); });
  return sorted;
}

std::string analysis_header(const AnalystLibrary& analyst, const AnalysisSettings& settings,
                            const std::vector<std::string>& bots) {
  nlohmann::ordered_json json{{"format", Format},
                              {"analyst", analyst.says()},
                              {"fingerprint", fingerprint_of(analyst.spec())},
                              {"bots", bots.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(bots)}};
  if (settings.simulations > 0) {
    json["simulations"] = settings.simulations;
  } else {
    json["seconds"] = settings.seconds;
  }
  json["alternatives"] = settings.alternatives;
  json["luck"] = {{"playouts", settings.luck.playouts}, {"worlds", settings.luck.worlds}};
  json["seed"] = settings.seed;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tichu::arena

#include "arena/bench/bench_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace tichu::arena {
namespace {

std::string value_text(const BenchFigure& figure) {
  const bool is_whole = figure.unit == "rounds/s" || figure.unit == "bytes" || figure.unit == "1/s";
  return fmt::format("{:.{}f}", figure.value, is_whole ? 0 : 2);
}

}  // namespace

std::string signature_text(std::uint64_t signature) { return fmt::format("{:016x}", signature); }

std::string bench_text(const BenchReport& report) {
  std::string text;
  for (const BenchFigure& figure : report.figures) {
    text += fmt::format("{:<72} {:>12} {}\n", figure.name, value_text(figure), figure.unit);
  }
  if (report.signature) text += fmt::format("{:<72} {:>16}\n", "signature", signature_text(*report.signature));
  return text;
}

std::string bench_json(const BenchReport& report) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::array();
  for (const BenchFigure& figure : report.figures) {
    figures.push_back({{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}});
  }
  nlohmann::ordered_json all;
  if (report.signature) all["signature"] = signature_text(*report.signature);
  all["figures"] = std::move(figures);
  return all.dump(1) + "\n";
}

}  // namespace tichu::arena

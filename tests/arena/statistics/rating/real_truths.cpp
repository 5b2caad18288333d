#include "tests/arena/statistics/rating/real_truths.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace tichu::arena {
namespace {

struct Line {
  std::string first;
  std::string second;
  double score = 0;
  double boards = 0;
  double margin = 0;
  double deviation = 0;
};

std::vector<Line> read_lines() {
  std::ifstream file(TICHU_CROSSTABLE);
  std::vector<Line> lines;
  std::string text;
  std::getline(file, text);  // the heading
  while (std::getline(file, text)) {
    std::replace(text.begin(), text.end(), ',', ' ');
    std::istringstream fields(text);
    Line line;
    fields >> line.first >> line.second >> line.score >> line.boards >> line.margin >> line.deviation;
    lines.push_back(line);
  }
  if (lines.empty()) throw std::runtime_error(std::string("no boards in ") + TICHU_CROSSTABLE);
  return lines;
}

}  // namespace

RealTruths::RealTruths() {
  const std::vector<Line> lines = read_lines();
  std::map<std::string, std::size_t> numbers;
  for (const Line& line : lines) {
    for (const std::string& name : {line.first, line.second}) numbers.emplace(name, 0);
  }
  for (auto& [name, number] : numbers) {
    number = names_.size();
    names_.push_back(name);
  }
  pairs_.resize(size() * size());
  for (const Line& line : lines) {
    const std::size_t first = numbers[line.first];
    const std::size_t second = numbers[line.second];
    Pair& pair = pairs_[first * size() + second];
    Pair& turned = pairs_[second * size() + first];
    pair.outcomes.push_back({line.score, line.boards, line.margin, line.deviation});
    turned.outcomes.push_back({1 - line.score, line.boards, -line.margin, line.deviation});
  }
  for (Pair& pair : pairs_) {
    if (pair.outcomes.empty()) continue;
    pair.score = 0;
    for (const Outcome& outcome : pair.outcomes) {
      pair.boards += outcome.boards;
      pair.margin += outcome.boards * outcome.margin;
      pair.score += outcome.boards * outcome.score;
    }
    pair.margin /= pair.boards;
    pair.score /= pair.boards;
  }
}

std::size_t RealTruths::number(const std::string& name) const {
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
}

BoardResult RealTruths::draw(Random& random, std::size_t first, std::size_t second) const {
  BoardResult result;
  result.tables = 2;
  const Pair& pair = cell(first, second);
  double place = pair.boards * uniform(random);
  for (const Outcome& outcome : pair.outcomes) {
    place -= outcome.boards;
    if (place >= 0 && &outcome != &pair.outcomes.back()) continue;
    result.score = outcome.score;
    result.margin = outcome.margin + outcome.deviation * normal(random);
    break;
  }
  return result;
}

double uniform(Random& random) {
  constexpr double Words = 18446744073709551616.0;
  return (static_cast<double>(random.next()) + 0.5) / Words;
}

double normal(Random& random) {
  const double length = std::sqrt(-2 * std::log(uniform(random)));
  return length * std::cos(2 * M_PI * uniform(random));
}

}  // namespace tichu::arena

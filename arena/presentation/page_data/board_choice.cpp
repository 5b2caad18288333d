#include "arena/presentation/page_data/board_choice.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tichu::arena {
namespace {

/// Collects choices, each board once.
class ChoiceList {
 public:
  explicit ChoiceList(std::size_t boards) : taken_(boards, false) { choices_.reserve(boards); }

  void add(std::size_t index, ChoiceReason reason) {
    if (taken_[index]) return;
    taken_[index] = true;
    choices_.push_back({index, reason});
  }
  std::size_t size() const { return choices_.size(); }
  std::vector<BoardChoice> take() { return std::move(choices_); }

 private:
  std::vector<bool> taken_;
  std::vector<BoardChoice> choices_;
};

std::size_t reversed_bits(std::size_t value, int bits) {
  std::size_t result = 0;
  for (int i = 0; i < bits; ++i) result |= ((value >> i) & 1) << (bits - 1 - i);
  return result;
}

}  // namespace

std::vector<BoardChoice> boards_by_interest(std::span<const RatedBoard> boards) {
  ChoiceList list(boards.size());
  for (std::size_t i = 0; i < boards.size() && list.size() < MostFaultBoards; ++i) {
    if (boards[i].result.faults[0] + boards[i].result.faults[1] > 0) list.add(i, ChoiceReason::Fault);
  }
  std::vector<std::size_t> by_margin(boards.size());
  for (std::size_t i = 0; i < by_margin.size(); ++i) by_margin[i] = i;
  const std::size_t extreme = std::min(MostMarginBoards, by_margin.size() / BoardsToAMargin);
  std::partial_sort(by_margin.begin(), by_margin.begin() + static_cast<std::ptrdiff_t>(extreme), by_margin.end(),
                    [&](std::size_t a, std::size_t b) {
                      const double margin_a = std::abs(boards[a].result.margin);
                      const double margin_b = std::abs(boards[b].result.margin);
                      return margin_a != margin_b ? margin_a > margin_b : a < b;
                    });
  for (std::size_t i = 0; i < extreme; ++i) list.add(by_margin[i], ChoiceReason::Margin);
  // Counting with reversed bits halves the largest gap each time.
  const auto bits = static_cast<int>(std::bit_width(boards.size()));
  for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
    const std::size_t index = reversed_bits(i, bits);
    if (index < boards.size()) list.add(index, ChoiceReason::Sample);
  }
  return list.take();
}

}  // namespace tichu::arena

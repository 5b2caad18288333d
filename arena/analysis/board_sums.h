#pragma once

#include <map>
#include <optional>
#include <utility>

#include "arena/ids.h"

namespace tichu::arena {

/// A mean and its standard error over boards, which are what chance draws; nullopt where one board, or none, tells
/// nothing.
struct BoardMean {
  double mean = 0;
  std::optional<double> error;
};

/// Values and how many units they are for, board by board.
class BoardSums {
 public:
  void add(BoardNumber board, double value, double units);
  /// Values by unit, with the error of a ratio whose boards are drawn by chance.
  BoardMean mean() const;

 private:
  std::map<BoardNumber, std::pair<double, double>> boards_;
};

}  // namespace tichu::arena

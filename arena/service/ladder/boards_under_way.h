#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "arena/hosting/match/table_view.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/tournament/schedule/schedule.h"

namespace tichu::arena {

/// Which boards the threads of this process are playing, and how far they are. Several threads may use it. Of the cards
/// it hands nothing out.
class BoardsUnderWay {
 public:
  /// By a playing thread: it plays nothing for now.
  void rest();
  /// By a playing thread: it plays this from now on.
  void begin(const Job& job);

  /// For as many playing threads, of boards with so many tables; before the first board.
  void prepare(std::size_t threads, int tables);
  /// Where the n-th thread shows its table.
  TableView* view(std::size_t thread);
  /// Takes note of how far each table is.
  void look();
  /// A board is stored.
  void finish(JobNumber job);
  /// None is played any more.
  void clear();

  /// By their numbers.
  std::vector<BoardUnderWay> boards() const;

 private:
  struct Playing {
    BoardUnderWay board;
    std::chrono::steady_clock::time_point began;
  };

  mutable std::mutex mutex_;
  std::map<std::thread::id, Playing> playing_;
  std::deque<TableView> views_;
  int tables_ = 0;  ///< of each board
};

}  // namespace tichu::arena

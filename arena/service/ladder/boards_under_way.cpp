#include "arena/service/ladder/boards_under_way.h"

#include <algorithm>

namespace tichu::arena {

void BoardsUnderWay::rest() {
  const std::scoped_lock lock(mutex_);
  playing_.erase(std::this_thread::get_id());
}

void BoardsUnderWay::begin(const Job& job) {
  Playing playing{{}, std::chrono::steady_clock::now()};
  playing.board.job = job.number;
  playing.board.entrants = job.entrants;
  const std::scoped_lock lock(mutex_);
  playing.board.tables = tables_;
  playing_[std::this_thread::get_id()] = playing;
}

void BoardsUnderWay::prepare(std::size_t threads, int tables) {
  const std::scoped_lock lock(mutex_);
  playing_.clear();
  views_.clear();
  views_.resize(threads);
  tables_ = tables;
}

TableView* BoardsUnderWay::view(std::size_t thread) { return thread < views_.size() ? &views_[thread] : nullptr; }

void BoardsUnderWay::look() {
  for (TableView& view : views_) {
    const std::optional<RoundSnapshot> snapshot = view.look();
    if (!snapshot) continue;  // its bots are thinking, or nothing is played
    const std::scoped_lock lock(mutex_);
    for (auto& [thread, playing] : playing_) {
      if (playing.board.job != snapshot->place.job) continue;
      playing.board.at =
          BoardUnderWay::Place{snapshot->place.seating, snapshot->place.round, snapshot->record.actions.size()};
    }
  }
}

void BoardsUnderWay::finish(JobNumber job) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(playing_, [job](const auto& one) { return one.second.board.job == job; });
}

void BoardsUnderWay::clear() {
  const std::scoped_lock lock(mutex_);
  playing_.clear();
}

std::vector<BoardUnderWay> BoardsUnderWay::boards() const {
  const auto now = std::chrono::steady_clock::now();
  std::vector<BoardUnderWay> boards;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [thread, playing] : playing_) {
      boards.push_back(playing.board);
      boards.back().seconds = std::max(0.0, std::chrono::duration<double>(now - playing.began).count());
    }
  }
  std::sort(boards.begin(), boards.end(), [](const auto& a, const auto& b) { return a.job < b.job; });
  return boards;
}

}  // namespace tichu::arena

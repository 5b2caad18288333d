#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

std::string to_text(const DamagedJob& damaged) {
  const std::string board = damaged.board ? " (board " + to_string(*damaged.board) + ")" : "";
  return "job " + to_string(damaged.job) + board + ": " + damaged.what;
}

}  // namespace tichu::arena

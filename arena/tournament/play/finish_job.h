#pragma once

#include <string>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/table_view.h"
#include "arena/record/record.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// What `play_board` is given for every board of a tournament.
BoardSpec spec_of_any_board(const TournamentConfig& config);

/// What `play_board` is given for a job, some of whose bots may be given up.
BoardSpec board_spec(const TournamentConfig& config, const std::vector<Entrant>& entrants, const Job& job,
                     std::vector<BotId> given_up = {});

/// A round as it is recorded, without an end.
Record begun_record(const TournamentConfig& config, RoundSnapshot round);

/// What is said of the fault of a bot that is given up after so many boards, one sentence.
std::string given_up_text(int give_up_after);

/// Everything that is kept of a played board but its times: judged and counted. Takes records and faults from the
/// outcome.
FinishedJob finish_job_without_times(BoardFormat format, const Job& job, BoardOutcome& outcome);

/// Everything that is kept of a played board: judged and counted.
FinishedJob finish_job(const TournamentConfig& config, const Job& job, BoardOutcome outcome);

}  // namespace tichu::arena

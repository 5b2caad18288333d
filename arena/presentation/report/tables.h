#pragma once

#include <cstddef>
#include <string>

#include "arena/text/text_table.h"
#include "arena/tournament/play/tournament_report.h"

namespace tichu::arena {

/// Whether a standing is listed. At a table of people bots that enter only as partners have no boards of their own, and
/// are not; elsewhere everybody is, so that nobody who has entered is missed.
bool is_listed(const TournamentReport& report, const Standing& standing);

// Tables fit `width` columns, as `TextTable::text` makes them.

/// The rating table: rank, name, Elo and points per round with their 95 % errors, boards, calls, faults.
std::string standings_table(const TournamentReport& report, std::size_t width = AnyWidth);
/// Every entrant against every other, by rank: points per round, boards won, likelihood of superiority. Empty for more
/// than MaxCrosstable entrants, which do not fit a terminal's width.
std::string crosstable(const TournamentReport& report, std::size_t width = AnyWidth);
/// The places by the schedule's own rules; empty if it ranks nobody.
std::string places_table(const TournamentReport& report, std::size_t width = AnyWidth);
/// That several are first, by the schedule's rules or by rating; empty if nobody is first, or one alone.
std::string tie_note(const TournamentReport& report);
/// What playing the same cards at several tables gained in this tournament; empty if that is unknown.
std::string duplication_note(const TournamentReport& report);
/// Every pairing, plain and control-variate adjusted; empty if nobody asked for it.
std::string controls_table(const TournamentReport& report, std::size_t width = AnyWidth);

/// How to read the table, how people play for comparison, and what the numbers do not tell.
std::string reading_notes(const TournamentReport& report);
/// The number of faults by bot and kind, one line each; empty without faults.
std::string fault_table(const TournamentReport& report, std::size_t width = AnyWidth);

/// The most entrants whose crosstable is printed; results.json has all.
constexpr std::size_t MaxCrosstable = 16;

}  // namespace tichu::arena

#pragma once

#include <string>

#include "arena/tournament/play/test_report.h"

namespace tichu::arena {

/// "accepted", "rejected", "undecided", or "faults" if any bot committed one.
std::string outcome_word(const SequentialReport& report);

/// A few lines for people.
std::string sequential_text(const SequentialReport& report);
/// One JSON object, `tichu-test/1` (arena/statistics/sequential/README.md).
std::string sequential_json(const SequentialReport& report);
/// One JUnit suite with one case: it passes if the test was accepted, fails if it was rejected, is skipped if it is
/// undecided, and has an error if a bot committed faults.
std::string sequential_junit(const SequentialReport& report);
/// A heading and a table in Markdown, for the page of a CI server.
std::string sequential_markdown(const SequentialReport& report);

}  // namespace tichu::arena

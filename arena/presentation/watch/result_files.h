#pragma once

#include <string>

#include "arena/text/input_error.h"
#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Further files that a sequential test writes; an empty path means none.
struct TestFiles {
  std::string junit;
  std::string markdown;
};

/// Fails if one of them cannot be written.
OrInputError<void> check(const TestFiles& files);

/// Writes the result files of a run that has ended: results.json, results.csv and usage.csv, for a test also test.json
/// and what `TestFiles` names. Throws std::runtime_error if the disk refuses.
class ResultFiles : public TournamentObserver {
 public:
  explicit ResultFiles(TestFiles test = {}) : test_(std::move(test)) {}

  void finished(const RunSummary& summary) override;

 private:
  TestFiles test_;
};

}  // namespace tichu::arena

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/version.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

/// A step's end.
struct StepEnd {
  StepOutcome outcome = StepOutcome::Passed;
  std::string code;
  std::string detail;
  std::string log;  ///< hash in the store; empty if there is none
};

/// What a build has left.
struct BuiltArtifact {
  std::string tree;  ///< hash
  std::string log;   ///< hash of its text in the store
};

/// The steps that versions take until they play, and what these have left, in one transaction. Nothing is committed.
class StepAttempts {
 public:
  explicit StepAttempts(LadderDatabase::Work& work) : work_(work) {}

  /// What was built before from these files by these compilers.
  std::optional<BuiltArtifact> artifact(const std::string& source, const std::string& toolchain);
  void keep_artifact(const std::string& source, const std::string& toolchain, const BuiltArtifact& artifact);

  /// Begins an attempt; returns its row's number.
  std::int64_t begin(const VersionRow& version, StepKind kind);
  void end(const VersionRow& version, std::int64_t step, StepKind kind, const StepEnd& end);
  std::vector<VersionStep> of(VersionId version);
  /// The log of the latest attempt of a step that has one; empty if there is none.
  std::string log_of(VersionId version, StepKind kind);
  /// Attempts at a step that the machine failed, or that took too long.
  int failures(VersionId version, StepKind kind);
  /// Ends all attempts that are running, as interrupted: whoever ran them is gone. Returns how many.
  int interrupt_running();
  /// The mean seconds of the latest passed attempts of a step; 0 if there are none.
  double usual_seconds(StepKind kind);

 private:
  LadderDatabase::Work& work_;
};

}  // namespace tichu::arena

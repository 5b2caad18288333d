#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/recipe.h"
#include "arena/service/ladder/version_life.h"
#include "arena/service/ladder/version_table.h"

namespace tichu::arena {

/// With what submissions are unpacked, built and tried out. All must outlive the line.
struct LineTools {
  const Sandbox* work_box = nullptr;  ///< for archives and builds; null: without one, as the settings allow
  const Sandbox* bot_box = nullptr;   ///< for bots, as the ladder plays them; likewise
  Toolchain toolchain;
  BotSpec validator;  ///< whom versions meet before they enter
};

/// The sandbox for archives and builds. The error says why there is none.
tl::expected<std::unique_ptr<Sandbox>, std::string> find_work_box(const LadderSettings& settings,
                                                                  const Toolchain& toolchain);

/// Where submissions go through their steps (StepTable). Several threads may work on it at once, each at another
/// version. What is done is kept step by step, so that nothing is lost when the process is killed.
class SubmissionPipeline {
 public:
  /// `stopping` is asked often: then steps under way are broken off, to be done again.
  SubmissionPipeline(LadderDatabase& database, const FileStore& store, const LadderSettings& settings, LineTools tools,
                     std::function<bool()> stopping);
  ~SubmissionPipeline();
  SubmissionPipeline(const SubmissionPipeline&) = delete;
  SubmissionPipeline& operator=(const SubmissionPipeline&) = delete;

  /// Does all steps of this queue of the version whose turn it is. False if none waits.
  bool work_once(StepQueue queue);
  /// What a version on its way waits for.
  std::optional<Waiting> waiting(LadderDatabase::Work& work, const LadderVersion& version);
  /// Whether a step of the version is done at this moment.
  bool is_at_work(VersionId version);
  /// Attempts that failed because of the machine, or took too long, since the line was made.
  std::uint64_t machine_faults() const { return machine_faults_; }

 private:
  struct Done;
  struct Attempt;

  std::optional<VersionRow> claim(StepQueue queue);
  void release(VersionId id);
  /// False if the version does not go on in this queue.
  bool do_step(VersionRow& version, const StepRule& rule);
  /// `failures`: how many attempts at this step the machine has failed, or took too long.
  Done tried(VersionRow& version, const StepRule& rule, int failures);
  void conclude(VersionRow& version, const StepRule& rule, std::int64_t step, Done done);

  OrStepRefusal<void> unpack(Attempt& attempt);
  OrStepRefusal<void> screen(Attempt& attempt);
  OrStepRefusal<void> build(Attempt& attempt);
  OrStepRefusal<void> build_anew(Attempt& attempt, const Manifest& manifest, const std::string& recipe);
  OrStepRefusal<void> check(Attempt& attempt);
  OrStepRefusal<void> validate(Attempt& attempt);
  BotSpec runnable(const VersionRow& version) const;

  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  LineTools tools_;
  std::function<bool()> stopping_;
  std::mutex mutex_;
  std::set<VersionId> claimed_;
  std::atomic<std::uint64_t> machine_faults_ = 0;
};

}  // namespace tichu::arena

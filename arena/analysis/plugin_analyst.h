#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "arena/analysis/seen_decision.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/plugin_library.h"
#include "engine/observation.h"
#include "engine/rules.h"
#include "sdk/table_analyst.h"

namespace tichu::arena {

/// The plug-in of an analyst, loaded into this process. Any thread may make analysts of it.
class AnalystLibrary {
 public:
  /// Loads the plug-in that `spec` names. Only a plug-in that is trusted can be one, because nothing could stop it. The
  /// error is a sentence.
  static tl::expected<AnalystLibrary, std::string> load(const BotSpec& spec);

  const tichu_analyst_table& table() const { return *table_; }
  const BotSpec& spec() const { return spec_; }
  /// Name and version, as the plug-in says them, in harmless text.
  std::string says() const;

 private:
  AnalystLibrary(BotSpec spec, PluginLibrary library, const tichu_analyst_table* table)
      : spec_(std::move(spec)), library_(std::move(library)), table_(table) {}

  BotSpec spec_;
  PluginLibrary library_;
  const tichu_analyst_table* table_;
};

/// One analyst of a library, which must outlive it. Used by one thread.
class PluginAnalyst {
 public:
  /// Throws std::runtime_error if the plug-in cannot make one.
  PluginAnalyst(const AnalystLibrary& library, const Rules& rules);

  /// What is to be compared at a decision: what was played first, then the analyst's proposals, at most `most` in all,
  /// the illegal ones and those that are the same to the hand left out. For a wish every rank that others may hold.
  std::vector<Answer> alternatives(const SeenDecision& decision, const Observation& seen, std::size_t most);
  /// Fills in margins as Analyst::judge does, and returns the number of worlds. Throws std::runtime_error if the
  /// analyst fails.
  std::size_t judge(const SeenDecision& decision, const Observation& seen, std::span<const Answer> alternatives,
                    std::uint64_t seed, std::span<float> margins);

 private:
  std::vector<Answer> proposals(const SeenDecision& decision, const Observation& seen, std::size_t most);

  std::string name_;
  TableAnalyst analyst_;
};

/// Whether two answers to a question are the same but for suits that do not matter.
bool are_alike(Question question, const Answer& a, const Answer& b);

}  // namespace tichu::arena

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/answer.h"
#include "engine/observation.h"
#include "sdk/analyst_abi.h"
#include "sdk/table_bot.h"

namespace tichu {

/// An analyst behind its C table, as a host holds it: at most one at a time. What the table's functions throw goes
/// through. The table must outlive this object. Used by one thread at a time.
class TableAnalyst {
 public:
  explicit TableAnalyst(const tichu_analyst_table& table) : table_(&table) {}
  ~TableAnalyst() { destroy(); }
  TableAnalyst(const TableAnalyst&) = delete;
  TableAnalyst& operator=(const TableAnalyst&) = delete;

  /// Makes an analyst in place of the former one; false if the table could not.
  bool create(std::uint64_t seed, const Rules& rules, const TableBot::Options& options);
  void destroy();

  /// Proposals as they came, at most `most`; nullopt if the analyst, which must be made, failed.
  std::optional<std::vector<tichu_answer>> propose(Question question, const Observation& seen, const Answer& played,
                                                   std::size_t most);
  /// How many worlds were filled in; nullopt if the analyst failed or says what cannot be.
  std::optional<std::size_t> judge(Question question, const Observation& seen, std::span<const Answer> alternatives,
                                   std::uint64_t seed, std::span<float> margins);

 private:
  const tichu_analyst_table* table_;
  void* analyst_ = nullptr;
};

}  // namespace tichu

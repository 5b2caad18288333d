#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/refusal.h"

namespace tichu::arena {

/// Which events are asked for.
struct EventQuery {
  std::uint64_t after = 0;                   ///< a cursor
  std::size_t most = 100;                    ///< at most 1000
  std::string bot = {};                      ///< of this bot alone
  std::optional<int> number = std::nullopt;  ///< and of this version alone
  bool latest = false;                       ///< the latest ones, the newest first, instead of those after a cursor
};

/// What a hook's delivery came to.
struct DeliveryOutcome {
  std::uint64_t delivery = 0;
  bool ok = false;
  std::string problem;
};

/// How many hooks an account has.
std::uint64_t hooks_of(LadderDatabase::Work& work, AccountId account);

/// The events of a ladder, and the hooks that are told of them. Several threads may use it.
class Hooks {
 public:
  /// Both must outlive this object.
  Hooks(LadderDatabase& database, const LadderSettings& settings) : database_(database), settings_(settings) {}

  /// In the order of their cursors; `caller` may be null: those that not everybody may know are left out then.
  std::vector<LadderEvent> events(const Caller* caller, const EventQuery& query);

  /// The URL must be https; whether its address may be asked is the sender's to find out, at each delivery.
  OrRefusal<Hook> make_hook(const Caller& caller, const std::string& url, std::vector<std::string> kinds);
  std::vector<Hook> hooks(const Caller& caller);
  OrRefusal<void> delete_hook(const Caller& caller, std::uint64_t hook);
  /// One that is off is told of events again, and has failed at nothing.
  OrRefusal<Hook> switch_on_hook(const Caller& caller, std::uint64_t hook);

  /// What is due now, the oldest of each account, the oldest first; what is not answered with `delivered` within a
  /// minute is due again.
  std::vector<HookDelivery> due_deliveries(std::size_t most);
  void delivered(const DeliveryOutcome& outcome);

 private:
  LadderDatabase& database_;
  const LadderSettings& settings_;
};

}  // namespace tichu::arena

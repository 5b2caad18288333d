#pragma once

#include "arena/service/api/api_route.h"
#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/version.h"

namespace tichu::arena {

// What the ladder tells, as the API writes it (arena/service/api/API.md). Times are seconds since 1970.

ApiJson json_of(const LadderVersion& version);
ApiJson json_of(const LadderBot& bot);
/// The same with the ratings of all versions that have played.
ApiJson json_of(const LadderVersion& version, const LadderStandings& standings);
ApiJson json_of(const LadderBot& bot, const LadderStandings& standings);
ApiJson json_of(const LadderStanding& standing);
ApiJson json_of(const LadderStandings& standings);
ApiJson json_of(const LadderStatus& status);
ApiJson json_of(const FairDeals& deals);
ApiJson json_of(const LadderResidual& residual);
ApiJson json_of(const OwnSeat& seat);
ApiJson json_of(const LadderEvent& event);
ApiJson json_of(const VersionStep& step);
ApiJson json_of(const QuotaUse& use);
ApiJson json_of(const TokenInfo& token);
ApiJson json_of(const Account& account);
ApiJson json_of(const Invitation& invitation);
ApiJson json_of(const PlayRequest& request);
ApiJson json_of(const OwnFault& fault);
ApiJson json_of(const TagCount& count);
ApiJson json_of(const Hook& hook);
ApiJson json_of(const AuditEntry& entry);
ApiJson json_of(const ExplainedLimit& limit);
/// All that an author must keep to, and all that `check` needs to check a bot as the ladder does.
ApiJson json_of(const LadderSettings& settings);

template <typename T>
ApiJson json_list(const std::vector<T>& list) {
  ApiJson json = ApiJson::array();
  for (const T& element : list) json.push_back(json_of(element));
  return json;
}

}  // namespace tichu::arena

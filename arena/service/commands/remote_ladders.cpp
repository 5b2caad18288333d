#include "arena/service/commands/remote_ladders.h"

#include "arena/service/commands/ladder_answers.h"
#include "arena/service/remote/ladder_board.h"
#include "arena/service/remote/ladder_limits.h"

namespace tichu::arena {
namespace {

OrInputError<LadderPlayLimits> limits_at(const std::string& url) {
  const auto client = LadderClient::connect(url, "");
  if (!client) return tl::unexpected(InputError{"--ladder", client.error().key, client.error().problem});
  return ladder_play_limits(*client);
}

OrInputError<std::vector<LadderSeat>> own_seats(const LadderFlags& ladder, std::uint64_t board) {
  const auto client = client_of(ladder, true);
  if (!client) return tl::unexpected(client.error());
  return own_seats_at(*client, board);
}

}  // namespace

OtherLadders remote_ladders() { return {limits_at, own_seats, act_on_version}; }

}  // namespace tichu::arena

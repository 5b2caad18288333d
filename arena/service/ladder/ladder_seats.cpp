#include "arena/service/ladder/ladder_seats.h"

#include <algorithm>
#include <utility>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/remote_table.h"

namespace tichu::arena {

void LadderSeats::refresh() {
  const std::scoped_lock refreshing(refresh_mutex_);
  std::vector<SeatToken> tokens;
  {
    LadderDatabase::Work work = database_.begin_looking();
    tokens = RemoteTable(work).seat_tokens();
  }
  std::vector<std::shared_ptr<RemoteSeat>> closed;
  {
    const std::scoped_lock lock(mutex_);
    if (std::ranges::equal(tokens, doors_, {}, &SeatToken::token, &Door::token)) return;
    std::vector<Door> doors;
    for (SeatToken& token : tokens) {
      const auto open = std::ranges::find(doors_, token.token, &Door::token);
      if (open != doors_.end()) {
        doors.push_back(*open);
        continue;
      }
      doors.push_back({{token.bot, std::make_shared<RemoteSeat>(token.name, settings_.play.limits.remote)},
                       std::move(token.token),
                       std::move(token.hash)});
    }
    for (const Door& door : doors_) {
      if (std::ranges::find(doors, door.token, &Door::token) == doors.end()) closed.push_back(door.place.seat);
    }
    doors_ = std::move(doors);
  }
  for (const std::shared_ptr<RemoteSeat>& seat : closed) {
    seat->break_off(true);
    seat->say_goodbye();
  }
}

std::shared_ptr<RemoteSeat> LadderSeats::seat_of(std::string_view token) const {
  const auto sent = token_text(token);
  const std::string hash = keyed_hash(key_, sent ? sent->secret : std::string());
  const std::scoped_lock lock(mutex_);
  const auto door = std::ranges::find(doors_, sent ? sent->id : std::string(), &Door::token);
  const std::string& kept = door == doors_.end() ? std::string(hash.size(), '\0') : door->hash;
  return are_equal_in_constant_time(hash, kept) && door != doors_.end() ? door->place.seat : nullptr;
}

std::vector<LadderSeats::Place> LadderSeats::all() const {
  const std::scoped_lock lock(mutex_);
  std::vector<Place> places;
  for (const Door& door : doors_) places.push_back(door.place);
  return places;
}

void LadderSeats::break_off(bool is_off) {
  for (const Place& place : all()) place.seat->break_off(is_off);
}

bool LadderSeats::has(const RemoteSeat& seat) const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(doors_, [&](const Door& door) { return door.place.seat.get() == &seat; });
}

}  // namespace tichu::arena

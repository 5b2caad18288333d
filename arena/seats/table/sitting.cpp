#include "arena/seats/table/sitting.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "arena/text/file_text.h"
#include "arena/text/random_token.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/config_json.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* SittingFormat = "tichu-sitting/1";

/// The number of a bot in the configuration, which it is added to if it is not there.
BotId number_of(TournamentConfig& config, const BotSpec& bot) {
  const auto found = std::find(config.bots.begin(), config.bots.end(), bot);
  const auto number = static_cast<std::uint16_t>(found - config.bots.begin());
  if (found == config.bots.end()) config.bots.push_back(bot);
  return static_cast<BotId>(number);
}

/// Partners enter together, unless they are the same bot.
void add_pair(TournamentConfig& config, BotId first, BotId second) {
  if (first == second) return;
  const auto a = static_cast<std::size_t>(first);
  const auto b = static_cast<std::size_t>(second);
  const std::string name = config.bots[a].name + "+" + config.bots[b].name;
  config.pairs.push_back({name.substr(0, MaxNameLength), {a, b}});
}

}  // namespace

std::array<EntrantId, 2> Sitting::entrants() const {
  const std::vector<Entrant> all = entrants_of(config);
  const auto entrant_at = [&](Seat seat) {
    const Partnership bots{{seats[seat], seats[seat.partner()]}};
    const auto found = std::ranges::find(all, bots, &Entrant::bots);
    return static_cast<EntrantId>(found - all.begin());
  };
  return {entrant_at(Seat(0)), entrant_at(Seat(1))};
}

std::vector<Seat> Sitting::people() const {
  std::vector<Seat> seats_of_people;
  for (const Seat seat : AllSeats) {
    if (at(seat).kind == BotKind::Person) seats_of_people.push_back(seat);
  }
  return seats_of_people;
}

BotSpec person_named(std::string name) {
  BotSpec person;
  person.name = std::move(name);
  person.kind = BotKind::Person;
  return person;
}

OrInputError<Sitting> make_sitting(TournamentConfig config, PerSeat<BotSpec> players, bool coached) {
  Sitting sitting{std::move(config), {}, {}, coached, UsualClock};
  if (coached) players[Seat(0)].options.emplace_back("coach", "yes");
  for (const Seat seat : AllSeats) sitting.seats[seat] = number_of(sitting.config, players[seat]);
  for (const Seat seat : sitting.people()) sitting.tokens[seat] = random_token();
  for (const Seat seat : {Seat(0), Seat(1)}) {
    add_pair(sitting.config, sitting.seats[seat], sitting.seats[seat.partner()]);
  }
  sitting.config.seatings = Seatings::Single;
  sitting.config.faults = FaultPolicy::Substitute;
  sitting.config.origin.boards_given = true;
  // Nothing can be played again where a person sat.
  sitting.config.origin.imported = true;
  if (auto sound = check(sitting.config, "sit"); !sound) return tl::unexpected(sound.error());
  return sitting;
}

bool holds_sitting(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / SittingFileName, ignored);
}

OrInputError<Sitting> read_sitting(const fs::path& folder) {
  const fs::path file = folder / SittingFileName;
  const auto unreadable = [&](const std::string& why) {
    return tl::unexpected(InputError{file.string(), "", "is no table of this version: " + why, true});
  };
  const Json json = Json::parse(read_file_text(file), nullptr, false);
  try {
    if (json.is_discarded() || json.at("format") != SittingFormat) return unreadable("it has another format");
    auto config = config_from_json(json.at("config").dump(), file.string());
    if (!config) return tl::unexpected(config.error());
    Sitting sitting{*std::move(config), {}, {}, json.value("coached", false), UsualClock};
    sitting.clock = std::chrono::seconds(json.value("clock_s", sitting.clock.count()));
    sitting.config.results = fs::absolute(folder).lexically_normal().parent_path();
    for (const Seat seat : AllSeats) {
      const std::size_t bot = json.at("seats").at(static_cast<std::size_t>(seat.number()));
      if (bot >= sitting.config.bots.size()) return unreadable("a seat has no bot");
      sitting.seats[seat] = static_cast<BotId>(bot);
    }
    for (const Seat seat : sitting.people()) {
      // Tables of one person alone named one secret.
      sitting.tokens[seat] =
          json.contains("token") ? json.at("token") : json.at("tokens").at(static_cast<std::size_t>(seat.number()));
    }
    return sitting;
  } catch (const Json::exception& error) {
    return unreadable(error.what());
  }
}

void write_sitting(const Sitting& sitting, const fs::path& folder) {
  Json seats = Json::array();
  for (const BotId bot : sitting.seats.values) seats.push_back(static_cast<int>(bot));
  const Json json{{"format", SittingFormat},
                  {"tokens", sitting.tokens.values},
                  {"clock_s", sitting.clock.count()},
                  {"coached", sitting.coached},
                  {"seats", seats},
                  {"config", Json::parse(config_json(sitting.config))}};
  const fs::path file = folder / SittingFileName;
  write_whole_file(file, json.dump(1) + "\n");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace tichu::arena

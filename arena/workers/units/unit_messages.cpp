#include "arena/workers/units/unit_messages.h"

#include <google/protobuf/arena.h>

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "arena/record/packed_actions.h"
#include "arena/workers/units/message_form.h"
#include "arena/workers/units/message_limits.h"
#include "arena/workers/units/serialized_message.h"
#include "arena/workers/units/units.pb.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestText = 4096;
constexpr std::size_t MostListed = 64;
constexpr double MostSpeed = 1e12;

void encode_options(const std::vector<std::pair<std::string, std::string>>& options,
                    google::protobuf::RepeatedPtrField<units::Option>& message) {
  for (const auto& [name, value] : options) {
    units::Option& option = *message.Add();
    option.set_name(name);
    option.set_value(value);
  }
}

template <typename Config, typename Value, std::size_t Count>
void encode_limits(const Config& config, const LimitSetting<Config, Value> (&settings)[Count],
                   google::protobuf::RepeatedPtrField<units::Limit>& message) {
  for (const auto& setting : settings) {
    units::Limit& limit = *message.Add();
    limit.set_key(std::string(setting.key));
    limit.set_value(static_cast<std::uint64_t>(setting.number(config)));
  }
}

void encode_setup(const UnitSetup& setup, units::Setup& message) {
  message.set_format(std::string(to_text(setup.format)));
  message.set_tables(static_cast<std::uint32_t>(setup.tables));
  for (const RulesOption& option : RulesOptions) {
    units::Option& rule = *message.add_rules();
    rule.set_name(std::string(option.name));
    rule.set_value(option_text(setup.rules, option));
  }
  message.set_faults(std::string(to_text(setup.faults)));
  message.set_remarks(setup.remarks);
  message.set_give_up_after(static_cast<std::uint32_t>(setup.give_up_after));
  encode_limits(setup.limits, TimeLimitSettings, *message.mutable_limits());
  units::Sandbox& sandbox = *message.mutable_sandbox();
  sandbox.set_kind(std::string(to_text(setup.sandbox.kind)));
  encode_limits(setup.sandbox, SandboxLimits, *sandbox.mutable_limits());
  for (const std::filesystem::path& path : setup.sandbox.readable) sandbox.add_readable(path.string());
  sandbox.set_may_be_absent(setup.allow_unsandboxed);
  message.set_pin(setup.pin);
}

void encode_bot(const UnitBot& bot, units::Bot& message) {
  message.set_id(static_cast<std::uint32_t>(bot.id));
  message.set_name(bot.name);
  message.set_kind(std::string(to_text(bot.kind)));
  message.set_artifact(bot.artifact);
  message.set_entry(bot.entry.string());
  for (const UnitArgument& argument : bot.arguments) {
    units::Argument& encoded = *message.add_arguments();
    encoded.set_text(argument.text);
    encoded.set_in_artifact(argument.in_artifact);
  }
  encode_options(bot.options, *message.mutable_options());
  message.set_trusted(bot.trusted);
  encode_limits(bot.needs, BotNeedSettings, *message.mutable_needs());
}

void encode_board(const UnitBoard& board, units::Board& message) {
  message.set_number(board.number.value());
  for (const Deal& deal : board.deals) message.add_deals(pack_deal(deal));
  for (const PerSeat<std::uint64_t>& seeds : board.bot_seeds) {
    for (const std::uint64_t seed : seeds.values) message.add_bot_seeds(seed);
  }
}

void encode_job(const UnitJob& job, units::Job& message) {
  message.set_number(job.number.value());
  message.set_board(static_cast<std::uint32_t>(job.board));
  for (const Partnership& team : job.teams) {
    for (const BotId bot : team.bots) message.add_bots(static_cast<std::uint32_t>(bot));
  }
  for (const BotId bot : job.given_up) message.add_given_up(static_cast<std::uint32_t>(bot));
}

const MessageLimits& unit_limits() {
  static const MessageLimits option{2};
  static const MessageLimits limit{2};
  static const MessageLimits sandbox{4, {{2, {"limits", &limit, MostListed}}}};
  static const MessageLimits argument{2};
  static const MessageLimits setup{
      9, {{3, {"rules", &option, MostListed}}, {7, {"limits", &limit, MostListed}}, {8, {"sandbox", &sandbox, 1}}}};
  static const MessageLimits bot{9,
                                 {{6, {"arguments", &argument, MostListed}},
                                  {7, {"options", &option, MostListed}},
                                  {9, {"needs", &limit, MostListed}}}};
  static const MessageLimits board{3};
  static const MessageLimits job{4};
  static const MessageLimits limits{8,
                                    {{4, {"setup", &setup, 1}},
                                     {5, {"bots", &bot, MostBotsOfUnit}},
                                     {6, {"boards", &board, MostJobsOfUnit}},
                                     {7, {"jobs", &job, MostJobsOfUnit}}}};
  return limits;
}

/// Reads a unit's message.
class UnitDecoder {
 public:
  explicit UnitDecoder(MessageForm& form) : form_(form) {}

  Unit unit(const units::Unit& message) {
    Unit unit;
    unit.id = form_.unit_id(Top, message.tournament(), message.number());
    unit.least_speed = form_.real({&Top, "least_speed"}, message.least_speed(), 0, MostSpeed);
    form_.expect(message.has_setup(), {&Top, "setup"}, "is missing");
    unit.setup = setup(message.setup());
    form_.expect_count({&Top, "bots"}, static_cast<std::size_t>(message.bots_size()), 1, MostBotsOfUnit);
    form_.expect_count({&Top, "jobs"}, static_cast<std::size_t>(message.jobs_size()), 1, MostJobsOfUnit);
    for (int i = 0; i < message.bots_size() && form_.ok(); ++i) add_bot(message.bots(i), unit);
    for (int i = 0; i < message.boards_size() && form_.ok(); ++i) add_board(message.boards(i), unit);
    for (int i = 0; i < message.jobs_size() && form_.ok(); ++i) add_job(message.jobs(i), unit);
    for (std::size_t i = 0; i < unit.boards.size() && form_.ok(); ++i) {
      form_.expect(boards_.contains(i), {&Top, "boards", i}, "is of no job");
    }
    return unit;
  }

 private:
  static constexpr FieldPath Top{};

  UnitSetup setup(const units::Setup& message) {
    const FieldPath here{&Top, "setup"};
    UnitSetup setup;
    setup.format = form_.word<BoardFormat>({&here, "format"}, message.format());
    setup.tables = static_cast<int>(form_.number({&here, "tables"}, message.tables(), 1, MaxTables));
    form_.expect(setup.tables != 3, {&here, "tables"}, "is 3, but must be 1, 2 or 4");
    read_rules(here, message, setup.rules);
    setup.faults = form_.word<FaultPolicy>({&here, "faults"}, message.faults());
    setup.remarks = message.remarks();
    setup.give_up_after =
        static_cast<int>(form_.number({&here, "give_up_after"}, message.give_up_after(), 0, MaxGiveUpAfter));
    form_.expect(message.has_sandbox(), {&here, "sandbox"}, "is missing");
    read_limits({&here, "limits"}, message.limits(), TimeLimitSettings, setup.limits);
    setup.sandbox = sandbox(here, message.sandbox());
    setup.allow_unsandboxed = message.sandbox().may_be_absent();
    setup.pin = message.pin();
    return setup;
  }

  void read_rules(const FieldPath& above, const units::Setup& message, Rules& rules) {
    form_.expect_count({&above, "rules"}, static_cast<std::size_t>(message.rules_size()), RulesOptions.size(),
                       RulesOptions.size());
    for (int i = 0; i < message.rules_size() && form_.ok(); ++i) {
      const units::Option& rule = message.rules(i);
      const FieldPath here{&above, "rules", static_cast<std::size_t>(i)};
      const RulesOption& option = RulesOptions[static_cast<std::size_t>(i)];
      if (rule.name() != option.name) {
        form_.refuse(here, fmt::format("must be the rules' option {}", option.name));
      } else if (!set_option(rules, option, rule.value())) {
        form_.refuse(here, fmt::format("{} must be {}", option.name, option_values(option)));
      }
    }
  }

  template <typename Config, typename Value, std::size_t Count>
  void read_limits(const FieldPath& above, const google::protobuf::RepeatedPtrField<units::Limit>& message,
                   const LimitSetting<Config, Value> (&settings)[Count], Config& config) {
    form_.expect_count(above, static_cast<std::size_t>(message.size()), Count, Count);
    for (int i = 0; i < message.size() && form_.ok(); ++i) {
      const LimitSetting<Config, Value>& setting = settings[i];
      const FieldPath here{&above, setting.key};
      form_.expect(message[i].key() == setting.key, here, "is missing");
      const std::uint64_t value = form_.number(here, message[i].value(), static_cast<std::uint64_t>(setting.least),
                                               static_cast<std::uint64_t>(setting.most));
      setting.set(config, static_cast<std::int64_t>(value));
    }
  }

  SandboxConfig sandbox(const FieldPath& above, const units::Sandbox& message) {
    const FieldPath here{&above, "sandbox"};
    SandboxConfig config;
    config.kind = form_.word<SandboxKind>({&here, "kind"}, message.kind());
    read_limits(here, message.limits(), SandboxLimits, config);
    form_.expect_count({&here, "readable"}, static_cast<std::size_t>(message.readable_size()), 0, MostListed);
    for (int i = 0; i < message.readable_size() && form_.ok(); ++i) {
      const FieldPath path{&here, "readable", static_cast<std::size_t>(i)};
      config.readable.emplace_back(form_.text(path, message.readable(i), LongestText));
      form_.expect(config.readable.back().is_absolute(), path, "must be an absolute path");
    }
    return config;
  }

  void add_bot(const units::Bot& message, Unit& unit) {
    const FieldPath here{&Top, "bots", unit.bots.size()};
    UnitBot bot;
    bot.id = form_.bot_id({&here, "id"}, message.id());
    form_.expect(unit.bots.empty() || unit.bots.back().id < bot.id, {&here, "id"}, "must be above the one before");
    bot.name = form_.line({&here, "name"}, message.name(), 1, MaxNameLength);
    bot.kind = form_.word<BotKind>({&here, "kind"}, message.kind());
    bot.artifact = form_.digits({&here, "artifact"}, message.artifact(), ArtifactDigits);
    bot.entry = form_.path({&here, "entry"}, message.entry());
    for (int i = 0; i < message.arguments_size() && form_.ok(); ++i) {
      const FieldPath at{&here, "arguments", static_cast<std::size_t>(i)};
      const units::Argument& argument = message.arguments(i);
      bot.arguments.push_back(
          {argument.in_artifact() ? form_.path(at, argument.text()) : form_.text(at, argument.text(), LongestText),
           argument.in_artifact()});
    }
    for (int i = 0; i < message.options_size() && form_.ok(); ++i) {
      const FieldPath at{&here, "options", static_cast<std::size_t>(i)};
      const units::Option& option = message.options(i);
      bot.options.emplace_back(form_.text(at, option.name(), LongestText), form_.text(at, option.value(), LongestText));
    }
    bot.trusted = message.trusted();
    read_limits({&here, "needs"}, message.needs(), BotNeedSettings, bot.needs);
    unit.bots.push_back(std::move(bot));
  }

  void add_board(const units::Board& message, Unit& unit) {
    const FieldPath here{&Top, "boards", unit.boards.size()};
    UnitBoard board;
    board.number = BoardNumber(message.number());
    const bool is_game = unit.setup.format == BoardFormat::Games;
    form_.expect_count({&here, "deals"}, static_cast<std::size_t>(message.deals_size()), 1,
                       is_game ? MostDealsOfBoard : 1);
    deals_ += static_cast<std::size_t>(message.deals_size());
    form_.expect(deals_ <= MostDealsOfUnit, {&here, "deals"}, "are too many in all");
    for (int i = 0; i < message.deals_size() && form_.ok(); ++i) {
      const std::optional<Deal> deal = unpack_deal(message.deals(i));
      form_.expect(deal.has_value(), {&here, "deals", static_cast<std::size_t>(i)}, "must be the 56 cards, each once");
      if (deal) board.deals.push_back(*deal);
    }
    const std::size_t seeds = 4 * static_cast<std::size_t>(unit.setup.tables);
    form_.expect_count({&here, "bot_seeds"}, static_cast<std::size_t>(message.bot_seeds_size()), seeds, seeds);
    for (int i = 0; i + 3 < message.bot_seeds_size() && form_.ok(); i += 4) {
      PerSeat<std::uint64_t>& table = board.bot_seeds.emplace_back();
      for (const Seat seat : AllSeats) table[seat] = message.bot_seeds(i + seat.number());
    }
    unit.boards.push_back(std::move(board));
  }

  void add_job(const units::Job& message, Unit& unit) {
    const FieldPath here{&Top, "jobs", unit.jobs.size()};
    UnitJob job;
    job.number = JobNumber(message.number());
    form_.expect(unit.jobs.empty() || unit.jobs.back().number < job.number, {&here, "number"},
                 "must be above the one before");
    job.board = form_.number({&here, "board"}, message.board(), 0, unit.boards.size());
    form_.expect(job.board < unit.boards.size(), {&here, "board"}, "must be one of the unit's boards");
    boards_.insert(job.board);
    form_.expect_count({&here, "bots"}, static_cast<std::size_t>(message.bots_size()), 4, 4);
    for (int i = 0; i < 4 && form_.ok(); ++i) {
      const FieldPath at{&here, "bots", static_cast<std::size_t>(i)};
      job.teams[static_cast<std::size_t>(i / 2)].bots[static_cast<std::size_t>(i % 2)] =
          known_bot(at, message.bots(i), unit);
    }
    form_.expect_count({&here, "given_up"}, static_cast<std::size_t>(message.given_up_size()), 0, 4);
    for (int i = 0; i < message.given_up_size() && form_.ok(); ++i) {
      const FieldPath at{&here, "given_up", static_cast<std::size_t>(i)};
      const BotId bot = known_bot(at, message.given_up(i), unit);
      form_.expect(job.given_up.empty() || job.given_up.back() < bot, at, "must be above the one before");
      form_.expect(std::any_of(job.teams.begin(), job.teams.end(),
                               [&](const Partnership& team) { return team.bots[0] == bot || team.bots[1] == bot; }),
                   at, "must be a bot of the job");
      job.given_up.push_back(bot);
    }
    unit.jobs.push_back(std::move(job));
  }

  BotId known_bot(const FieldPath& at, std::uint64_t number, const Unit& unit) {
    const BotId id = form_.bot_id(at, number);
    const bool is_known =
        std::any_of(unit.bots.begin(), unit.bots.end(), [id](const UnitBot& bot) { return bot.id == id; });
    form_.expect(is_known, at, "must be one of the unit's bots");
    return id;
  }

  MessageForm& form_;
  std::set<std::size_t> boards_;  ///< that jobs name
  std::size_t deals_ = 0;
};

constexpr FieldPath UnitDecoder::Top;

}  // namespace

std::string encode(const Unit& unit) {
  google::protobuf::Arena arena;
  auto& message = *google::protobuf::Arena::CreateMessage<units::Unit>(&arena);
  message.set_version(UnitMessagesVersion);
  message.set_tournament(unit.id.tournament);
  message.set_number(unit.id.number.value());
  encode_setup(unit.setup, *message.mutable_setup());
  for (const UnitBot& bot : unit.bots) encode_bot(bot, *message.add_bots());
  for (const UnitBoard& board : unit.boards) encode_board(board, *message.add_boards());
  for (const UnitJob& job : unit.jobs) encode_job(job, *message.add_jobs());
  message.set_least_speed(unit.least_speed);
  return serialized(message, unit_limits(), MostUnitBytes, "a unit");
}

OrInputError<Unit> decode_unit(std::string_view bytes, const std::string& from) {
  return parsed<Unit, units::Unit>(
      bytes, unit_limits(), MostUnitBytes, from,
      [](const units::Unit& message, MessageForm& form) { return UnitDecoder(form).unit(message); });
}

}  // namespace tichu::arena

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "arena/hosting/match/play_board.h"
#include "arena/record/packed_actions.h"
#include "arena/record/remark.h"
#include "arena/tournament/store/packed_parts.h"
#include "arena/workers/units/message_form.h"
#include "arena/workers/units/message_limits.h"
#include "arena/workers/units/serialized_message.h"
#include "arena/workers/units/unit_messages.h"
#include "arena/workers/units/units.pb.h"
#include "engine/event.h"

namespace tichu::arena {
namespace {

/// Of an event: head, fourteen cards, wish and Phoenix; there are never more than MostEvents.
constexpr std::size_t MostActionBytes = 17 * MostEvents;
/// What is kept of a bot's standard error and of its last messages.
constexpr std::size_t MostEvidence = 4096;
constexpr std::size_t LongestFaultText = 8192;
/// Four seats, each with remarks of 24 bytes.
constexpr std::size_t MostRemarksOfRound = 4096;
constexpr std::uint64_t MostDecisions = std::uint64_t{1} << 40;

void encode_fault(const SeatFault& fault, units::Fault& message) {
  message.set_seat(static_cast<std::uint32_t>(fault.seat.number()));
  message.set_kind(std::string(to_text(fault.fault.kind)));
  message.set_text(fault.fault.text);
  message.set_stderr_tail(fault.fault.stderr_tail);
  if (fault.question) message.set_question(std::string(to_text(*fault.question)));
  message.set_sent(fault.exchange.sent);
  message.set_received(fault.exchange.received);
  message.set_actions(static_cast<std::uint32_t>(fault.actions));
}

void encode_time(const TimeSums& time, units::Time& message) {
  message.set_decisions(time.decisions);
  message.set_total_ns(static_cast<std::uint64_t>(time.total.count()));
  message.set_longest_ns(static_cast<std::uint64_t>(time.longest.count()));
}

void encode_round(const PlayedRound& round, units::PlayedRound& message) {
  message.set_actions(pack_actions(round.actions));
  if (round.result) pack_result(*round.result, *message.mutable_result());
  for (const RecordedRemark& remark : round.remarks) pack_remark(remark, *message.add_remarks());
  for (const SeatFault& fault : round.faults) encode_fault(fault, *message.add_faults());
  message.set_forfeited(round.forfeited);
}

void encode_job(const PlayedJob& job, units::PlayedJob& message) {
  message.set_number(job.number.value());
  for (const std::vector<PlayedRound>& table : job.tables) {
    units::PlayedTable& encoded = *message.add_tables();
    for (const PlayedRound& round : table) encode_round(round, *encoded.add_rounds());
  }
  for (const TimeSums& time : job.think_time) encode_time(time, *message.add_times());
}

void encode_usage(const BotUsage& usage, units::Usage& message) {
  message.set_bot(static_cast<std::uint32_t>(usage.bot));
  encode_time(usage.time, *message.mutable_time());
  message.set_counts(usage.time.counts.text());
  message.set_processor_ns(static_cast<std::uint64_t>(usage.resources.processor.count()));
  message.set_peak_memory(usage.resources.peak_memory);
  message.set_starts(usage.resources.starts);
  message.set_pondering_ns(static_cast<std::uint64_t>(usage.resources.pondering.count()));
}

const MessageLimits& result_limits() {
  static const MessageLimits result{3};
  static const MessageLimits remark{7};
  static const MessageLimits fault{8};
  static const MessageLimits time{3};
  static const MessageLimits failure{2};
  static const MessageLimits round{
      5, {{2, {"result", &result, 1}}, {3, {"remarks", &remark, MostRemarksOfRound}}, {4, {"faults", &fault, 4}}}};
  static const MessageLimits table{1, {{1, {"rounds", &round, MostRoundsOfGame}}}};
  static const MessageLimits job{3, {{2, {"tables", &table, MaxTables}}, {3, {"times", &time, 2}}}};
  static const MessageLimits usage{7, {{2, {"time", &time, 1}}}};
  static const MessageLimits limits{
      7, {{4, {"jobs", &job, MostJobsOfUnit}}, {5, {"usage", &usage, MostBotsOfUnit}}, {6, {"failure", &failure, 1}}}};
  return limits;
}

/// Reads the message of a result.
class ResultDecoder {
 public:
  explicit ResultDecoder(MessageForm& form) : form_(form) {}

  UnitResult result(const units::UnitResult& message) {
    UnitResult result;
    result.id = form_.unit_id(top_, message.tournament(), message.unit());
    result.jobs.reserve(static_cast<std::size_t>(message.jobs_size()));
    for (int i = 0; i < message.jobs_size() && form_.ok(); ++i) add_job(message.jobs(i), result);
    for (int i = 0; i < message.usage_size() && form_.ok(); ++i) add_usage(message.usage(i), result);
    result.elapsed = form_.nanoseconds({&top_, "elapsed_ns"}, message.elapsed_ns());
    if (message.has_failure()) result.failure = failure(message.failure());
    form_.expect(result.failure.has_value() == result.jobs.empty(), {&top_, "jobs"},
                 "a unit has either jobs or a failure");
    return result;
  }

 private:
  UnitFailure failure(const units::Failure& message) {
    const FieldPath here{&top_, "failure"};
    return {form_.word<UnitFailureKind>({&here, "kind"}, message.kind()),
            form_.line({&here, "text"}, message.text(), 0, MostEvidence)};
  }

  void add_job(const units::PlayedJob& message, UnitResult& result) {
    const FieldPath here{&top_, "jobs", result.jobs.size()};
    PlayedJob& job = result.jobs.emplace_back();
    job.number = JobNumber(message.number());
    form_.expect_count({&here, "tables"}, static_cast<std::size_t>(message.tables_size()), 1, MaxTables);
    job.tables.reserve(static_cast<std::size_t>(message.tables_size()));
    for (int i = 0; i < message.tables_size() && form_.ok(); ++i) {
      add_table({&here, "tables", static_cast<std::size_t>(i)}, message.tables(i), job);
    }
    form_.expect_count({&here, "times"}, static_cast<std::size_t>(message.times_size()), 2, 2);
    for (int i = 0; i < 2 && form_.ok(); ++i) {
      job.think_time[static_cast<std::size_t>(i)] =
          time({&here, "times", static_cast<std::size_t>(i)}, message.times(i));
    }
  }

  void add_table(const FieldPath& here, const units::PlayedTable& message, PlayedJob& job) {
    form_.expect_count({&here, "rounds"}, static_cast<std::size_t>(message.rounds_size()), 1, MostRoundsOfGame);
    std::vector<PlayedRound>& rounds = job.tables.emplace_back();
    rounds.reserve(static_cast<std::size_t>(message.rounds_size()));
    for (int i = 0; i < message.rounds_size() && form_.ok(); ++i) {
      read_round({&here, "rounds", static_cast<std::size_t>(i)}, message.rounds(i), rounds.emplace_back());
    }
  }

  void read_round(const FieldPath& here, const units::PlayedRound& message, PlayedRound& round) {
    form_.expect(message.actions().size() <= MostActionBytes, {&here, "actions"}, "are more than a round can have");
    if (!form_.ok()) return;
    std::optional<std::vector<RecordedAction>> actions = unpack_actions(message.actions());
    form_.expect(actions.has_value(), {&here, "actions"}, "are no events of a round");
    if (actions) round.actions = std::move(*actions);
    if (message.has_result()) round.result = recorded_result({&here, "result"}, message.result());
    for (int i = 0; i < message.remarks_size() && form_.ok(); ++i) {
      add_remark({&here, "remarks", static_cast<std::size_t>(i)}, message.remarks(i), round);
    }
    for (int i = 0; i < message.faults_size() && form_.ok(); ++i) {
      add_fault({&here, "faults", static_cast<std::size_t>(i)}, message.faults(i), round);
    }
    round.forfeited = message.forfeited();
    form_.expect(!round.forfeited || !round.faults.empty(), {&here, "forfeited"}, "needs a fault");
  }

  RecordedResult recorded_result(const FieldPath& here, const tichu::store::Result& message) {
    form_.expect(message.has_out() && message.out().size() <= 4, {&here, "out"}, "must be up to four seats");
    form_.expect_count({&here, "cards"}, static_cast<std::size_t>(message.cards_size()), 2, 2);
    form_.expect_count({&here, "score"}, static_cast<std::size_t>(message.score_size()), 2, 2);
    for (const char seat : message.out()) form_.expect(seat >= 0 && seat < 4, {&here, "out"}, "must be seats 0 to 3");
    const auto is_possible = [](std::int32_t points) {
      return points >= -MostRecordedPoints && points <= MostRecordedPoints;
    };
    form_.expect(std::all_of(message.cards().begin(), message.cards().end(), is_possible) &&
                     std::all_of(message.score().begin(), message.score().end(), is_possible),
                 {&here, "score"}, "must be possible points");
    return form_.ok() ? unpack_result(message) : RecordedResult{};
  }

  void add_remark(const FieldPath& here, const tichu::store::Remark& message, PlayedRound& round) {
    form_.number({&here, "seat"}, message.seat(), 0, 3);
    form_.number({&here, "question"}, message.question(), 0, WordsOf<Question>.size() - 1);
    form_.number({&here, "after"}, message.after(), 0, MostEvents);
    form_.expect(message.moves_size() == message.probabilities_size(), {&here, "moves"},
                 "must be as many as probabilities");
    if (!form_.ok()) return;
    round.remarks.push_back(unpack_remark(message));
    const Remark& remark = round.remarks.back().remark;
    if (const std::string wrong = what_is_not_kept(remark); !wrong.empty()) form_.refuse(here, "has " + wrong);
    form_.expect(!remark.empty(), here, "says nothing");
  }

  void add_fault(const FieldPath& here, const units::Fault& message, PlayedRound& round) {
    SeatFault fault;
    const std::uint64_t seat = form_.number({&here, "seat"}, message.seat(), 0, 3);
    fault.fault.kind = form_.word<FaultKind>({&here, "kind"}, message.kind());
    fault.fault.text = form_.line({&here, "text"}, message.text(), 0, LongestFaultText);
    fault.fault.stderr_tail = form_.bytes({&here, "stderr_tail"}, message.stderr_tail(), MostEvidence);
    if (!message.question().empty()) fault.question = form_.word<Question>({&here, "question"}, message.question());
    fault.exchange.sent = form_.bytes({&here, "sent"}, message.sent(), MostEvidence);
    fault.exchange.received = form_.bytes({&here, "received"}, message.received(), MostEvidence);
    fault.actions = form_.number({&here, "actions"}, message.actions(), 0, MostEvents);
    if (!form_.ok()) return;
    fault.seat = Seat(static_cast<int>(seat));
    round.faults.push_back(std::move(fault));
  }

  TimeSums time(const FieldPath& here, const units::Time& message) {
    TimeSums time;
    time.decisions = form_.number({&here, "decisions"}, message.decisions(), 0, MostDecisions);
    time.total = form_.nanoseconds({&here, "total_ns"}, message.total_ns());
    time.longest = form_.nanoseconds({&here, "longest_ns"}, message.longest_ns());
    form_.expect(time.longest <= time.total, {&here, "longest_ns"}, "must be at most total_ns");
    form_.expect(time.decisions > 0 || time.total.count() == 0, {&here, "total_ns"}, "is of no decision");
    return time;
  }

  void add_usage(const units::Usage& message, UnitResult& result) {
    const FieldPath here{&top_, "usage", result.usage.size()};
    BotUsage usage;
    usage.bot = form_.bot_id({&here, "bot"}, message.bot());
    const auto is_known = [&](const BotUsage& other) { return other.bot == usage.bot; };
    form_.expect(std::none_of(result.usage.begin(), result.usage.end(), is_known), {&here, "bot"},
                 "stands there twice");
    static_cast<TimeSums&>(usage.time) = time({&here, "time"}, message.time());
    const std::optional<TimeCounts> counts = TimeCounts::from(message.counts());
    const bool is_sound = counts && counts->text() == message.counts() && counts->total() == usage.time.decisions;
    form_.expect(is_sound, {&here, "counts"}, "must be numbers of classes and counts, as many as decisions");
    if (is_sound) usage.time.counts = *counts;
    usage.resources.processor = form_.nanoseconds({&here, "processor_ns"}, message.processor_ns());
    usage.resources.peak_memory =
        form_.number({&here, "peak_memory"}, message.peak_memory(), 0, std::uint64_t{1} << 48);
    usage.resources.starts = form_.number({&here, "starts"}, message.starts(), 0, std::uint64_t{1} << 32);
    usage.resources.pondering = form_.nanoseconds({&here, "pondering_ns"}, message.pondering_ns());
    result.usage.push_back(usage);
  }

  const FieldPath top_{};
  MessageForm& form_;
};

}  // namespace

std::string encode(const UnitResult& result) {
  units::UnitResult message;
  message.set_version(UnitMessagesVersion);
  message.set_tournament(result.id.tournament);
  message.set_unit(result.id.number.value());
  for (const PlayedJob& job : result.jobs) encode_job(job, *message.add_jobs());
  for (const BotUsage& usage : result.usage) encode_usage(usage, *message.add_usage());
  if (result.failure) {
    message.mutable_failure()->set_kind(std::string(to_text(result.failure->kind)));
    message.mutable_failure()->set_text(result.failure->text);
  }
  message.set_elapsed_ns(static_cast<std::uint64_t>(result.elapsed.count()));
  return serialized(message, result_limits(), MostResultBytes, "a result");
}

OrInputError<UnitResult> decode_result(std::string_view bytes, const std::string& from) {
  return parsed<UnitResult, units::UnitResult>(
      bytes, result_limits(), MostResultBytes, from,
      [](const units::UnitResult& message, MessageForm& form) { return ResultDecoder(form).result(message); });
}

}  // namespace tichu::arena

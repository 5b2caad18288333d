#include "arena/workers/units/result_messages.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "arena/record/packed_actions.h"
#include "arena/record/remark.h"
#include "arena/tournament/store/packed_parts.h"
#include "engine/event.h"

namespace tichu::arena {
namespace {

/// Of an event: head, fourteen cards, wish and Phoenix; there are never more than MostEvents.
constexpr std::size_t MostActionBytes = 17 * MostEvents;
/// What is kept of a bot's standard error and of its last messages.
constexpr std::size_t MostEvidence = 4096;
/// A broker may take messages of 600 KiB alone.
constexpr std::size_t MostOutputOfUnit = std::size_t{512} << 10;
constexpr std::size_t LongestFaultText = 8192;
constexpr std::uint64_t MostDecisions = std::uint64_t{1} << 40;
constexpr std::uint64_t NanosecondsOfAYear = 365ULL * 24 * 3600 * 1'000'000'000;

void add_fault(const SeatFault& fault, units::Fault& message) {
  message.set_seat(static_cast<std::uint32_t>(fault.seat.number()));
  message.set_kind(std::string(to_text(fault.fault.kind)));
  message.set_text(fault.fault.text);
  message.set_stderr_tail(fault.fault.stderr_tail);
  if (fault.question) message.set_question(std::string(to_text(*fault.question)));
  message.set_sent(fault.exchange.sent);
  message.set_received(fault.exchange.received);
  message.set_actions(static_cast<std::uint32_t>(fault.actions));
}

void add_time(const TimeSums& time, units::Time& message) {
  message.set_decisions(time.decisions);
  message.set_total_ns(static_cast<std::uint64_t>(time.total.count()));
  message.set_longest_ns(static_cast<std::uint64_t>(time.longest.count()));
}

RecordedResult recorded_result(const tichu::store::Result& message, MessageForm& form) {
  const auto is_seat = [](char seat) { return seat >= 0 && seat < 4; };
  const auto is_possible = [](std::int32_t points) {
    return points >= -MostRecordedPoints && points <= MostRecordedPoints;
  };
  form.expect(message.has_out() && message.out().size() <= 4 &&
                  std::all_of(message.out().begin(), message.out().end(), is_seat),
              "result.out", "must be up to four seats");
  form.expect(message.cards_size() == 2 && message.score_size() == 2 &&
                  std::all_of(message.cards().begin(), message.cards().end(), is_possible) &&
                  std::all_of(message.score().begin(), message.score().end(), is_possible),
              "result.score", "must be possible points of two teams");
  return form.ok() ? unpack_result(message) : RecordedResult{};
}

RecordedRemark recorded_remark(const tichu::store::Remark& message, MessageForm& form) {
  form.number("remarks.seat", message.seat(), 0, 3);
  form.number("remarks.question", message.question(), 0, WordsOf<Question>.size() - 1);
  form.number("remarks.after", message.after(), 0, MostEvents);
  form.expect(message.moves_size() == message.probabilities_size(), "remarks.moves",
              "must be as many as probabilities");
  if (!form.ok()) return {};
  RecordedRemark recorded = unpack_remark(message);
  if (const std::string wrong = what_is_not_kept(recorded.remark); !wrong.empty()) {
    form.expect(false, "remarks", "has " + wrong);
  }
  form.expect(!recorded.remark.empty(), "remarks", "says nothing");
  return recorded;
}

SeatFault seat_fault(const units::Fault& message, MessageForm& form) {
  SeatFault fault;
  form.line("faults.text", message.text(), LongestFaultText);
  for (const std::string* evidence : {&message.stderr_tail(), &message.sent(), &message.received()}) {
    form.bytes("faults", *evidence, MostEvidence);
  }
  fault.fault = {form.word<FaultKind>("faults.kind", message.kind()), message.text(), message.stderr_tail()};
  if (!message.question().empty()) fault.question = form.word<Question>("faults.question", message.question());
  fault.exchange = {message.sent(), message.received()};
  fault.actions = form.number("faults.actions", message.actions(), 0, MostEvents);
  form.number("faults.seat", message.seat(), 0, 3);
  if (form.ok()) fault.seat = Seat(static_cast<int>(message.seat()));
  return fault;
}

}  // namespace

void add_board(units::UnitResult& result, JobNumber job, const BoardOutcome& outcome) {
  units::PlayedJob& played = *result.add_jobs();
  played.set_number(job.value());
  std::array<TimeSums, 2> times;
  for (const TableOutcome& table : outcome.tables) {
    units::PlayedTable& rounds = *played.add_tables();
    const bool is_silent = std::ranges::all_of(AllSeats, [&](Seat seat) { return table.output[seat].empty(); });
    for (const Seat seat : AllSeats) {
      if (!is_silent) rounds.add_output(table.output[seat]);
    }
    for (const RoundOutcome& round : table.rounds) {
      units::PlayedRound& message = *rounds.add_rounds();
      message.set_actions(pack_actions(round.record.actions));
      if (round.record.result) pack_result(*round.record.result, *message.mutable_result());
      for (const RecordedRemark& remark : round.record.remarks) pack_remark(remark, *message.add_remarks());
      for (const SeatFault& fault : round.faults) add_fault(fault, *message.add_faults());
      message.set_forfeited(round.record.failure.has_value());
      for (const Seat seat : AllSeats) {
        times[static_cast<std::size_t>(partnership_of(seat, table.seating))] += round.think_time[seat];
      }
    }
  }
  for (const TimeSums& time : times) add_time(time, *played.add_times());
}

void add_usage(units::UnitResult& result, const BotUsage& usage) {
  units::Usage& message = *result.add_usage();
  message.set_bot(static_cast<std::uint32_t>(usage.bot));
  add_time(usage.time, *message.mutable_time());
  message.set_counts(usage.time.counts.text());
  message.set_processor_ns(static_cast<std::uint64_t>(usage.resources.processor.count()));
  message.set_peak_memory(usage.resources.peak_memory);
  message.set_starts(usage.resources.starts);
  message.set_retries(usage.time.retries);
  message.set_pondering_ns(static_cast<std::uint64_t>(usage.resources.pondering.count()));
}

void bound_output(units::UnitResult& result) {
  std::vector<std::string*> texts;
  for (units::PlayedJob& job : *result.mutable_jobs()) {
    for (units::PlayedTable& table : *job.mutable_tables()) {
      for (std::string& text : *table.mutable_output()) texts.push_back(&text);
    }
  }
  const auto bytes = [&](std::size_t most) {
    std::size_t sum = 0;
    for (const std::string* text : texts) sum += std::min(text->size(), most);
    return sum;
  };
  std::size_t most = MostEvidence;
  while (bytes(most) > MostOutputOfUnit) most /= 2;
  for (std::string* text : texts) {
    if (text->size() > most) text->erase(0, text->size() - most);
  }
}

PerSeat<std::string> output_of_table(const units::PlayedTable& message, MessageForm& form) {
  PerSeat<std::string> output;
  form.expect(message.output().empty() || message.output_size() == 4, "output", "must be of four seats");
  for (const std::string& text : message.output()) form.bytes("output", text, MostEvidence);
  if (!form.ok() || message.output().empty()) return output;
  for (const Seat seat : AllSeats) output[seat] = message.output(seat.number());
  return output;
}

PlayedRound played_round(const units::PlayedRound& message, MessageForm& form) {
  PlayedRound round;
  form.expect(message.actions().size() <= MostActionBytes, "actions", "are more than a round can have");
  if (!form.ok()) return round;
  std::optional<std::vector<RecordedAction>> actions = unpack_actions(message.actions());
  form.expect(actions.has_value(), "actions", "are no events of a round");
  if (actions) round.actions = std::move(*actions);
  if (message.has_result()) round.result = recorded_result(message.result(), form);
  round.remarks.reserve(static_cast<std::size_t>(message.remarks_size()));
  for (const auto& remark : message.remarks()) {
    if (form.ok()) round.remarks.push_back(recorded_remark(remark, form));
  }
  for (const auto& fault : message.faults()) {
    if (form.ok()) round.faults.push_back(seat_fault(fault, form));
  }
  round.forfeited = message.forfeited();
  form.expect(!round.forfeited || !round.faults.empty(), "forfeited", "needs a fault");
  return round;
}

TimeSums time_sums(const units::Time& message, MessageForm& form) {
  TimeSums time;
  time.decisions = form.number("decisions", message.decisions(), 0, MostDecisions);
  time.total = nanoseconds("total_ns", message.total_ns(), form);
  time.longest = nanoseconds("longest_ns", message.longest_ns(), form);
  form.expect(time.longest <= time.total, "longest_ns", "must be at most total_ns");
  form.expect(time.decisions > 0 || time.total.count() == 0, "total_ns", "is of no decision");
  return time;
}

BotUsage bot_usage(const units::Usage& message, MessageForm& form) {
  BotUsage usage;
  usage.bot = static_cast<BotId>(form.number("bot", message.bot(), 0, UINT16_MAX));
  static_cast<TimeSums&>(usage.time) = time_sums(message.time(), form);
  const std::optional<TimeCounts> counts = TimeCounts::from(message.counts());
  const bool is_sound = counts && counts->text() == message.counts() && counts->total() == usage.time.decisions;
  form.expect(is_sound, "counts", "must be numbers of classes and counts, as many as decisions");
  if (is_sound) usage.time.counts = *counts;
  usage.time.retries = form.number("retries", message.retries(), 0, MostDecisions);
  usage.resources.processor = nanoseconds("processor_ns", message.processor_ns(), form);
  usage.resources.peak_memory = form.number("peak_memory", message.peak_memory(), 0, std::uint64_t{1} << 48);
  usage.resources.starts = form.number("starts", message.starts(), 0, std::uint64_t{1} << 32);
  // It may be known later than the processor time that it is part of.
  usage.resources.pondering =
      std::min(nanoseconds("pondering_ns", message.pondering_ns(), form), usage.resources.processor);
  return usage;
}

std::chrono::nanoseconds nanoseconds(std::string_view field, std::uint64_t value, MessageForm& form) {
  return std::chrono::nanoseconds(form.number(field, value, 0, NanosecondsOfAYear));
}

}  // namespace tichu::arena

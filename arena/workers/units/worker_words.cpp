#include "arena/workers/units/worker_words.h"

#include <algorithm>
#include <utility>

#include "arena/workers/units/message_form.h"
#include "arena/workers/units/message_shape.h"
#include "arena/workers/units/sealed_message.h"
#include "arena/workers/units/unit_messages.h"
#include "arena/workers/units/units.pb.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestLine = 1024;
constexpr std::size_t MostUnderWay = 256;
constexpr double MostOfNumbers = 1e12;

/// Of messages by which two versions find out about each other.
const MessageShape& plain_shape() {
  static const MessageShape shape{MostFields};
  return shape;
}

const MessageShape& beat_shape() {
  static const MessageShape under_way{3};
  static const MessageShape shape{8, {{6, {"under_way", &under_way, MostUnderWay}}}};
  return shape;
}

std::string worker_name(MessageForm& form, const FieldPlace& place, const std::string& name) {
  form.expect(is_worker_name(name), place, "must be letters, digits, '_' and '-', 1 to 32 of them");
  return form.ok() ? name : std::string();
}

WorkerHello hello_of(const units::Hello& message, MessageForm& form) {
  const FieldPlace top;
  WorkerHello hello;
  hello.version = message.version();
  hello.worker = worker_name(form, {&top, "worker"}, message.worker());
  hello.build = form.line({&top, "build"}, message.build(), 1, LongestLine);
  hello.machine = form.line({&top, "machine"}, message.machine(), 0, LongestLine);
  hello.cores = static_cast<std::uint32_t>(form.number({&top, "cores"}, message.cores(), 1, 65'536));
  hello.speed = form.real({&top, "speed"}, message.speed(), 0, MostOfNumbers);
  hello.memory_mb = form.number({&top, "memory_mb"}, message.memory_mb(), 0, std::uint64_t{1} << 40);
  hello.sandbox = form.line({&top, "sandbox"}, message.sandbox(), 1, LongestLine);
  return hello;
}

WorkerBeat beat_of(const units::Beat& message, MessageForm& form) {
  const FieldPlace top;
  WorkerBeat beat;
  beat.worker = worker_name(form, {&top, "worker"}, message.worker());
  beat.number = message.number();
  beat.load = form.real({&top, "load"}, message.load(), 0, MostOfNumbers);
  beat.slots = static_cast<std::uint32_t>(form.number({&top, "slots"}, message.slots(), 0, 65'536));
  for (int i = 0; i < message.under_way_size() && form.ok(); ++i) {
    const FieldPlace here{&top, "under_way", static_cast<std::size_t>(i)};
    const units::UnderWay& unit = message.under_way(i);
    beat.under_way.push_back(form.unit_id(here, unit.tournament(), unit.unit(), unit.attempt()));
  }
  beat.units = message.units();
  beat.draining = message.draining();
  return beat;
}

LeaderWord word_of(const units::Word& message, MessageForm& form) {
  const FieldPlace top;
  LeaderWord word;
  word.kind = form.word<LeaderWordKind>({&top, "kind"}, message.kind());
  word.text = form.line({&top, "text"}, message.text(), 0, LongestLine);
  word.oldest = form.line({&top, "oldest"}, message.oldest(), 0, LongestLine);
  return word;
}

}  // namespace

bool is_worker_name(std::string_view name) {
  return !name.empty() && name.size() <= LongestWorkerName && std::all_of(name.begin(), name.end(), [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
  });
}

std::string encode(const WorkerHello& hello) {
  units::Hello message;
  message.set_version(hello.version);
  message.set_worker(hello.worker);
  message.set_build(hello.build);
  message.set_machine(hello.machine);
  message.set_cores(hello.cores);
  message.set_speed(hello.speed);
  message.set_memory_mb(hello.memory_mb);
  message.set_sandbox(hello.sandbox);
  return sealed(message, plain_shape(), MostWordBytes, "a hello");
}

std::string encode(const WorkerBeat& beat) {
  units::Beat message;
  message.set_version(UnitMessagesVersion);
  message.set_worker(beat.worker);
  message.set_number(beat.number);
  message.set_load(beat.load);
  message.set_slots(beat.slots);
  for (const UnitId& unit : beat.under_way) {
    units::UnderWay& encoded = *message.add_under_way();
    encoded.set_tournament(unit.tournament);
    encoded.set_unit(unit.number.value());
    encoded.set_attempt(unit.attempt);
  }
  message.set_units(beat.units);
  message.set_draining(beat.draining);
  return sealed(message, beat_shape(), MostWordBytes, "a beat");
}

std::string encode(const LeaderWord& word) {
  units::Word message;
  message.set_version(UnitMessagesVersion);
  message.set_kind(std::string(to_text(word.kind)));
  message.set_text(word.text);
  message.set_oldest(word.oldest);
  return sealed(message, plain_shape(), MostWordBytes, "a word");
}

OrInputError<WorkerHello> decode_hello(std::string_view bytes, const std::string& from) {
  return opened<WorkerHello, units::Hello>(bytes, plain_shape(), MostWordBytes, from, hello_of, TakenVersions::Any);
}

OrInputError<WorkerBeat> decode_beat(std::string_view bytes, const std::string& from) {
  return opened<WorkerBeat, units::Beat>(bytes, beat_shape(), MostWordBytes, from, beat_of);
}

OrInputError<LeaderWord> decode_word(std::string_view bytes, const std::string& from) {
  return opened<LeaderWord, units::Word>(bytes, plain_shape(), MostWordBytes, from, word_of, TakenVersions::Any);
}

}  // namespace tichu::arena

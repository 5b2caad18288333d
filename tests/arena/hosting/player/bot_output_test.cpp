// Whatever bytes a bot writes, the arena takes them for an answer or names a fault: in memory, and from a process.

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/player/answer_reading.h"
#include "arena/hosting/player/program_player.h"
#include "engine/random.h"
#include "protocol/arena_conversation.h"
#include "protocol/bot_conversation.h"
#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/temporary_folder.h"
#include "tests/bots/first_play.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using protocol::ArenaConversation;

constexpr std::uint64_t Seed = 20260;
constexpr int Streams = 10'000;
constexpr std::array<Question, 6> Questions{Question::GrandTichu, Question::Tichu, Question::Push,
                                            Question::Turn,       Question::Bomb,  Question::GiveDragon};

std::size_t below(Random& random, std::size_t bound) { return random.below(static_cast<std::uint32_t>(bound)); }

/// A seat that is asked for its first turn.
const Observation& leading_seat() {
  class Silent : public Player {
   public:
    tl::expected<void, Fault> sit_down(const SeatSetup&) override { return {}; }
    void begin_round(const Observation&) override {}
    void tell(const SeenEvent&, const Observation&) override {}
    tl::expected<TimedAnswer, Fault> ask(Question, const Observation&, std::chrono::milliseconds) override {
      return TimedAnswer{};
    }
  };
  static Silent silent;
  static tests::SeatAtDeal seat(silent);
  static const bool asked = (seat.ask_turn(), true);
  (void)asked;
  return seat.seen();
}

std::string greeting() {
  protocol::BotConversation bot;
  return std::string(bot.greet({protocol::ProtocolVersion, "fuzzed", "1", false}));
}

/// A well-formed answer to the first request; every other one plays any cards.
std::string valid_answer(Question question, Random& random) {
  protocol::BotConversation bot;
  Answer answer = tests::first_play(question, leading_seat());
  const bool takes_cards = question == Question::Turn || question == Question::Bomb;
  if (takes_cards && random.below(2) == 0) {
    answer.action.play.cards = CardSet(random.next() & random.next() & random.next() & CardSet::deck().bits());
  }
  return std::string(bot.answer(1, answer));
}

std::string noise(Random& random) {
  std::string bytes;
  for (std::size_t left = 1 + below(random, 300); left > 0; --left) bytes.push_back(static_cast<char>(random.next()));
  return bytes;
}

void mutate_once(std::string& bytes, Random& random) {
  if (bytes.empty()) bytes.push_back(static_cast<char>(random.next()));
  const std::size_t place = below(random, bytes.size());
  const std::size_t length = 1 + below(random, bytes.size() - place);
  switch (random.below(6)) {
    case 0:
      bytes[place] = static_cast<char>(bytes[place] ^ (1 << random.below(8)));
      break;
    case 1:
      bytes[place] = static_cast<char>(random.next());
      break;
    case 2:
      bytes.erase(place, length);
      break;
    case 3:
      bytes.insert(place, bytes.substr(place, length));
      break;
    case 4:
      bytes.insert(place, 1, static_cast<char>(random.next()));
      break;
    default:
      bytes.resize(place);
  }
}

std::string mutated(std::string bytes, Random& random) {
  for (std::uint32_t times = 1 + random.below(4); times > 0; --times) mutate_once(bytes, random);
  return bytes;
}

/// How often each thing came of a stream.
struct Outcomes {
  int answers = 0;
  int faults = 0;
  int violations = 0;
  int incomplete = 0;
};

/// Feeds a stream in random pieces, as it might come through a pipe, until it is decided what it is.
protocol::Received receive_in_pieces(ArenaConversation& conversation, std::string_view bytes, Random& random) {
  protocol::Received received = protocol::Incomplete{};
  while (!bytes.empty() && std::holds_alternative<protocol::Incomplete>(received)) {
    const std::size_t size = 1 + below(random, bytes.size());
    received = conversation.receive(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return received;
}

void count(const protocol::Received& received, Question question, const ArenaConversation& conversation,
           Outcomes& outcomes) {
  if (const auto* violation = std::get_if<protocol::Violation>(&received)) {
    EXPECT_FALSE(violation->text.empty());
    EXPECT_GE(conversation.state(), ArenaConversation::State::Misread);
    ++outcomes.violations;
  } else if (const auto* answer = std::get_if<Answer>(&received)) {
    const tl::expected<Answer, Fault> read = read_answer(question, *answer, leading_seat());
    EXPECT_TRUE(read || !read.error().text.empty());
    ++(read ? outcomes.answers : outcomes.faults);
  } else {
    ++outcomes.incomplete;
  }
}

/// What comes of `stream` as the greeting (every eighth time) or as the answer to a question.
void feed(int number, const std::string& stream, Random& random, Outcomes& outcomes) {
  ArenaConversation conversation("test");
  conversation.greet();
  const Question question = Questions[static_cast<std::size_t>(number) % Questions.size()];
  if (number % 8 != 0) {
    ASSERT_TRUE(std::holds_alternative<protocol::BotHello>(conversation.receive(greeting())));
    conversation.ask(question, leading_seat(), 1s);
  }
  count(receive_in_pieces(conversation, stream, random), question, conversation, outcomes);
}

std::string stream_of(bool is_noise, int number, Random& random) {
  if (is_noise) return noise(random);
  const Question question = Questions[static_cast<std::size_t>(number) % Questions.size()];
  return mutated(number % 8 == 0 ? greeting() : valid_answer(question, random), random);
}

class BotOutput : public testing::TestWithParam<bool> {};

TEST_P(BotOutput, OfAnyBytesIsAnAnswerOrANamedFault) {
  Random random(Seed, GetParam() ? 1 : 2);
  Outcomes outcomes;
  std::size_t memory = 0;
  for (int number = 0; number < Streams; ++number) {
    // The first streams fill the caches of the libraries.
    if (number == Streams / 10) memory = ::mallinfo2().uordblks;
    feed(number, stream_of(GetParam(), number, random), random, outcomes);
  }
  EXPECT_LE(::mallinfo2().uordblks, memory + 64 * 1024);
  EXPECT_GT(outcomes.violations, 0);
  EXPECT_GT(outcomes.incomplete, 0);
  if (!GetParam()) {
    EXPECT_GT(outcomes.answers, 0);
    EXPECT_GT(outcomes.faults, 0);
  }
}

/// A program that writes the file's bytes, reads what comes, and ends at the end of its input. Who closes its output is
/// waited for, since most such are about to end.
BotSpec writer_of(const std::filesystem::path& file, bool closes_output) {
  BotSpec spec;
  spec.name = "writer";
  spec.kind = BotKind::Program;
  spec.path = "/bin/sh";
  spec.arguments = {"-c", "cat " + file.string() + (closes_output ? "" : "; exec 3>&1") + "; exec cat >/dev/null"};
  spec.trusted = true;
  return spec;
}

TEST_P(BotOutput, OfAProcessIsAnAnswerOrANamedFault) {
  constexpr int Processes = 150;
  const TemporaryFolder folder;
  Random random(Seed, GetParam() ? 3 : 4);
  for (int number = 0; number < Processes; ++number) {
    std::string stream = stream_of(GetParam(), number, random);
    if (number % 8 != 0) stream.insert(0, number % 2 == 0 ? greeting() : mutated(greeting(), random));
    folder.write("stream", stream);
    ProgramPlayer player(writer_of(folder.path() / "stream", number % 15 == 1),
                         {.start = 10s, .handshake = 20ms, .shutdown = 10s});
    const auto seated = player.sit_down({});
    if (!seated) {
      EXPECT_FALSE(seated.error().text.empty());
      continue;
    }
    const tl::expected<TimedAnswer, Fault> said = player.ask(Question::Turn, leading_seat(), 20ms);
    EXPECT_TRUE(said || !said.error().text.empty());
  }
  EXPECT_TRUE(tests::all_gone(folder.path().string()));
  EXPECT_FALSE(tests::has_zombie_child());
}

INSTANTIATE_TEST_SUITE_P(Each, BotOutput, testing::Bool(),
                         [](const auto& tested) { return std::string(tested.param ? "noise" : "mutated"); });

}  // namespace
}  // namespace tichu::arena

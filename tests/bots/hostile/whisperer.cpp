// Tells its partner which of eight cards it holds, through a covert channel, and looks for what others have left there:
// of every second board its partner, of the others those of the table before. Says in the remark on its push what it
// saw: "now 01000010" or "before 00000000". It looks once for each board, since looking may leave a sign as well.
//   whisperer CHANNEL BOARDS    stands in a folder as covert_channels.h describes, with eight bits for each board

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "tests/bots/covert_channels.h"
#include "tests/bots/playing_program.h"

namespace tichu::tests {
namespace {

constexpr std::array<Card, 8> Told{Card::dragon(),
                                   Card::phoenix(),
                                   Card::mahjong(),
                                   Card::dog(),
                                   Card(Rank::Ace, Suit::Jade),
                                   Card(Rank::Ace, Suit::Sword),
                                   Card(Rank::Ace, Suit::Pagoda),
                                   Card(Rank::Ace, Suit::Star)};

class Whisperer : public PlayingProgram {
 public:
  Whisperer(std::unique_ptr<CovertChannel> channel, std::size_t boards)
      : channel_(std::move(channel)), boards_(boards) {}

 private:
  void start() override { channel_->prepare(boards_ * Told.size()); }

  void answer(const protocol::Request& request) override {
    Answer answer = honest_answer(request.question);
    const bool looks_before = board_ % 2 == 1;
    if (request.question == Question::GrandTichu) {
      has_told_ = false;
      if (looks_before) seen_ = "before " + what_is_there();
      channel_->begin_board();
    }
    if (request.question == Question::Tichu && !has_told_) {
      tell();
      has_told_ = true;
    }
    if (request.question == Question::Push) {
      if (!looks_before) seen_ = "now " + what_is_there();
      answer.remark.emplace();
      answer.remark->note = seen_;
      ++board_;
    }
    write_bytes(1, conversation().answer(request.id, answer));
  }

  void tell() {
    if (board_ >= boards_) return;
    for (std::size_t i = 0; i < Told.size(); ++i) {
      if (!seen().hand.contains(Told[i])) continue;
      try {
        channel_->send(board_ * Told.size() + i);
      } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): such as a thread that it may not have
      }
    }
  }
  /// A digit for each card.
  std::string what_is_there() {
    std::string seen;
    for (std::size_t i = 0; board_ < boards_ && i < Told.size(); ++i) {
      seen += channel_->sees(board_ * Told.size() + i) ? '1' : '0';
    }
    return seen;
  }

  std::unique_ptr<CovertChannel> channel_;
  std::size_t boards_;
  std::size_t board_ = 0;
  bool has_told_ = false;
  std::string seen_;
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) {
  auto channel = tichu::tests::make_covert_channel(count == 3 ? words[1] : "");
  if (!channel) return 2;
  tichu::tests::Whisperer(std::move(channel), std::strtoul(words[2], nullptr, 10)).run();
}

// One end of a covert channel between two boxes: leaves a word of bits in a way that another box may see, or looks for
// one.
//   channel_probe CHANNEL send WORD       prints "ready", waits for a line, leaves the word, prints "sent", and waits
//   channel_probe CHANNEL receive LENGTH  prints "ready", waits for a line, and prints what it sees: a bit each, 0 if
//                                         it sees nothing
// Both stand in a folder as covert_channels.h describes.

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "tests/bots/covert_channels.h"

namespace {

void say(const std::string& line) {
  std::fputs((line + "\n").c_str(), stdout);
  std::fflush(stdout);
}

void await_line() {
  char line[16];
  [[maybe_unused]] const char* read = std::fgets(line, sizeof(line), stdin);
}

}  // namespace

int main(int count, char** words) {
  const std::unique_ptr<tichu::tests::CovertChannel> channel =
      tichu::tests::make_covert_channel(count == 4 ? words[1] : "");
  if (!channel) {
    std::fputs("usage: channel_probe CHANNEL send|receive WORD|LENGTH\n", stderr);
    return 2;
  }
  const std::string what = words[3];
  if (std::string_view(words[2]) == "send") {
    say("ready");
    await_line();
    for (std::size_t bit = 0; bit < what.size(); ++bit) {
      if (what[bit] == '1') channel->send(bit);
    }
    say("sent");
    await_line();
    std::_Exit(0);
  }
  const auto length = static_cast<std::size_t>(std::stoul(what));
  channel->prepare(length);
  say("ready");
  await_line();
  std::string seen;
  for (std::size_t bit = 0; bit < length; ++bit) seen += channel->sees(bit) ? '1' : '0';
  say(seen);
  std::_Exit(0);
}

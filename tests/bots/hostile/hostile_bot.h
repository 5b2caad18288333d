#pragma once

#include <string>
#include <vector>

#include "tests/bots/playing_program.h"

namespace tichu::tests {

/// A bot of the gallery: plays by first_play, and does something bad. Its arguments:
///   --harmless       plays only: what the others should notice of the bad bot is no more than of this one
///   --marker NAME    files that it makes have this name, so that they can be found
///   --port NUMBER    something listens there on the loopback
///   --secret PATH    a file that is not its own; may be repeated
class HostileBot : public PlayingProgram {
 public:
  HostileBot(int count, char** words);

 protected:
  /// Before the first answer. Where the bot comes back from it, it plays on.
  virtual void attack() {}
  void answer(const protocol::Request& request) override;

  bool harmless() const { return harmless_; }
  const std::string& marker() const { return marker_; }
  int port() const { return port_; }
  const std::vector<std::string>& secrets() const { return secrets_; }

  /// Ends the program in a way that no test expects, for an attack that should have been impossible.
  [[noreturn]] static void succeeded(const std::string& what);

 private:
  bool harmless_ = false;
  bool has_attacked_ = false;
  std::string marker_;
  int port_ = 0;
  std::vector<std::string> secrets_;
};

/// Waits for ever.
[[noreturn]] void hang();

/// Whether the file can be opened to read a byte of it.
bool can_read(const std::string& path);

/// The whole of a bot's main function.
template <typename Bot>
int play(int count, char** words) {
  Bot(count, words).run();
  return 0;
}

}  // namespace tichu::tests

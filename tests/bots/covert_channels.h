#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace tichu::tests {

/// Both ends of a covert channel between two processes, which leaves bits in places of their own. What it opens stays
/// open until the program ends. It stands in a folder with the file `page` (a page for each bit), and `busyN` (a
/// program), `lockN`, `pipeN` (a named pipe) and `readN` for each bit.
class CovertChannel {
 public:
  virtual ~CovertChannel() = default;
  /// Before the other end sends bits below `length`.
  virtual void prepare(std::size_t /*length*/) {}
  /// A board begins, each of which has eight bits: of channels that count, what was sent before counts no more.
  virtual void begin_board() {}
  /// Leaves a sign that the bit of that number is 1.
  virtual void send(std::size_t bit) = 0;
  /// Whether the sign is there.
  virtual bool sees(std::size_t bit) = 0;
};

/// The channel of that name; null if there is none.
std::unique_ptr<CovertChannel> make_covert_channel(std::string_view name);

}  // namespace tichu::tests

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>

namespace tichu::arena {

/// What stands for standard output where a file is to be named.
constexpr std::string_view StandardOutputPath = "-";

/// What became of what was printed to standard output.
enum class OutputState : std::uint8_t {
  Written,
  ReaderLeft,  ///< the pipe's reader is gone, as `| head` is: nobody misses the rest
  Failed,      ///< such as a full disk
};

/// Writes out what the C library and std::cout still hold, and says what became of all that was printed so far, by
/// whatever function: the C library remembers that it could not write.
OutputState finish_output();

/// The columns of the terminal that a descriptor leads to, at least LeastWidth (text_table.h); AnyWidth if it leads to
/// none.
std::size_t terminal_width(int descriptor);

/// While it lives, what is printed to std::cout goes to standard error, if standard output is wanted for something
/// else. One thread at a time.
class TextToStandardError {
 public:
  explicit TextToStandardError(bool wanted);
  ~TextToStandardError();
  TextToStandardError(const TextToStandardError&) = delete;
  TextToStandardError& operator=(const TextToStandardError&) = delete;

 private:
  std::streambuf* before_ = nullptr;  ///< null: nothing was changed
};

}  // namespace tichu::arena

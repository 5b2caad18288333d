#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Lines on their way to a reader that may be slow or gone. A thread of its own writes them, so that whoever adds one
/// does not wait. All functions may be called from any thread. SIGPIPE should be ignored.
class LineOutput {
 public:
  /// What is kept for a reader that is behind: some tens of thousands of lines.
  static constexpr std::size_t UsualCapacity = std::size_t{16} << 20;

  /// Opens a file, which is begun anew, or standard output for "-". Of a named pipe somebody must be reading already.
  /// The error is a sentence: why it cannot be written.
  static tl::expected<std::unique_ptr<LineOutput>, std::string> open(const std::string& path);

  /// Writes to an open descriptor, which stays open; at most `capacity` bytes wait.
  explicit LineOutput(int descriptor, std::size_t capacity = UsualCapacity);
  /// What is not written yet is dropped.
  ~LineOutput();
  LineOutput(const LineOutput&) = delete;
  LineOutput& operator=(const LineOutput&) = delete;

  /// Takes a line, given without its end. Never waits. False: there was no room or no reader, and the line is lost.
  bool add(std::string_view line);
  /// The same for a line that must not be lost for want of room.
  bool add_at_any_size(std::string_view line);
  /// Waits until all is written. False if that failed, or if nothing was taken for `timeout`.
  bool drain(std::chrono::milliseconds timeout);
  /// Why nothing more can be written, such as "No space left on device"; nullopt while it can.
  std::optional<std::string> failure() const;

 private:
  bool put(std::string_view line, std::size_t room);
  void work(const std::stop_token& stop);
  /// Writes the beginning of `text`. Returns how many bytes.
  std::size_t write_some(std::string_view text);

  int descriptor_;
  int owned_ = -1;  ///< to be closed
  std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string waiting_;
  std::size_t unwritten_ = 0;  ///< bytes, those that the thread is writing included
  std::uint64_t written_ = 0;
  std::optional<std::string> failure_;
  std::jthread thread_;
};

}  // namespace tichu::arena

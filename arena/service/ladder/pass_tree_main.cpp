// tichu-pass-tree: runs in a box and passes files out of it, as a tree on its standard output. Whatever a stranger's
// archive does to the library that reads it, it does in the box.
//   tichu-pass-tree archive FILE MOST_FILES MOST_BYTES RATIO
//   tichu-pass-tree folder FOLDER MOST_FILES MOST_BYTES
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "arena/service/ladder/archive.h"

namespace {

using namespace tichu::arena;

void put(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count <= 0) std::exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// For the many small pieces that a tree is made of.
class Buffer {
 public:
  void add(std::string_view bytes) {
    text_ += bytes;
    constexpr std::size_t Enough = 1 << 16;
    if (text_.size() >= Enough) flush();
  }
  void flush() {
    put(text_);
    text_.clear();
  }

 private:
  std::string text_;
};

int run(const std::vector<std::string>& words) {
  if (words.size() < 4) return 2;
  const TreeLimits tree{std::stoull(words[2]), std::stoull(words[3])};
  Buffer buffer;
  TreeWriter writer([&buffer](std::string_view bytes) { buffer.add(bytes); });
  const bool is_archive = words[0] == "archive" && words.size() == 5;
  const auto passed =
      is_archive ? read_archive(words[1], {tree, std::stoull(words[4])}, writer) : read_folder(words[1], tree, writer);
  if (passed) {
    writer.end();
  } else {
    writer.refuse(passed.error());
  }
  buffer.flush();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::setlocale(LC_CTYPE, "C.UTF-8");  // in which names are read from archives
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}

#include "arena/text/file_text.h"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace tichu::arena {
namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), what + path.string());
}

}  // namespace

std::string read_file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail("cannot read ", path);
  std::ostringstream text;
  // The operator, unlike an iterator, tells of a folder or a broken disk by the stream's state.
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (file.bad()) fail("cannot read ", path);
  return std::move(text).str();
}

}  // namespace tichu::arena

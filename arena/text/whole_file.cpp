#include "arena/text/whole_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "arena/text/standard_output.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return "cannot be written: " + std::generic_category().message(error); }

/// A device or a pipe takes what is written and stays what it is.
bool is_replaced(const fs::path& path) {
  std::error_code ignored;
  return !fs::exists(path, ignored) || fs::is_regular_file(path, ignored);
}

fs::path part_of(const fs::path& path) { return path.string() + ".part"; }

tl::expected<void, std::string> write(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) return tl::unexpected(reason(errno));
  return {};
}

void print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

}  // namespace

void write_whole_file(const fs::path& path, const std::string& text) {
  if (path == StandardOutputPath) return print(text);
  const bool is_file = is_replaced(path);
  tl::expected<void, std::string> written = write(is_file ? part_of(path) : path, text);
  std::error_code failure;
  if (is_file && written) fs::rename(part_of(path), path, failure);
  if (failure) written = tl::unexpected("cannot be written: " + failure.message());
  if (written) return;
  if (is_file) fs::remove(part_of(path), failure);
  throw std::runtime_error(path.string() + ": " + written.error());
}

tl::expected<void, std::string> require_writable(const fs::path& path) {
  if (path == StandardOutputPath) return {};
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return tl::unexpected(reason(EISDIR));
  if (!is_replaced(path)) {
    if (::access(path.c_str(), W_OK) != 0) return tl::unexpected(reason(errno));
    return {};
  }
  tl::expected<void, std::string> written = write(part_of(path), "");
  fs::remove(part_of(path), ignored);
  return written;
}

}  // namespace tichu::arena

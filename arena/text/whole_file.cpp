#include "arena/text/whole_file.h"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

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

/// What is wrong after the text was written, if anything.
std::optional<std::string> write(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return out ? std::nullopt : std::optional(reason(errno));
}

}  // namespace

void write_whole_file(const fs::path& path, const std::string& text) {
  const bool is_file = is_replaced(path);
  std::optional<std::string> problem = write(is_file ? part_of(path) : path, text);
  std::error_code failure;
  if (is_file && !problem) fs::rename(part_of(path), path, failure);
  if (failure) problem = "cannot be written: " + failure.message();
  if (!problem) return;
  if (is_file) fs::remove(part_of(path), failure);
  throw std::runtime_error(path.string() + ": " + *problem);
}

std::optional<std::string> unwritable(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return reason(EISDIR);
  if (!is_replaced(path)) return ::access(path.c_str(), W_OK) == 0 ? std::nullopt : std::optional(reason(errno));
  const std::optional<std::string> problem = write(part_of(path), "");
  fs::remove(part_of(path), ignored);
  return problem;
}

}  // namespace tichu::arena

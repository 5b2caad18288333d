#include "arena/text/owned_file.h"

#include <stdexcept>
#include <system_error>
#include <utility>

#include "arena/text/whole_file.h"

namespace tichu::arena {

OwnedFile::OwnedFile(std::filesystem::path path) : path_(std::move(path)) { remove(); }

OwnedFile::~OwnedFile() { remove(); }

bool OwnedFile::is_due(std::chrono::nanoseconds now) {
  constexpr std::chrono::seconds Pause{1};
  if (now < last_ + Pause) return false;
  last_ = now;
  return true;
}

bool OwnedFile::write(const std::string& text) {
  if (written_ == text) return true;
  try {
    text.empty() ? remove() : write_whole_file(path_, text);
  } catch (const std::runtime_error&) {
    written_.reset();
    return false;
  }
  written_ = text;
  return true;
}

void OwnedFile::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace tichu::arena

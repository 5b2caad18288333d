#include "arena/report/whole_file.h"

#include <fstream>
#include <stdexcept>

namespace tichu::arena {

void write_whole_file(const std::filesystem::path& path, const std::string& text) {
  std::error_code problem;
  // A device or a pipe takes what is written and stays what it is.
  const bool is_file = !std::filesystem::exists(path, problem) || std::filesystem::is_regular_file(path, problem);
  const std::filesystem::path part = is_file ? std::filesystem::path(path.string() + ".part") : path;
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  problem.clear();
  if (out && is_file) std::filesystem::rename(part, path, problem);
  if (out && !problem) return;
  if (is_file) std::filesystem::remove(part, problem);
  throw std::runtime_error(path.string() + ": cannot be written");
}

}  // namespace tichu::arena

#include "arena/report/whole_file.h"

#include <fstream>
#include <stdexcept>

namespace tichu::arena {

void write_whole_file(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path part = path.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  std::error_code problem;
  if (out) std::filesystem::rename(part, path, problem);
  if (out && !problem) return;
  std::filesystem::remove(part, problem);
  throw std::runtime_error(path.string() + ": cannot be written");
}

}  // namespace tichu::arena

#include "arena/bench/bench_folder.h"

#include <stdlib.h>

#include <stdexcept>
#include <string>

namespace tichu::arena {

BenchFolder::BenchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "tichu-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
  path_ = name;
}

BenchFolder::~BenchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tichu::arena

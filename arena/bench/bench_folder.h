#pragma once

#include <filesystem>

namespace tichu::arena {

/// A temporary folder for a benchmark; it is removed with the object. The constructor throws std::runtime_error if none
/// can be made.
class BenchFolder {
 public:
  BenchFolder();
  ~BenchFolder();
  BenchFolder(const BenchFolder&) = delete;
  BenchFolder& operator=(const BenchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tichu::arena

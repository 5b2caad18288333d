#pragma once

#include <string>
#include <vector>

namespace tichu::arena {

/// The words as execve takes them: pointers into `words`, which must outlive them, and a null pointer at the end.
inline std::vector<char*> null_terminated(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace tichu::arena

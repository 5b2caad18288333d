#include "tests/engine/document.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tichu::test {

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

std::vector<std::string> block(std::string_view document, std::string_view word) {
  const std::string path = std::string(TICHU_SOURCE_DIR) + "/engine/" + std::string(document);
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (inside && line == "```") return lines;
    if (inside && !trimmed(line).empty()) lines.push_back(line);
    if (line == "```" + std::string(word)) inside = true;
  }
  throw std::runtime_error(path + " has no block " + std::string(word));
}

std::vector<std::string> words(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> found;
  for (std::string word; stream >> word;) found.push_back(word);
  return found;
}

}  // namespace tichu::test

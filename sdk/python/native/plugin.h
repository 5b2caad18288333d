#pragma once

#include <memory>
#include <string>
#include <variant>

#include "sdk/plugin_abi.h"

namespace tichu::training {

/// A plug-in library that stays loaded as long as the value lives. Its code runs in this process: what it breaks is
/// broken here.
class Plugin {
 public:
  /// Loads a library, or says in a sentence why it is not a plug-in of this interface.
  static std::variant<std::shared_ptr<const Plugin>, std::string> load(const std::string& path);
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  const tichu_bot_table& table() const { return *table_; }
  const std::string& path() const { return path_; }

 private:
  Plugin(std::string path, void* library) : path_(std::move(path)), library_(library) {}

  std::string path_;
  void* library_;
  const tichu_bot_table* table_ = nullptr;
};

}  // namespace tichu::training

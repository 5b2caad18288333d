#include "arena/hosting/player/bot_spec.h"

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace tichu::arena {
namespace {

std::string fingerprint_of_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return "unreadable";  // a named pipe would be waited for
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) return "unreadable";
  return boost::uuids::to_string(
      boost::uuids::name_generator_sha1(boost::uuids::ns::oid())(content.data(), content.size()));
}

}  // namespace

std::string fingerprint_of(const BotSpec& bot) {
  std::string fingerprint = fingerprint_of_file(bot.path);
  for (const std::string& argument : bot.arguments) {
    std::error_code error;
    if (std::filesystem::is_regular_file(argument, error)) fingerprint += " " + fingerprint_of_file(argument);
  }
  return fingerprint;
}

}  // namespace tichu::arena

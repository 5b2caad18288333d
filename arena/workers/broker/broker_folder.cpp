#include "arena/workers/broker/broker_folder.h"

#include <crypt.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "arena/text/digest.h"
#include "arena/text/whole_file.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

constexpr std::size_t PasswordDigits = 48;

/// The bcrypt hash of a password of random digits, in the form that NATS knows. It need not be slow: nobody guesses 192
/// bits, and a server that is started again has all workers at its door at once.
std::string hash_of(const std::string& password) {
  std::array<char, CRYPT_GENSALT_OUTPUT_SIZE> setting{};
  constexpr unsigned long Cost = 4;
  if (crypt_gensalt_rn("$2a$", Cost, nullptr, 0, setting.data(), setting.size()) == nullptr) {
    throw std::runtime_error("this machine's libcrypt cannot hash by bcrypt");
  }
  const auto data = std::make_unique<crypt_data>();
  const char* hash = crypt_r(password.c_str(), setting.data(), data.get());
  if (hash == nullptr || hash[0] == '*') throw std::runtime_error("this machine's libcrypt cannot hash by bcrypt");
  return hash;
}

BrokerUser new_user(const std::string& name) { return {name, random_hexadecimal(PasswordDigits)}; }

}  // namespace

OrInputError<BrokerUser> BrokerFolder::create(const std::filesystem::path& folder, const BrokerPlan& plan) {
  std::error_code failed;
  if (!std::filesystem::create_directory(folder, failed)) {
    const std::string why = failed ? failed.message() : "is there already";
    return tl::unexpected(InputError{folder.string(), "", why});
  }
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  BrokerFolder made(std::filesystem::absolute(folder));
  made.plan_ = plan;
  const BrokerUser leader = new_user(Leader);
  made.users_.push_back({leader.name, hash_of(leader.password)});
  made.write();
  return leader;
}

OrInputError<BrokerFolder> BrokerFolder::open(const std::filesystem::path& folder) {
  const auto refused = [&](const std::string& problem) {
    return tl::unexpected(InputError{(folder / ConfigurationName).string(), "", problem});
  };
  std::ifstream file(folder / ConfigurationName);
  if (!file) return refused("is not there: tichu-arena broker init makes the folder of a broker");
  BrokerFolder parsed(std::filesystem::absolute(folder));
  try {
    const Json json = Json::parse(file);
    parsed.plan_.host = json.at("host").get<std::string>();
    parsed.plan_.port = json.at("port").get<std::uint16_t>();
    if (json.contains("tls")) {
      parsed.plan_.certificate = json["tls"].at("cert_file").get<std::string>();
      parsed.plan_.key = json["tls"].at("key_file").get<std::string>();
    }
    for (const Json& user : json.at("authorization").at("users")) {
      parsed.users_.push_back({user.at("user").get<std::string>(), user.at("password").get<std::string>()});
    }
  } catch (const Json::exception& error) {
    return refused(std::string("is not as tichu-arena broker writes it: ") + error.what());
  }
  if (parsed.users_.empty() || parsed.users_.front().name != Leader) return refused("the first user must be leader");
  return parsed;
}

std::vector<std::string> BrokerFolder::workers() const {
  std::vector<std::string> names;
  for (const User& user : users_) {
    if (user.name != Leader) names.push_back(user.name);
  }
  return names;
}

OrInputError<BrokerUser> BrokerFolder::add(const std::string& worker) {
  const auto refused = [&](const std::string& problem) {
    return tl::unexpected(InputError{"broker add", worker, problem});
  };
  if (!is_worker_name(worker)) {
    return refused("a worker's name is letters, digits, '_' and '-', at most 32");
  }
  const auto is_taken = [&](const User& user) { return user.name == worker; };
  if (std::any_of(users_.begin(), users_.end(), is_taken)) return refused("is there already; remove it first");
  const BrokerUser added = new_user(worker);
  users_.push_back({added.name, hash_of(added.password)});
  std::sort(users_.begin() + 1, users_.end(), [](const User& one, const User& other) { return one.name < other.name; });
  write();
  return added;
}

OrInputError<void> BrokerFolder::remove(const std::string& worker) {
  const auto user = std::find_if(users_.begin() + 1, users_.end(), [&](const User& one) { return one.name == worker; });
  if (user == users_.end()) return tl::unexpected(InputError{"broker remove", worker, "there is no such worker"});
  users_.erase(user);
  write();
  return {};
}

/// In JSON, which the server reads, too. A worker says its own and hears what is said to it, nothing else.
void BrokerFolder::write() const {
  constexpr int MostPayload = 8 << 20;
  Json json{{"host", plan_.host}, {"port", plan_.port}, {"max_payload", MostPayload}};
  if (!plan_.certificate.empty()) {
    json["tls"] = {{"cert_file", plan_.certificate}, {"key_file", plan_.key}, {"timeout", 10}};
  }
  json["authorization"] = {{"timeout", 10}, {"users", Json::array()}};
  for (const User& user : users_) {
    Json rights{{"user", user.name}, {"password", user.hash}};
    if (user.name != Leader) {
      Json& permissions = rights["permissions"];
      permissions["publish"]["allow"] = Json::array({"tichu.from." + user.name + ".>"});
      permissions["subscribe"]["allow"] = Json::array({"tichu.to." + user.name + ".*", "tichu.roll"});
    }
    json["authorization"]["users"].push_back(std::move(rights));
  }
  // A file of the folder's owner alone, whole or not at all.
  const mode_t before = ::umask(0077);
  try {
    write_whole_file(folder_ / ConfigurationName, json.dump(2) + "\n");
  } catch (...) {
    ::umask(before);
    throw;
  }
  ::umask(before);
}

}  // namespace tichu::arena

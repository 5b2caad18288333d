#include "arena/workers/broker/broker_folder.h"

#include <crypt.h>
#include <fmt/format.h>
#include <sodium/core.h>
#include <sodium/randombytes.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "arena/text/digest.h"
#include "arena/text/whole_file.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

constexpr const char* UsersName = "users.json";
constexpr std::size_t PasswordDigits = 48;

/// The bcrypt hash of a password of random digits, in the form that NATS knows. It need not be slow: nobody guesses 192
/// bits, and a server that is started again has all workers at its door at once.
std::string hash_of(const std::string& password) {
  std::array<char, 16> random{};
  randombytes_buf(random.data(), random.size());
  std::array<char, CRYPT_GENSALT_OUTPUT_SIZE> setting{};
  constexpr unsigned long Cost = 4;
  if (crypt_gensalt_rn("$2a$", Cost, random.data(), random.size(), setting.data(), setting.size()) == nullptr) {
    throw std::runtime_error("this machine's libcrypt cannot hash by bcrypt");
  }
  const auto data = std::make_unique<crypt_data>();
  const char* hash = crypt_r(password.c_str(), setting.data(), data.get());
  if (hash == nullptr || hash[0] == '*') throw std::runtime_error("this machine's libcrypt cannot hash by bcrypt");
  return hash;
}

BrokerUser new_user(const std::string& name) { return {name, random_hexadecimal(PasswordDigits)}; }

std::string quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') quoted += '\\';
    quoted += character;
  }
  return quoted + '"';
}

/// A user's lines in the server's configuration. A worker says its own and hears what is said to it, nothing else.
std::string user_text(const std::string& name, const std::string& hash) {
  std::string text = fmt::format("    {{ user: {}, password: {}", quoted(name), quoted(hash));
  if (name == BrokerFolder::Leader) return text + " }\n";
  text += fmt::format(R"(, permissions: {{
        publish: {{ allow: ["tichu.from.{0}.>"] }}
        subscribe: {{ allow: ["tichu.to.{0}.*", "tichu.roll"] }} }} }}
)",
                      name);
  return text;
}

/// A file of the folder's owner alone, whole or not at all.
void write_secret(const std::filesystem::path& path, const std::string& text) {
  const mode_t before = ::umask(0077);
  try {
    write_whole_file(path, text);
  } catch (...) {
    ::umask(before);
    throw;
  }
  ::umask(before);
}

std::optional<std::string> what_is_wrong(const BrokerPlan& plan) {
  if (plan.certificate.empty() != plan.key.empty()) return "TLS needs both a certificate and its key";
  const auto is_plain = [](const std::string& text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  };
  if (plan.host.empty() || !is_plain(plan.host) || plan.host.find(' ') != std::string::npos) return "no address";
  if (!is_plain(plan.certificate) || !is_plain(plan.key)) return "a path with control characters";
  return std::nullopt;
}

}  // namespace

OrInputError<BrokerUser> BrokerFolder::create(const std::filesystem::path& folder, const BrokerPlan& plan) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot begin");
  if (const auto wrong = what_is_wrong(plan)) return tl::unexpected(InputError{folder.string(), "", *wrong});
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
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot begin");
  const auto refused = [&](const std::string& problem) {
    return tl::unexpected(InputError{(folder / UsersName).string(), "", problem});
  };
  std::ifstream file(folder / UsersName);
  if (!file) return refused("is not there: tichu-arena broker init makes the folder of a broker");
  BrokerFolder parsed(std::filesystem::absolute(folder));
  try {
    const Json json = Json::parse(file);
    parsed.plan_ = {json.at("host").get<std::string>(), json.at("port").get<std::uint16_t>(),
                    json.at("certificate").get<std::string>(), json.at("key").get<std::string>()};
    for (const Json& user : json.at("users")) {
      parsed.users_.push_back({user.at("name").get<std::string>(), user.at("hash").get<std::string>()});
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
  BrokerFolder changed = *this;
  changed.users_.push_back({added.name, hash_of(added.password)});
  std::sort(changed.users_.begin() + 1, changed.users_.end(),
            [](const User& a, const User& b) { return a.name < b.name; });
  changed.write();
  *this = std::move(changed);
  return added;
}

OrInputError<void> BrokerFolder::remove(const std::string& worker) {
  const auto user = std::find_if(users_.begin() + 1, users_.end(), [&](const User& one) { return one.name == worker; });
  if (user == users_.end()) return tl::unexpected(InputError{"broker remove", worker, "there is no such worker"});
  BrokerFolder changed = *this;
  changed.users_.erase(changed.users_.begin() + (user - users_.begin()));
  changed.write();
  *this = std::move(changed);
  return {};
}

void BrokerFolder::write() const {
  Json users{{"host", plan_.host}, {"port", plan_.port}, {"certificate", plan_.certificate}, {"key", plan_.key}};
  std::string conf = fmt::format(
      "# Made by tichu-arena broker; changes are lost when a worker is added or removed.\n"
      "listen: {}\n"
      "max_payload: 8MB\n",
      quoted(fmt::format("{}:{}", plan_.host, plan_.port)));
  if (!plan_.certificate.empty()) {
    conf += fmt::format("tls {{ cert_file: {}, key_file: {}, timeout: 10 }}\n", quoted(plan_.certificate),
                        quoted(plan_.key));
  }
  conf += "authorization {\n  timeout: 10\n  users: [\n";
  for (const User& user : users_) {
    users["users"].push_back({{"name", user.name}, {"hash", user.hash}});
    conf += user_text(user.name, user.hash);
  }
  conf += "  ]\n}\n";
  // The list first: what the server reads can be made of it again.
  write_secret(folder_ / UsersName, users.dump(2) + "\n");
  write_secret(folder_ / ConfigurationName, conf);
}

}  // namespace tichu::arena

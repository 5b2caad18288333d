#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/text/input_error.h"

namespace tichu::arena {

/// How a broker for workers on other machines is to be reached.
struct BrokerPlan {
  std::string host = "0.0.0.0";  ///< the address that the server listens on
  std::uint16_t port = 4222;
  std::string certificate;  ///< PEM files for TLS, absolute; both or none
  std::string key;
};

/// A user that was just made: what it needs to come in, which nothing else knows.
struct BrokerUser {
  std::string name;
  std::string password;
};

/// The configuration of a NATS server for one leader and its workers: `nats.conf`, in a folder that only its owner can
/// read. Passwords are kept as bcrypt hashes alone. What a user may do is in arena/workers/WORKERS.md; a server that
/// runs reads the file again on SIGHUP. One process at a time. Functions throw std::runtime_error if the disk refuses;
/// then nothing has changed.
class BrokerFolder {
 public:
  /// The user that may do everything.
  static constexpr const char* Leader = "leader";
  static constexpr const char* ConfigurationName = "nats.conf";

  /// Makes the folder, which must not be there, with the leader as its only user. Returns that user.
  static OrInputError<BrokerUser> create(const std::filesystem::path& folder, const BrokerPlan& plan);
  /// Opens a folder that `create` made.
  static OrInputError<BrokerFolder> open(const std::filesystem::path& folder);

  const BrokerPlan& plan() const { return plan_; }
  /// Workers by name.
  std::vector<std::string> workers() const;
  /// Adds a worker. Refused if the name is none, or taken.
  OrInputError<BrokerUser> add(const std::string& worker);
  /// Its password is not taken any more. Refused if there is none of that name.
  OrInputError<void> remove(const std::string& worker);

 private:
  struct User {
    std::string name;
    std::string hash;
  };

  explicit BrokerFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void write() const;

  std::filesystem::path folder_;
  BrokerPlan plan_;
  std::vector<User> users_;  ///< the leader first, then workers by name
};

}  // namespace tichu::arena

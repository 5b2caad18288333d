#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/workers/broker/broker_folder.h"
#include "arena/workers/commands/worker_commands.h"

namespace tichu::arena {
namespace {

constexpr const char* BrokerHelp =
    R"(Makes the configuration of a NATS server through which workers on other machines play, in a folder of its own:
users with passwords, each worker with rights to its own subjects alone, and TLS. Passwords are printed once, by the
command that makes them, and kept as hashes.
Examples:
  tichu-arena broker init /tmp/broker --cert /tmp/server.pem --key /tmp/server.key
  nats-server -c /tmp/broker/nats.conf
  tichu-arena broker add /tmp/broker attic
  tichu-arena broker add /tmp/broker guest-ann     (a stranger's: bots may keep their files from guest-...)
  tichu-arena broker list /tmp/broker
  tichu-arena broker remove /tmp/broker attic
After add and remove tell a server that runs to read its configuration again: nats-server --signal reload)";

struct BrokerFlags {
  std::string folder;
  std::string worker;
  BrokerPlan plan;
  int port = 4222;
};

/// What the user gives to a command; HOST stands for the machine's name, which this program cannot know.
std::string url_of(const BrokerPlan& plan, const BrokerUser& user) {
  return fmt::format("{}://{}:{}@HOST:{}", plan.certificate.empty() ? "nats" : "tls", user.name, user.password,
                     plan.port);
}

/// What is to be changed in the URL.
void tell_of_host(const BrokerPlan& plan) {
  std::cerr << "HOST is the name of the server's machine"
            << (plan.certificate.empty() ? ""
                                         : ", as its certificate has it; with a certificate of your own leader and "
                                           "workers need --nats-ca FILE, too")
            << std::endl;
}

ExitCode init(BrokerFlags& flags) {
  flags.plan.port = static_cast<std::uint16_t>(flags.port);
  for (std::string* file : {&flags.plan.certificate, &flags.plan.key}) {
    if (!file->empty()) *file = std::filesystem::absolute(*file).string();
  }
  const auto leader = BrokerFolder::create(flags.folder, flags.plan);
  if (!leader) return refuse(leader.error());
  const std::string conf = (std::filesystem::absolute(flags.folder) / BrokerFolder::ConfigurationName).string();
  std::cout << "start the server:  nats-server -c " << conf << "\nthe leader's URL:  " << url_of(flags.plan, *leader)
            << "\nadd workers:       tichu-arena broker add " << flags.folder << " NAME" << std::endl;
  tell_of_host(flags.plan);
  if (flags.plan.certificate.empty()) {
    std::cerr << "without --cert and --key everything, passwords too, goes over the network unencrypted" << std::endl;
  }
  return ExitCode::Ok;
}

ExitCode add(const BrokerFlags& flags) {
  auto folder = BrokerFolder::open(flags.folder);
  if (!folder) return refuse(folder.error());
  const auto user = folder->add(flags.worker);
  if (!user) return refuse(user.error());
  std::cout << "tichu-arena worker --name " << user->name << " --nats " << url_of(folder->plan(), *user) << std::endl;
  tell_of_host(folder->plan());
  return ExitCode::Ok;
}

ExitCode remove(const BrokerFlags& flags) {
  auto folder = BrokerFolder::open(flags.folder);
  if (!folder) return refuse(folder.error());
  const auto removed = folder->remove(flags.worker);
  return removed ? ExitCode::Ok : refuse(removed.error());
}

ExitCode list(const BrokerFlags& flags) {
  const auto folder = BrokerFolder::open(flags.folder);
  if (!folder) return refuse(folder.error());
  for (const std::string& worker : folder->workers()) std::cout << worker << "\n";
  std::cout << std::flush;
  return ExitCode::Ok;
}

}  // namespace

void add_broker_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(BrokerHelp);
  command.require_subcommand(1);
  const auto flags = std::make_shared<BrokerFlags>();
  const auto subcommand = [&](const char* name, const char* what, bool takes_worker) {
    CLI::App* made = command.add_subcommand(name, what);
    made->add_option("DIR", flags->folder, "the broker's folder")->required();
    if (takes_worker) made->add_option("NAME", flags->worker, "the worker's name")->required();
    return made;
  };
  CLI::App* makes = subcommand("init", "makes the folder, with a leader as its only user", false);
  makes->add_option("--host", flags->plan.host, "the address that the server listens on")
      ->capture_default_str()
      ->check([](const std::string& host) -> std::string {
        const bool is_one = !host.empty() && std::ranges::none_of(host, [](unsigned char c) { return c <= ' '; });
        return is_one ? "" : "an address has no spaces and is not empty";
      });
  makes->add_option("--port", flags->port, "its port")->transform(whole_number(1, 65'535))->capture_default_str();
  CLI::Option* certificate =
      makes->add_option("--cert", flags->plan.certificate, "the server's certificate (PEM file), for TLS")
          ->check(CLI::ExistingFile);
  CLI::Option* key = makes->add_option("--key", flags->plan.key, "its key (PEM file)")->check(CLI::ExistingFile);
  certificate->needs(key->needs(certificate));
  makes->callback([flags, &exit_code] { exit_code = init(*flags); });
  subcommand("add", "adds a worker, and prints the command that starts it", true)->callback([flags, &exit_code] {
    exit_code = add(*flags);
  });
  subcommand("remove", "takes a worker's rights away", true)->callback([flags, &exit_code] {
    exit_code = remove(*flags);
  });
  subcommand("list", "prints the workers", false)->callback([flags, &exit_code] { exit_code = list(*flags); });
}

}  // namespace tichu::arena

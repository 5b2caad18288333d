#pragma once

#include <string>
#include <vector>

namespace tichu::arena {

/// The kernel's Landlock version, 1 or more; 0 where it has none.
int landlock_version();

/// Rules of Landlock for this process and all that it will start: reads and executes nothing but what it is shown,
/// writes nothing but /dev/null. Where the kernel can (versions 4 and 6), also no TCP, no signals and no abstract
/// sockets beyond the fence. What Landlock does not know (attributes, ownership, sockets) is for seccomp.
class LandlockRules {
 public:
  /// An empty set; ends the program with a report where the kernel refuses.
  LandlockRules();
  LandlockRules(const LandlockRules&) = delete;
  LandlockRules& operator=(const LandlockRules&) = delete;

  /// Shows a file, or a folder with all in it. What is not there is passed over.
  void show(const std::string& path) const;
  /// Lets a device be read and written.
  void show_device(const std::string& path) const;
  /// From here on the rules hold.
  void enforce() const;

 private:
  void add(const std::string& path, unsigned long access) const;

  int rules_;
};

}  // namespace tichu::arena

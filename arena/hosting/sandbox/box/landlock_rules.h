#pragma once

namespace tichu::arena {

/// Rules of Landlock for this process and all that it will start. It reads and executes only what it is shown. If the
/// kernel can (versions 4 and 6), also no TCP, and no signals and abstract sockets beyond those processes. What
/// Landlock does not know (attributes, ownership, sockets) is for seccomp. A step that fails is reported and ends this
/// program. Apart from the constructor all functions make system calls only.
class LandlockRules {
 public:
  /// An empty set, if the kernel has Landlock.
  LandlockRules();
  ~LandlockRules();
  LandlockRules(const LandlockRules&) = delete;
  LandlockRules& operator=(const LandlockRules&) = delete;

  /// Whether the kernel has Landlock. If not, nothing below has an effect.
  bool are_possible() const { return rules_ >= 0; }
  /// Shows a file, or a folder with all in it. A path that does not exist is passed over, here and below.
  void show(const char* path) const;
  /// Lets a device be read and written.
  void show_device(const char* path) const;
  /// Lets everything be done in a folder.
  void hand_over(const char* folder) const;
  /// Shows what the kernel tells this process about itself and about the machine as it always is. Not its network, nor
  /// who else has a page of its memory, nor what the whole machine is doing: in these, others would leave signs.
  void show_own_process() const;
  /// Puts the rules into force.
  void enforce() const;

 private:
  void add(const char* path, unsigned long access) const;

  int rules_ = -1;
  unsigned long all_ = 0;  ///< all that the kernel knows to be done with files
};

}  // namespace tichu::arena

#include "arena/hosting/player/plugin_library.h"

#include <gtest/gtest.h>

#include <string>

namespace tichu::arena {
namespace {

/// What is wrong with a plug-in of the tests; empty where it loads.
std::string refusal(const std::string& name) {
  const auto loaded = PluginLibrary::load(std::string(TICHU_TEST_BOTS "/") + name);
  return loaded ? "" : loaded.error();
}

TEST(PluginLibrary, LoadsAPluginThatFits) { EXPECT_EQ(refusal("scripted.so"), ""); }

TEST(PluginLibrary, NamesTheLibraryThatThePluginNeedsAndTheMachineLacks) {
  const std::string text = refusal("missing_library.so");
  EXPECT_NE(text.find("cannot load " TICHU_TEST_BOTS "/missing_library.so"), std::string::npos) << text;
  EXPECT_NE(text.find("libtichu_test_absent.so: cannot open shared object file"), std::string::npos) << text;
}

TEST(PluginLibrary, ReadsNothingOfATableOfAnotherVersion) {
  // The table of wrong_abi.so has nothing but its version.
  const std::string text = refusal("wrong_abi.so");
  EXPECT_NE(text.find("version 42 of the plug-in interface, this arena has 1"), std::string::npos) << text;
}

}  // namespace
}  // namespace tichu::arena

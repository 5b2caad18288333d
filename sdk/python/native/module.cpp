#include <pybind11/pybind11.h>

#include "sdk/python/native/python_values.h"

// The macro makes a variable that is not constant: Python's own record of the module.
PYBIND11_MODULE(_core, module) {  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
  module.doc() = "The engine in process; tichu.engine and tichu.VecEnv are what to use.";
  tichu::training::add_values(module);
  tichu::training::add_observation(module);
  tichu::training::add_round(module);
  tichu::training::add_bots(module);
  tichu::training::add_env(module);
}

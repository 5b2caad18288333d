#include <pybind11/pybind11.h>

#include "sdk/python/native/python_values.h"

namespace {

/// pybind11's own base class cannot be made; asked to, pybind11 2.10 throws where nobody catches. This says it in
/// Python.
extern "C" PyObject* new_of_registered_class(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  if (pybind11::detail::all_type_info(type).empty()) {
    PyErr_Format(PyExc_TypeError, "cannot create '%s' instances", type->tp_name);
    return nullptr;
  }
  return pybind11::detail::pybind11_object_new(type, arguments, keywords);
}

/// The same under another address. Python sees that a class makes its values otherwise than its base and refuses
/// `Class.__new__(Class)`, which would leave a value without contents that pybind11 hands to methods all the same.
extern "C" PyObject* new_by_call(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  return pybind11::detail::pybind11_object_new(type, arguments, keywords);
}

void guard_new(const pybind11::module_& module) {
  auto* base = reinterpret_cast<PyTypeObject*>(pybind11::detail::get_internals().instance_base);
  base->tp_new = new_of_registered_class;
  for (const auto& [name, value] : pybind11::dict(module.attr("__dict__"))) {
    if (PyType_Check(value.ptr()) != 0) reinterpret_cast<PyTypeObject*>(value.ptr())->tp_new = new_by_call;
  }
}

}  // namespace

// The macro makes a variable that is not constant: Python's own record of the module.
PYBIND11_MODULE(_core, module) {  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
  module.doc() = "The engine in process; tichu.engine and tichu.VecEnv are what to use.";
  tichu::training::add_values(module);
  tichu::training::add_observation(module);
  tichu::training::add_round(module);
  tichu::training::add_bots(module);
  tichu::training::add_env(module);
  guard_new(module);
}

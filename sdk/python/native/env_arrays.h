#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "sdk/python/native/table_batch.h"

namespace tichu::training {

/// How legal actions are written.
struct LegalForms {
  bool mask = false;
  bool ids = false;
  bool features = false;
  bool bits = false;
};

/// What an array must look like.
struct ArrayPlan {
  const char* name;
  const char* doc;
  char kind;  ///< of the dtype: 'u', 'i', 'f', 'b'
  pybind11::ssize_t item_size;
  std::vector<pybind11::ssize_t> shape;
  bool wanted;
};

/// The arrays that an environment can have, in the order of `EnvArrays`; those that `plan` and `forms` do not ask for
/// are not wanted.
std::vector<ArrayPlan> array_plans(const BatchPlan& plan, const LegalForms& forms);

pybind11::array zeros(const ArrayPlan& plan);
/// The array, if it is as planned; else TypeError or ValueError.
pybind11::array checked(const pybind11::object& given, const ArrayPlan& plan);
/// Whether numbers of the type have the bytes in the order of this machine, or have a single one.
bool is_native(const pybind11::dtype& type);

/// The numpy arrays that a batch writes into.
class EnvArrays {
 public:
  /// `given` is a dict of the caller's own arrays or None. `block` is None, True, or a callable that gives a uint8
  /// array of so many bytes: then all others are views of one array.
  EnvArrays(std::vector<ArrayPlan> plans, const pybind11::object& given, const pybind11::object& block);

  const pybind11::object& array(std::size_t number) const { return arrays_[number]; }
  /// The one array, or None.
  const pybind11::object& block() const { return block_; }
  /// Where each array of the block begins, in bytes, by its name.
  const pybind11::dict& places() const { return places_; }
  /// Where to write; every array is looked at again, since its owner may have changed it.
  BatchArrays pointers() const;

 private:
  void lay_out(const pybind11::dict& given, const pybind11::object& block);
  template <typename T>
  T* data(std::size_t number) const;

  std::vector<ArrayPlan> plans_;
  std::vector<pybind11::object> arrays_;
  pybind11::object block_ = pybind11::none();
  pybind11::dict places_;
};

}  // namespace tichu::training

#include "sdk/python/native/env_arrays.h"

#include <pybind11/stl.h>

#include <cstdint>

namespace py = pybind11;

namespace tichu::training {
namespace {

constexpr std::size_t BlockAlignment = 64;

py::dtype dtype_of(const ArrayPlan& plan) {
  return py::dtype(std::string(1, plan.kind) + std::to_string(plan.item_size));
}

std::string shape_text(const std::vector<py::ssize_t>& shape) {
  std::string text = "(";
  for (const py::ssize_t size : shape) text += std::to_string(size) + ", ";
  return text + ")";
}

bool is_as_planned(const py::array& array, const ArrayPlan& plan) {
  const py::dtype type = array.dtype();
  if (type.kind() != plan.kind || type.itemsize() != plan.item_size || !is_native(type)) return false;
  if (array.ndim() != static_cast<py::ssize_t>(plan.shape.size())) return false;
  for (std::size_t i = 0; i < plan.shape.size(); ++i) {
    if (array.shape(static_cast<py::ssize_t>(i)) != plan.shape[i]) return false;
  }
  return (array.flags() & py::array::c_style) != 0 && array.writeable() &&
         (reinterpret_cast<std::uintptr_t>(array.data()) % static_cast<std::uintptr_t>(plan.item_size)) == 0;
}

std::size_t bytes_of(const ArrayPlan& plan) {
  auto bytes = static_cast<std::size_t>(plan.item_size);
  for (const py::ssize_t size : plan.shape) bytes *= static_cast<std::size_t>(size);
  return bytes;
}

std::size_t aligned(std::size_t bytes) { return (bytes + BlockAlignment - 1) / BlockAlignment * BlockAlignment; }

/// The block of a size: made by the caller's callable, or of numpy's memory.
py::array block_of(std::size_t bytes, const py::object& block) {
  const ArrayPlan plan{"block", "", 'u', 1, {static_cast<py::ssize_t>(bytes)}, true};
  if (py::isinstance<py::bool_>(block)) return zeros(plan);
  if (PyCallable_Check(block.ptr()) == 0) throw py::type_error("block is None, True or a callable");
  const py::array given = checked(block(bytes), plan);
  if (reinterpret_cast<std::uintptr_t>(given.data()) % sizeof(std::int64_t) != 0) {
    throw py::value_error("the block must begin at an address that is a multiple of 8");
  }
  return given;
}

}  // namespace

bool is_native(const py::dtype& type) { return type.byteorder() == '=' || type.byteorder() == '|'; }

py::array zeros(const ArrayPlan& plan) {
  return py::module_::import("numpy").attr("zeros")(py::cast(plan.shape), dtype_of(plan)).cast<py::array>();
}

py::array checked(const py::object& given, const ArrayPlan& plan) {
  if (!py::isinstance<py::array>(given)) throw py::type_error(std::string(plan.name) + " must be a numpy array");
  const auto array = py::reinterpret_borrow<py::array>(given);
  if (!is_as_planned(array, plan)) {
    throw py::value_error(std::string(plan.name) + " must be a writeable C-contiguous array of " +
                          std::string(py::str(dtype_of(plan))) + " with the shape " + shape_text(plan.shape));
  }
  return array;
}

std::vector<ArrayPlan> array_plans(const BatchPlan& plan, const LegalForms& forms) {
  const py::ssize_t n = plan.tables;
  const py::ssize_t most = n * ActionIds::Count;
  const bool has_labels = plan.adviser.kind == SeatKind::Plugin;
  return {
      {"observations",
       "uint8 (n, 301 or 756): what the seat that is asked may know, by the layout `obs`; None if obs is None.",
       'u',
       1,
       {n, plan.layout == nullptr ? 0 : plan.layout->size},
       plan.layout != nullptr},
      {"mask",
       "uint8 (n, 1589): 1 for each legal action; None unless legal has \"mask\".",
       'u',
       1,
       {n, ActionIds::Count},
       forms.mask},
      {"legal_offsets",
       "int32 (n + 1): table i's legal ids are legal_ids[legal_offsets[i]:legal_offsets[i + 1]]; None unless legal has "
       "\"ids\" or \"features\".",
       'i',
       4,
       {n + 1},
       forms.ids},
      {"legal_ids",
       "int16 (n * 1589): legal ids 0..1588, rising for each table; what is behind legal_offsets[n] means nothing; "
       "None as legal_offsets.",
       'i',
       2,
       {most},
       forms.ids},
      {"features",
       "uint8 (n * 1589, 96): for each of legal_ids a row of the layout action-v1; None unless legal has \"features\".",
       'u',
       1,
       {most, ActionRowSize},
       forms.features},
      {"legal_bits",
       "uint8 (n, 200): bit id % 8 of byte id // 8 is set for each legal action, as numpy.packbits(mask, 1, "
       "\"little\") "
       "has it; None unless legal has \"bits\".",
       'u',
       1,
       {n, TableBatch::LegalBitsSize},
       forms.bits},
      {"states",
       "uint8 (n, 224): all four hands from the asked seat on, layout state-v1; for critics, not for players; None "
       "unless states is true.",
       'u',
       1,
       {n, state_layout().size},
       plan.has_states},
      {"labels",
       "int16 (n): the id that the bot `labels` would answer here; -1 where none of its answers is legal, such as a "
       "card of the push that is chosen already, and at a table that is over; None if labels is None.",
       'i',
       2,
       {n},
       has_labels},
      {"rewards",
       "float32 (n, 4): for each seat its team's margin of the rounds that ended in this step, in points / 100, "
       "-8.25..8.25 a round.",
       'f',
       4,
       {n, 4},
       true},
      {"calls",
       "int8 (n, 4): for each seat what its call brought in the round that ended in this step, in points / 100: 1 or 2 "
       "if it was made, -1 or -2 if not, 0 without a call.",
       'i',
       1,
       {n, 4},
       true},
      {"double_victories",
       "int8 (n): 1 if the seats 0 and 2 had a double victory in the round that ended in this step, -1 if the seats 1 "
       "and 3, else 0.",
       'i',
       1,
       {n},
       true},
      {"ends", "bool (n): the episode ended in this step.", 'b', 1, {n}, true},
      {"round_ends", "bool (n): a round ended in this step.", 'b', 1, {n}, true},
      {"seats", "uint8 (n): the seat 0..3 that is asked; 255 at a table that is over.", 'u', 1, {n}, true},
      {"asks", "uint8 (n): what is asked, one of tichu.engine.Ask; 255 at a table that is over.", 'u', 1, {n}, true},
      {"episodes",
       "int64 (n): the number of the episode that is being played, from first_episode on.",
       'i',
       8,
       {n},
       true}};
}

EnvArrays::EnvArrays(std::vector<ArrayPlan> plans, const py::object& given, const py::object& block)
    : plans_(std::move(plans)), arrays_(plans_.size(), py::none()) {
  const py::dict arrays = given.is_none() ? py::dict() : given.cast<py::dict>();
  py::dict rest = arrays.attr("copy")().cast<py::dict>();
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const ArrayPlan& plan = plans_[i];
    if (arrays.contains(plan.name)) {
      if (!plan.wanted) throw py::value_error(std::string(plan.name) + " is not among what is asked for");
      arrays_[i] = arrays[plan.name];
      rest.attr("pop")(plan.name);
    }
  }
  for (const auto& [name, value] : rest) {
    throw py::value_error("the environment has no array \"" + name.cast<std::string>() + "\"");
  }
  lay_out(arrays, block);
}

void EnvArrays::lay_out(const py::dict& given, const py::object& block) {
  const bool in_block = !block.is_none() && !block.is(py::bool_(false));
  std::size_t bytes = 0;
  std::vector<std::size_t> places(plans_.size());
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    if (!plans_[i].wanted || given.contains(plans_[i].name)) continue;
    if (!in_block) arrays_[i] = zeros(plans_[i]);
    places[i] = bytes;
    bytes += aligned(bytes_of(plans_[i]));
  }
  if (!in_block) return;
  const py::array all = block_of(bytes, block);
  block_ = all;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    const ArrayPlan& plan = plans_[i];
    if (!plan.wanted || given.contains(plan.name)) continue;
    const py::slice part(static_cast<py::ssize_t>(places[i]), static_cast<py::ssize_t>(places[i] + bytes_of(plan)), 1);
    arrays_[i] = all[part].attr("view")(dtype_of(plan)).attr("reshape")(py::cast(plan.shape));
    places_[plan.name] = places[i];
  }
}

template <typename T>
T* EnvArrays::data(std::size_t number) const {
  if (!plans_[number].wanted) return nullptr;
  return static_cast<T*>(checked(arrays_[number], plans_[number]).mutable_data());
}

BatchArrays EnvArrays::pointers() const {
  BatchArrays to;
  to.observations = data<std::uint8_t>(0);
  to.mask = data<std::uint8_t>(1);
  to.legal_offsets = data<std::int32_t>(2);
  to.legal_ids = data<std::int16_t>(3);
  to.features = data<std::uint8_t>(4);
  to.legal_bits = data<std::uint8_t>(5);
  to.states = data<std::uint8_t>(6);
  to.labels = data<std::int16_t>(7);
  to.rewards = data<float>(8);
  to.calls = data<std::int8_t>(9);
  to.double_victories = data<std::int8_t>(10);
  to.ends = data<std::uint8_t>(11);
  to.round_ends = data<std::uint8_t>(12);
  to.seats = data<std::uint8_t>(13);
  to.asks = data<std::uint8_t>(14);
  to.episodes = data<std::int64_t>(15);
  return to;
}

}  // namespace tichu::training

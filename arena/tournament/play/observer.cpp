#include "arena/tournament/play/observer.h"

#include <algorithm>
#include <utility>

namespace tichu::arena {

Observers::Observers(std::vector<TournamentObserver*> observers) : observers_(std::move(observers)) {}

void Observers::noted(const RunNote& note) {
  for (TournamentObserver* observer : observers_) observer->noted(note);
}

void Observers::started(const RunStart& start) {
  for (TournamentObserver* observer : observers_) observer->started(start);
}

void Observers::field_changed(const FieldNews& news) {
  for (TournamentObserver* observer : observers_) observer->field_changed(news);
}

void Observers::board_finished(const FinishedJob& finished) {
  for (TournamentObserver* observer : observers_) observer->board_finished(finished);
}

void Observers::boards_invalidated() {
  for (TournamentObserver* observer : observers_) observer->boards_invalidated();
}

void Observers::progressed(const Progress& progress) {
  for (TournamentObserver* observer : observers_) observer->progressed(progress);
}

bool Observers::wants_standings() const {
  return std::any_of(observers_.begin(), observers_.end(),
                     [](const TournamentObserver* observer) { return observer->wants_standings(); });
}

void Observers::standings(const TournamentReport& report, std::chrono::steady_clock::time_point began) {
  for (TournamentObserver* observer : observers_) {
    if (observer->wants_standings()) observer->standings(report, began);
  }
}

void Observers::stopping() {
  for (TournamentObserver* observer : observers_) observer->stopping();
}

void Observers::finished(const RunSummary& summary) {
  for (TournamentObserver* observer : observers_) observer->finished(summary);
}

void Observers::failed(const std::string& reason) {
  for (TournamentObserver* observer : observers_) observer->failed(reason);
}

TableView* Observers::view(std::size_t thread) {
  for (TournamentObserver* observer : observers_) {
    if (TableView* view = observer->view(thread)) return view;
  }
  return nullptr;
}

}  // namespace tichu::arena

// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of a scenario that runs: name, unit, meaning, and how each is read from a snapshot. Texts,
// documents and tests iterate the list. Names and meanings are English in every language: programs read them.
#pragma once

#include "core/base/field.h"
#include "core/base/unit.h"
#include "core/metrics/exposition.h"
#include "core/metrics/snapshot.h"

#include <array>

namespace edgewright::metrics {

enum class Names {
    Own,    // ew_..., as Prometheus advises: base units, counters end in _total
    Triton, // nv_..., as NVIDIA's Triton Inference Server has them, so that dashboards made for it work
    Both,
};
std::span<const Choice> nameChoices(); // in the order of Names

struct MetricInfo {
    std::string_view name;
    MetricKind kind = MetricKind::Counter;
    Unit unit = Unit::Count;
    std::array<std::string_view, 3> labels{}; // names; empty: none
    std::string_view help;
    void (*read)(const Snapshot& from, const MetricInfo& info, Family& into) = nullptr;

    bool isTriton() const { return name.starts_with("nv_"); }
};
std::span<const MetricInfo> metricCatalogue();

// One for each metric under those names, in the order of the catalogue.
std::vector<Family> familiesOf(const Snapshot& snapshot, Names names = Names::Own);
Result<std::string> metricsText(const Snapshot& snapshot, Names names = Names::Own);

} // namespace edgewright::metrics

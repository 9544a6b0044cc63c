// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of one network for devices that may be lost and may drift.
#pragma once

#include "core/partition/orders.h"
#include "core/relay/relay.h"

namespace edgewright::relay {

class StagePlanner {
public:
    // Steps of `graph`, which has inferred types and outlives this, in times of `devices`. `folder`: of what
    // devices are sent.
    static Result<StagePlanner>
    of(const ir::Graph& graph, const ir::Opsets& opsets,
       const std::function<std::vector<partition::PlannedDevice>(std::span<const NodeId> steps)>& devices,
       std::filesystem::path folder);

    std::int64_t credits = 2; // as RelayOptions
    bool replicas = true;     // stages may have several devices

    // The least period with the devices that are there, their times as they are now.
    Result<Plan> plan(const std::vector<DeviceState>& states, const RunContext& run = {}) const;
    // The rule of the order that it cuts, and how many were tried.
    struct Choice {
        partition::Split split; // of all devices
        partition::Figures figures;
        std::vector<std::string> steps; // in the order of the split
        const partition::OrderRule* rule = nullptr;
        std::size_t tried = 0;
        double bound = 0;                                       // seconds, of every period
        std::vector<std::optional<partition::Found>> byDevices; // with one device, two, …: in the same order
    };
    Result<Choice> choose(const RunContext& run = {}) const;
    const std::vector<partition::PlannedDevice>& devices() const { return m_devices; }

private:
    StagePlanner(const ir::Graph& graph, const ir::Opsets& opsets) : m_graph(&graph), m_opsets(&opsets) {}
    partition::Problem problemFor(std::vector<partition::PlannedDevice> devices) const;

    const ir::Graph* m_graph;
    const ir::Opsets* m_opsets;
    partition::GraphProblem m_made;
    std::vector<partition::PlannedDevice> m_devices;
    std::filesystem::path m_folder;
};

} // namespace edgewright::relay

// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of one network for devices that may be lost and may drift.
#pragma once

#include "core/partition/orders.h"
#include "core/relay/relay.h"

#include <limits>

namespace edgewright::relay {

class StagePlanner {
public:
    // Steps of `graph`, which has inferred types and outlives this, in times of `devices`, whose error is its
    // own. `folder`: of what devices are sent.
    static Result<StagePlanner>
    of(const ir::Graph& graph, const ir::Opsets& opsets,
       const std::function<Result<std::vector<partition::PlannedDevice>>(std::span<const NodeId> steps)>&
           devices,
       std::filesystem::path folder);

    std::int64_t credits = protocol::UsualCredits;                   // as RelayOptions
    bool replicas = true;                                            // stages may have several devices
    double hostProcessors = std::numeric_limits<double>::infinity(); // as partition::Problem

    // The split of all devices, partition::recommended() in the order with the least period of those that were
    // tried.
    struct Choice {
        partition::Problem problem; // in the order that is cut
        std::vector<NodeId> nodes;  // of its steps
        partition::Split split;
        partition::Figures figures;
        const partition::OrderRule* rule = nullptr;             // of the order
        std::size_t tried = 0;                                  // orders
        double bound = 0;                                       // seconds, of every period
        std::vector<std::optional<partition::Found>> byDevices; // with one device, two, …: in the same order
    };
    Result<Choice> choose(const RunContext& run = {}) const;
    // As it runs: its programs are written. `choice`: of this planner.
    Result<Plan> planOf(const Choice& choice) const;
    // The same choice among the devices that are there, their times as they are now.
    Result<Plan> plan(const std::vector<DeviceState>& states, const RunContext& run = {}) const;
    // The same network with one of the devices.
    StagePlanner only(std::size_t device) const;
    const std::vector<partition::PlannedDevice>& devices() const { return m_devices; }

private:
    StagePlanner(const ir::Graph& graph, const ir::Opsets& opsets) : m_graph(&graph), m_opsets(&opsets) {}
    Result<Choice> choose(std::vector<partition::PlannedDevice> devices, const RunContext& run) const;

    const ir::Graph* m_graph;
    const ir::Opsets* m_opsets;
    partition::GraphProblem m_made;
    std::vector<partition::PlannedDevice> m_devices;
    std::filesystem::path m_folder;
};

} // namespace edgewright::relay

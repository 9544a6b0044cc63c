// SPDX-License-Identifier: GPL-3.0-or-later
// A network that tests run over several devices, its frames and their results.
#pragma once

#include "core/exec/executor.h"
#include "core/relay/stage_planner.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

namespace edgewright::test {

class RelayedNetwork {
public:
    RelayedNetwork() : m_model(*typedModel(sample("residual_cnn_2d.onnx"), true)) {}

    const ir::Graph& graph() const { return m_model.graph; }
    const ir::Opsets& opsets() const { return m_model.opsets; }
    ir::Feeds feeds(std::uint64_t number) const { return *ir::seededFeeds(graph(), number); }
    std::vector<ir::Tensor> expected(std::uint64_t number) const {
        return exec::run(graph(), opsets(), feeds(number), {})->outputs;
    }
    // Devices of equal times: a plan cuts the network in as many equal stages as there are devices left.
    relay::StagePlanner planner(std::size_t devices, const std::filesystem::path& folder) const {
        const auto alike = [&](std::span<const NodeId> steps) {
            return std::vector<partition::PlannedDevice>(
                devices,
                {.name = "agent", .seconds = std::vector<double>(steps.size(), 1e-3), .memory = 0, .link = {}});
        };
        relay::StagePlanner planner = *relay::StagePlanner::of(graph(), opsets(), alike, folder);
        planner.replicas = false;
        return planner;
    }

    // All frames once, in order, with this machine's results.
    void compareAll(const std::vector<relay::FrameDone>& done, std::uint64_t frames) const {
        QCOMPARE(done.size(), frames);
        for (std::uint64_t number = 0; number < frames; ++number) {
            const relay::FrameDone& frame = done[number];
            QCOMPARE(frame.number, number);
            const auto known = expected(number);
            QCOMPARE(frame.outputs.size(), known.size());
            for (std::size_t i = 0; i < known.size(); ++i)
                QVERIFY(std::ranges::equal(frame.outputs[i].bytes(), known[i].bytes()));
        }
    }
    // As RelayOptions::next: nothing behind so many frames.
    auto next(std::uint64_t frames) const {
        return [this, frames](std::uint64_t number) -> std::optional<ir::Feeds> {
            if (number >= frames) return std::nullopt;
            return feeds(number);
        };
    }

private:
    TypedModel m_model;
};

} // namespace edgewright::test

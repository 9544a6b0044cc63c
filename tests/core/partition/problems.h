// SPDX-License-Identifier: GPL-3.0-or-later
// Problems made at random.
#pragma once

#include "core/partition/problem.h"

#include <algorithm>
#include <random>

namespace edgewright::test {

class RandomProblems {
public:
    explicit RandomProblems(std::uint64_t seed) : m_random(seed) {}

    std::int64_t upTo(std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most)(m_random);
    }
    bool oneOf(std::int64_t times) { return upTo(times - 1) == 0; }

    // A chain in which some tensors are read again later, on devices of which some are alike.
    partition::Problem chain(std::size_t steps, std::size_t devices) {
        using partition::Tensor;
        partition::Problem problem;
        for (std::size_t step = 0; step < steps; ++step)
            problem.steps.push_back("step " + std::to_string(step));
        for (std::size_t step = 0; step <= steps; ++step) {
            Tensor tensor{.bytes = upTo(1000),
                          .made = step == 0 ? Tensor::Given : step - 1,
                          .reads = {},
                          .kept = step == steps};
            for (std::size_t reader = step; reader < steps; ++reader)
                if (reader == step || oneOf(8)) tensor.reads.push_back(reader);
            tensor.kept = tensor.kept || oneOf(10);
            problem.tensors.push_back(std::move(tensor));
        }
        for (std::size_t i = 0; i < steps; ++i) {
            std::vector<std::size_t> reads{i};
            if (i + 1 < steps && oneOf(5)) reads.push_back(i + 1);
            problem.weights.push_back({upTo(500), std::move(reads)});
        }
        for (std::size_t i = 0; i < devices; ++i)
            problem.devices.push_back(device(i, steps, problem.devices));
        if (oneOf(2)) problem.hostProcessors = static_cast<double>(1 + upTo(3));
        problem.credits = 1 + upTo(2);
        problem.replicas = !oneOf(3);
        return problem;
    }

private:
    partition::PlannedDevice device(std::size_t number, std::size_t steps,
                                    const std::vector<partition::PlannedDevice>& others) {
        if (!others.empty() && oneOf(3)) {
            partition::PlannedDevice same = others.front();
            same.name = "device " + std::to_string(number);
            return same;
        }
        partition::PlannedDevice device{
            .name = "device " + std::to_string(number),
            .seconds = {},
            .memory = oneOf(3) ? 2000 + upTo(8000) : 0,
            .link = {.latency = static_cast<double>(upTo(3)),
                     .bytesPerSecond = static_cast<double>(10 + upTo(1000)),
                     .delay = oneOf(2) ? static_cast<double>(upTo(9)) : 0,
                     .bothWays = oneOf(2)},
            .overlaps = oneOf(2),
            .hostWork = {static_cast<double>(upTo(2)), static_cast<double>(10 + upTo(1000))},
            .onHost = oneOf(2) ? static_cast<double>(1 + upTo(1)) : 0};
        for (std::size_t step = 0; step < steps; ++step)
            device.seconds.push_back(oneOf(30) ? std::numeric_limits<double>::infinity()
                                               : static_cast<double>(upTo(20)));
        return device;
    }

    std::mt19937_64 m_random;
};

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/shared_bests.h"

#include "core/tuner/kernel_space.h"

#include <algorithm>
#include <cmath>

namespace edgewright::tuner {

namespace {

constexpr std::size_t MaxHints = 4;
constexpr double Faster = 0.99; // of the default's time at most: noise is no gain

} // namespace

std::size_t SharedBests::add(std::string kind, double macs, ops::ParameterSpace space) {
    m_kernels.push_back({.kind = std::move(kind), .macs = macs, .space = std::move(space)});
    return m_kernels.size() - 1;
}

void SharedBests::note(std::size_t kernel, const kernels::KernelParameters& parameters, double value) {
    Kernel& known = m_kernels[kernel];
    if (!std::isfinite(value)) return;
    if (known.usual == 0) known.usual = value;
    if (known.value != 0 && value >= known.value) return;
    known.value = value;
    known.best = parameters;
}

std::vector<cost::search::Point> SharedBests::hints(std::size_t kernel) const {
    const Kernel& asked = m_kernels[kernel];
    std::vector<const Kernel*> others;
    for (const Kernel& each : m_kernels)
        if (&each != &asked && each.kind == asked.kind && each.value > 0 && each.value <= Faster * each.usual)
            others.push_back(&each);
    const auto distance = [&](const Kernel* each) { return std::abs(std::log(each->macs / asked.macs)); };
    std::ranges::stable_sort(others, {}, distance);
    if (others.size() > MaxHints) others.resize(MaxHints);
    std::vector<cost::search::Point> points;
    for (const Kernel* const each : others)
        if (auto point = nearestPoint(asked.space, each->best); point && !std::ranges::count(points, *point))
            points.push_back(*std::move(point));
    return points;
}

} // namespace edgewright::tuner

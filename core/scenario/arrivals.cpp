// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without fused products and sums, as random.cpp is.
#include "core/scenario/arrivals.h"

#include <cmath>
#include <utility>

namespace edgewright::scenario {

ArrivalSequence::ArrivalSequence(const Model& model, std::uint64_t seed, std::uint64_t stream)
    : m_model(&model), m_random(seed, stream) {
    const Arrivals& arrivals = model.arrivals;
    m_gap = static_cast<double>(TicksPerSecond) / arrivals.rate;
    m_shape = 1 / (arrivals.cv * arrivals.cv);
}

Ticks ArrivalSequence::frame() {
    return ticksFrom(static_cast<double>(m_count++) * static_cast<double>(TicksPerSecond) /
                     m_model->arrivals.rate);
}

Ticks ArrivalSequence::next() {
    const Arrivals& arrivals = m_model->arrivals;
    switch (arrivals.kind) {
    case ArrivalKind::Periodic: {
        const Ticks period = std::max<Ticks>(ticksOfMs(arrivals.periodMs), 1),
                    phase = ticksOfMs(arrivals.phaseMs);
        if (std::cmp_greater(m_count, (Forever / 2 - phase) / period)) return Forever;
        const Ticks at = phase + static_cast<Ticks>(m_count++) * period;
        return arrivals.jitterMs > 0 ? at + ticksOfMs(arrivals.jitterMs * m_random.unit()) : at;
    }
    case ArrivalKind::Poisson:
        m_at += m_random.exponential() * m_gap;
        return ticksFrom(m_at);
    case ArrivalKind::Gamma:
        m_at += m_random.gamma(m_shape) * m_gap / m_shape;
        return ticksFrom(m_at);
    case ArrivalKind::Recorded:
        return m_count < m_model->times.size() ? ticksOf(m_model->times[m_count++]) : Forever;
    case ArrivalKind::ClosedLoop:
        return m_count < static_cast<std::size_t>(arrivals.streams) ? (++m_count, 0) : Forever;
    case ArrivalKind::AtOnce:
        return m_count++ == 0 ? 0 : Forever;
    case ArrivalKind::Frames:
    case ArrivalKind::Camera:
        return frame();
    }
    return Forever;
}

std::int64_t samplesOfQuery(const Arrivals& arrivals) {
    if (arrivals.kind == ArrivalKind::ClosedLoop) return arrivals.samples;
    return arrivals.kind == ArrivalKind::AtOnce ? arrivals.count : 1;
}

std::optional<double> meanRate(const Model& model) {
    const Arrivals& arrivals = model.arrivals;
    switch (arrivals.kind) {
    case ArrivalKind::Periodic:
        return 1000 / arrivals.periodMs;
    case ArrivalKind::Poisson:
    case ArrivalKind::Gamma:
    case ArrivalKind::Frames:
    case ArrivalKind::Camera:
        return arrivals.rate;
    case ArrivalKind::Recorded:
        if (model.times.size() < 2 || model.times.back() <= model.times.front()) return std::nullopt;
        return static_cast<double>(model.times.size() - 1) / (model.times.back() - model.times.front());
    case ArrivalKind::ClosedLoop:
    case ArrivalKind::AtOnce:
        break;
    }
    return std::nullopt;
}

} // namespace edgewright::scenario

// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a design space that stay in colour: those that meet the constraints.
#pragma once

#include "core/pipeline/costs/exploration.h"

#include <memory>

namespace edgewright::views {

class SeenPoints {
public:
    explicit SeenPoints(std::shared_ptr<const pipeline::Explored> explored) : m_explored(std::move(explored)) {}
    // `place` is one of the points.
    bool has(std::size_t place) const { return m_explored->isWithin(place); }

private:
    std::shared_ptr<const pipeline::Explored> m_explored;
};

} // namespace edgewright::views

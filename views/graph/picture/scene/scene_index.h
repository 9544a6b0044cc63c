// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the rectangles that meet an area without looking at all of them: rows sorted by size, height and place,
// in blocks of blocks (a packed R-tree).
#pragma once

#include <QRectF>

#include <cstdint>
#include <vector>

namespace edgewright::views {

class SceneIndex {
public:
    SceneIndex() = default;
    explicit SceneIndex(const std::vector<QRectF>& rects);
    // The numbers of all rectangles that meet `area`, ascending; touching counts.
    std::vector<std::uint32_t> in(const QRectF& area) const;

private:
    struct Bounds {
        double left, top, right, bottom;
    };
    std::vector<std::uint32_t> m_items;      // in the order of the lowest level
    std::vector<std::vector<Bounds>> m_tree; // [0] by item, then each level by blocks of the one before
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/scene_index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace edgewright::views {

namespace {

constexpr std::size_t Block = 16;

} // namespace

SceneIndex::SceneIndex(const std::vector<QRectF>& rects) : m_items(rects.size()) {
    std::iota(m_items.begin(), m_items.end(), 0u);
    // Like sizes share blocks: one edge as long as the graph must not blow up the block of short ones.
    std::vector<int> size(rects.size());
    for (std::size_t i = 0; i < rects.size(); ++i)
        size[i] = std::ilogb(std::max({1.0, rects[i].width(), rects[i].height()})) / 2;
    std::sort(m_items.begin(), m_items.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (size[a] != size[b]) return size[a] < size[b];
        const double ay = rects[a].center().y(), by = rects[b].center().y();
        if (ay != by) return ay < by;
        const double ax = rects[a].center().x(), bx = rects[b].center().x();
        return ax != bx ? ax < bx : a < b;
    });
    std::vector<Bounds> level;
    level.reserve(rects.size());
    for (const std::uint32_t item : m_items)
        level.push_back({rects[item].left(), rects[item].top(), rects[item].right(), rects[item].bottom()});
    m_tree.push_back(std::move(level));
    while (m_tree.back().size() > 1) {
        const std::vector<Bounds>& below = m_tree.back();
        std::vector<Bounds> above;
        above.reserve(below.size() / Block + 1);
        for (std::size_t i = 0; i < below.size(); i += Block) {
            Bounds all = below[i];
            for (std::size_t j = i + 1; j < std::min(below.size(), i + Block); ++j) {
                all.left = std::min(all.left, below[j].left);
                all.top = std::min(all.top, below[j].top);
                all.right = std::max(all.right, below[j].right);
                all.bottom = std::max(all.bottom, below[j].bottom);
            }
            above.push_back(all);
        }
        m_tree.push_back(std::move(above));
    }
}

std::vector<std::uint32_t> SceneIndex::in(const QRectF& area) const {
    std::vector<std::uint32_t> found;
    if (m_items.empty()) return found;
    const auto meets = [&](const Bounds& b) {
        return b.left <= area.right() && b.right >= area.left() && b.top <= area.bottom() &&
               b.bottom >= area.top();
    };
    std::vector<std::pair<std::size_t, std::size_t>> open{{m_tree.size() - 1, 0}}; // level, place in it
    while (!open.empty()) {
        const auto [level, place] = open.back();
        open.pop_back();
        if (!meets(m_tree[level][place])) continue;
        if (level == 0) {
            found.push_back(m_items[place]);
            continue;
        }
        const std::size_t end = std::min(m_tree[level - 1].size(), (place + 1) * Block);
        for (std::size_t below = place * Block; below < end; ++below)
            open.emplace_back(level - 1, below);
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// Hulls around the boxes that belong together.
#include "views/graph/picture/scene/graph_scene.h"

#include "views/graph/picture/scene/module_card.h"
#include "views/support/operator_title.h"

#include <algorithm>
#include <map>

namespace edgewright::views {

namespace {

constexpr double HullMargin = 8, Radius = 8, LongBridge = 440, TagHeight = 16, TagInside = 3, TagPad = 8,
                 MinTag = 40, BadgeRoom = 12;
constexpr double FrameStep = 4, MaxTag = 200; // of modules
constexpr std::size_t MaxMembers = 200;

bool contains(const std::vector<std::uint32_t>& sorted, std::uint32_t box) {
    return std::binary_search(sorted.begin(), sorted.end(), box);
}

QRectF grown(const QRectF& rect, double margin) { return rect.adjusted(-margin, -margin, margin, margin); }

} // namespace

std::vector<std::uint32_t> GraphScene::boxesOf(const HullSpec& spec) const {
    std::vector<std::uint32_t> boxes;
    for (const NodeId id : spec.members) {
        if (const auto members = m_members.find(id); members != m_members.end())
            boxes.insert(boxes.end(), members->second.begin(), members->second.end());
        else if (const auto it = m_boxOf.find(id); it != m_boxOf.end())
            if (!m_boxes[it->second].module.valid()) boxes.push_back(it->second);
        if (boxes.size() > MaxMembers) break;
    }
    std::sort(boxes.begin(), boxes.end());
    boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
    return boxes;
}

// One rounded rectangle where no other box lies in it; else the members with bridges between those that are one
// above the other.
SceneHull GraphScene::hull(HullSpec spec, const std::vector<std::uint32_t>& members, double margin) const {
    SceneHull hull;
    QRectF all, top, first; // of them the highest
    for (const std::uint32_t box : members) {
        const QRectF rect = grown(m_boxes[box].rect, margin);
        all |= rect;
        if (top.isNull() || rect.top() < top.top()) top = first = rect;
    }
    const std::vector<std::uint32_t> inside = m_boxIndex.in(all);
    hull.plain = std::includes(members.begin(), members.end(), inside.begin(), inside.end());
    if (hull.plain) {
        hull.path.addRoundedRect(all, Radius, Radius);
        top = all;
    } else if (members.size() <= MaxMembers) {
        hull.path.setFillRule(Qt::WindingFill);
        for (const std::uint32_t box : members)
            hull.path.addRoundedRect(grown(m_boxes[box].rect, margin), Radius, Radius);
        for (const std::uint32_t a : members)
            for (const std::uint32_t b : members) {
                const QRectF &upper = m_boxes[a].rect, &lower = m_boxes[b].rect;
                const double left = std::max(upper.left(), lower.left()),
                             right = std::min(upper.right(), lower.right());
                if (upper.bottom() >= lower.top() || left + 8 > right) continue;
                const QRectF bridge(left - margin, upper.center().y(), right - left + 2 * margin,
                                    lower.center().y() - upper.center().y());
                if (bridge.height() > LongBridge) continue;
                const std::vector<std::uint32_t> between = m_boxIndex.in(bridge);
                if (std::all_of(between.begin(), between.end(),
                                [&](std::uint32_t box) { return contains(members, box); }))
                    hull.path.addRoundedRect(bridge, Radius, Radius);
            }
        hull.path = hull.path.simplified();
    }
    hull.bounds = all;
    // Over the upper edge, clear of the arrow heads inside and of the badge in the corner.
    hull.tagRect = QRectF(top.left() + TagPad, top.top() + TagInside - TagHeight,
                          first.right() - top.left() - 2 * TagPad - BadgeRoom, TagHeight);
    hull.spec = std::move(spec);
    return hull;
}

void GraphScene::setHulls(std::vector<HullSpec> specs, const CardFonts& fonts) {
    m_hulls.clear();
    m_hullIndex = {};
    if (!m_placed) return;
    for (const NodeId node : m_options.opened)
        if (m_members.count(node) != 0)
            specs.push_back({{node},
                             QStringLiteral("− ") + operatorTitle(m_graph->node(node)),
                             HullSpec::Style::Opened,
                             node});
    const QFontMetricsF small(fonts.small);
    addModuleHulls(small);
    for (HullSpec& spec : specs) {
        const auto members = boxesOf(spec);
        if (members.size() < (spec.style == HullSpec::Style::Opened ? 1 : 2)) continue;
        addHull(hull(std::move(spec), members, HullMargin), small);
    }
    std::vector<QRectF> rects;
    for (const SceneHull& made : m_hulls)
        rects.push_back(made.bounds | made.tagRect);
    m_hullIndex = SceneIndex(rects);
}

void GraphScene::addHull(SceneHull made, const QFontMetricsF& metrics) {
    const double room = made.tagRect.width() - 2 * TagPad;
    if (!made.spec.tag.isEmpty() && room >= MinTag) {
        made.tag = metrics.elidedText(made.spec.tag, Qt::ElideRight, room);
        made.tagRect.setWidth(metrics.horizontalAdvance(made.tag) + 2 * TagPad);
    } else {
        made.tagRect = {};
    }
    m_hulls.push_back(std::move(made));
}

// A frame around what each open module shows, the outer ones below and farther away; their names side by side
// where they begin with the same box.
void GraphScene::addModuleHulls(const QFontMetricsF& metrics) {
    const auto& modules = m_options.folding.modules;
    if (!modules) return;
    std::map<ModuleId, std::vector<std::uint32_t>> shown; // parents first
    for (std::uint32_t i = 0; i < m_boxes.size(); ++i) {
        ModuleId module = moduleOf(m_boxes[i]);
        if (m_boxes[i].module.valid()) module = (*modules)[module].parent;
        for (; module.valid() && module != modules::Root; module = (*modules)[module].parent)
            if (!m_folded.box(module).valid()) shown[module].push_back(i);
    }
    std::map<ModuleId, int> inside; // levels of frames
    for (auto it = shown.rbegin(); it != shown.rend(); ++it) {
        int& above = inside[(*modules)[it->first].parent];
        above = std::max(above, inside[it->first] + 1);
    }
    for (auto& [module, boxes] : shown) {
        HullSpec spec;
        spec.style = HullSpec::Style::Module;
        spec.module = module;
        spec.tag = QStringLiteral("− ") + moduleName((*modules)[module]);
        SceneHull made = hull(std::move(spec), boxes, HullMargin + FrameStep * inside[module]);
        made.tagRect.setWidth(MaxTag);
        addHull(std::move(made), metrics);
        QRectF& tag = m_hulls.back().tagRect;
        for (std::size_t i = 0; i + 1 < m_hulls.size(); ++i)
            if (m_hulls[i].tagRect.intersects(tag.adjusted(-2, 0, 2, 0)))
                tag.moveLeft(m_hulls[i].tagRect.right() + 4);
    }
}

} // namespace edgewright::views

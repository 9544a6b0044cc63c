// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/plan_side.h"

#include "views/support/quantity.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace edgewright::views {

std::shared_ptr<const PlanSide> PlanSide::make(std::shared_ptr<const pipeline::Analysis> analysis, bool after) {
    if (!analysis) return nullptr;
    const auto plan = after ? analysis->memoryAfter : analysis->memoryBefore;
    const ir::Graph* graph = after ? analysis->after() : analysis->before();
    if (!plan || !graph || plan->solution.offsets.size() != plan->liveness.problem.buffers.size())
        return nullptr;

    std::shared_ptr<PlanSide> side(new PlanSide);
    side->m_analysis = std::move(analysis);
    side->m_plan = plan;
    side->m_graph = graph;
    side->m_after = after;

    const memory::Liveness& liveness = plan->liveness;
    const std::size_t count = side->count();
    const ir::Connections connections(*graph);
    side->m_consumers.resize(count);
    side->m_sharings.resize(count);
    for (std::size_t i = 0; i < std::min(count, liveness.values.size()); ++i)
        for (const ValueId value : liveness.values[i]) {
            side->m_bufferOf.emplace(value, BufferId(i));
            if (graph->contains(value)) side->m_consumers[i] += connections.consumers(value).size();
        }
    std::unordered_map<NodeId, std::int64_t> stepOf;
    for (std::size_t step = 0; step < liveness.steps.size(); ++step)
        stepOf.emplace(liveness.steps[step], static_cast<std::int64_t>(step));
    for (const memory::Sharing& sharing : liveness.sharings) {
        const BufferId buffer = side->bufferOf(sharing.value);
        const auto step = stepOf.find(sharing.node);
        if (buffer.valid() && step != stepOf.end()) side->m_sharings[buffer.index()].push_back(step->second);
    }
    return side;
}

ValueId PlanSide::value(BufferId id) const {
    const auto& values = m_plan->liveness.values;
    return id.index() < values.size() && !values[id.index()].empty() ? values[id.index()].front() : ValueId();
}

BufferId PlanSide::bufferOf(ValueId value) const {
    const auto it = m_bufferOf.find(value);
    return it == m_bufferOf.end() ? BufferId() : it->second;
}

std::vector<BufferId> PlanSide::rows(RowOrder order) const {
    std::vector<BufferId> result(count());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = BufferId(i);
    std::ranges::stable_sort(result, [&](BufferId a, BufferId b) {
        const memory::Buffer &x = buffer(a), &y = buffer(b);
        switch (order) {
        case RowOrder::Size:
            if (x.size != y.size) return x.size > y.size;
            break;
        case RowOrder::Offset:
            if (offset(a) != offset(b)) return offset(a) < offset(b);
            break;
        case RowOrder::Start:
            break;
        }
        return x.lower != y.lower ? x.lower < y.lower : x.upper < y.upper;
    });
    return result;
}

std::vector<NodeId> PlanSide::translated(NodeId node) const {
    if (m_graph->contains(node)) return {node};
    const auto& history = m_analysis->fusion;
    if (!history) return {};
    const ir::Graph& other = m_after ? history->base : history->graph;
    if (!other.contains(node)) return {};
    return m_after ? history->heirsOf(node) : history->originsOf(node);
}

void PlanSide::collectWritten(NodeId node, std::vector<BufferId>& into) const {
    for (const NodeId own : translated(node)) {
        if (!m_graph->contains(own)) continue;
        for (const ValueId output : m_graph->node(own).outputs) {
            const BufferId buffer = bufferOf(output);
            if (buffer.valid() && std::ranges::find(into, buffer) == into.end()) into.push_back(buffer);
        }
    }
}

std::vector<BufferId> PlanSide::highlighted(const Item& item) const {
    std::vector<BufferId> result;
    if (item.value.valid()) {
        const BufferId own = bufferOf(item.value);
        if (own.valid()) return {own};
        // The tensor exists on the other side only: what its producer became (or came from) writes instead.
        const auto& history = m_analysis->fusion;
        if (!history) return result;
        const ir::Graph& other = m_after ? history->base : history->graph;
        if (!other.contains(item.value)) return result;
        for (const NodeId node : other.order())
            if (std::ranges::find(other.node(node).outputs, item.value) != other.node(node).outputs.end()) {
                collectWritten(node, result);
                break;
            }
    } else if (item.node.valid()) {
        collectWritten(item.node, result);
    }
    return result;
}

QString PlanSide::tooltip(BufferId id) const {
    const memory::Buffer& b = buffer(id);
    const auto bytes = [](std::int64_t n) {
        return bytesText(n) + QStringLiteral(" (") + QLocale::c().toString(static_cast<qlonglong>(n)) +
               QStringLiteral(" B)");
    };
    const auto labelOf = [&](NodeId node) {
        return m_graph->contains(node) ? QString::fromStdString(m_graph->node(node).label()) : QString();
    };
    QStringList lines{QString::fromStdString(b.name)};
    const ValueId first = value(id);
    if (first.valid() && m_graph->contains(first))
        lines << QString::fromStdString(m_graph->value(first).type.text());
    lines << tr("Size %1").arg(bytes(b.size));
    lines << tr("Alive in steps [%1, %2)").arg(b.lower).arg(b.upper);
    lines << tr("Offset %1").arg(bytes(offset(id)));
    const auto& producers = m_plan->liveness.producer;
    const QString producer = id.index() < producers.size() ? labelOf(producers[id.index()]) : QString();
    lines << (producer.isEmpty() ? tr("Graph input") : tr("Written by %1").arg(producer));
    lines << tr("Readers: %1").arg(m_consumers[id.index()]);
    const auto& values = m_plan->liveness.values;
    const std::size_t shown =
        id.index() < values.size() ? std::min<std::size_t>(values[id.index()].size(), 6) : 0;
    for (std::size_t i = 1; i < shown; ++i)
        if (m_graph->contains(values[id.index()][i]))
            lines
                << tr("Shared with %1").arg(QString::fromStdString(m_graph->value(values[id.index()][i]).name));
    return lines.join(QLatin1Char('\n'));
}

} // namespace edgewright::views

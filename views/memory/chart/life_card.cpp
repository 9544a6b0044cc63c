// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/life_card.h"

#include "views/memory/chart/plan_painter.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/utf8.h"

#include <QStringList>

#include <algorithm>

namespace edgewright::views {

namespace {

struct LifeCardText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MemoryCharts)
};

constexpr std::size_t MaxListed = 6;
constexpr int LongestName = 60, LongestReason = 300;

QString plain(const std::string& name) { return shortName(text(name), LongestName).toHtmlEscaped(); }

QString exact(std::int64_t bytes) {
    return bytes < 1024 ? bytesText(bytes)
                        : LifeCardText::tr("%1 (%2 B)").arg(bytesText(bytes), groupedText(bytes));
}

class Rows {
public:
    void add(const QString& name, const QString& value) {
        m_text += QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td>%2</td></tr>").arg(name, value);
    }
    QString text() const {
        return QStringLiteral("<table cellspacing='0' cellpadding='1'>") + m_text + QStringLiteral("</table>");
    }

private:
    QString m_text;
};

QString card(const QString& title, const Rows& rows) {
    return QStringLiteral("<div style='margin:4px 6px'><b>%1</b>%2</div>").arg(title, rows.text());
}

QString labelOf(const PlanSide& side, NodeId node) {
    if (!node.valid() || !side.given().contains(node)) return {};
    const ir::Node& it = side.given().node(node);
    const QString name = plain(it.label()), op = plain(it.op);
    return name.contains(op) ? name : name + QStringLiteral(" · ") + op;
}

QString aliveText(const PlanSide& side, const Life& life) {
    const std::int64_t last = life.upper - 1;
    return last == life.lower ? LifeCardText::tr("in step %1").arg(last)
                              : LifeCardText::tr("in steps %1 to %2 (%3 of %4)")
                                    .arg(life.lower)
                                    .arg(last)
                                    .arg(life.upper - life.lower)
                                    .arg(side.steps());
}

} // namespace

QString lifeText(const PlanSide& side, LifeId id) {
    const Box& box = side.box(id);
    return QStringList{text(side.name(id)), kindName(box.kind) + QStringLiteral(", ") + bytesText(box.size),
                       LifeCardText::tr("Alive %1").arg(aliveText(side, side.life(id)))}
        .join(u'\n');
}

QString lifeCard(const PlanSide& side, LifeId id) {
    if (id.index() >= side.lives().size()) return {};
    const Life& life = side.life(id);
    const Box& box = side.box(id);
    Rows rows;
    rows.add(LifeCardText::tr("Kind"), kindName(box.kind));
    if (life.value.valid() && side.graph().contains(life.value))
        rows.add(LifeCardText::tr("Type"), plain(side.graph().value(life.value).type.text()));
    rows.add(LifeCardText::tr("Size"), exact(box.size));
    rows.add(LifeCardText::tr("Alive"), aliveText(side, life));
    rows.add(LifeCardText::tr("Offset"), exact(box.offset));
    QStringList gaps; // of the buffer, told where its whole is
    const memory::Buffer& buffer = side.problem().buffers[box.buffer.index()];
    for (std::size_t i = 0; i < std::min(buffer.gaps.size(), MaxListed) && side.wholeOf(box.buffer) == id;
         ++i) {
        const memory::Gap& gap = buffer.gaps[i];
        gaps << LifeCardText::tr("steps %1 to %2: %3")
                    .arg(gap.lower)
                    .arg(gap.upper - 1)
                    .arg(bytesText(buffer.size - (gap.end - gap.begin)));
    }
    if (!gaps.isEmpty()) rows.add(LifeCardText::tr("Left free by parts"), gaps.join(QStringLiteral("<br>")));
    const QString producer = labelOf(side, side.producer(id));
    if (!producer.isEmpty()) rows.add(LifeCardText::tr("Written by"), producer);
    const std::vector<NodeId> readers = side.consumers(id);
    QStringList names;
    for (std::size_t i = 0; i < std::min(readers.size(), MaxListed); ++i)
        names << labelOf(side, readers[i]);
    if (readers.size() > MaxListed)
        names << LifeCardText::tr("and %n more", nullptr, static_cast<int>(readers.size() - MaxListed));
    if (!names.isEmpty()) rows.add(LifeCardText::tr("Read by"), names.join(QStringLiteral("<br>")));
    QStringList reasons;
    const std::vector<std::size_t> links = side.linksOf(id);
    for (std::size_t i = 0; i < std::min(links.size(), MaxListed); ++i) {
        const Link& link = side.links()[links[i]];
        reasons << LifeCardText::tr("step %1: %2")
                       .arg(link.step)
                       .arg(shortName(text(link.reason), LongestReason).toHtmlEscaped());
    }
    if (!reasons.isEmpty()) rows.add(LifeCardText::tr("Shares bytes"), reasons.join(QStringLiteral("<br>")));
    return card(plain(side.name(id)), rows);
}

QString linkCard(const PlanSide& side, const Link& link) {
    Rows rows;
    rows.add(LifeCardText::tr("Step"), QString::number(link.step));
    rows.add(LifeCardText::tr("Bytes"), exact(side.box(link.at).size));
    rows.add(LifeCardText::tr("Why"), shortName(text(link.reason), LongestReason).toHtmlEscaped());
    switch (link.kind) {
    case memory::SharingKind::View:
        return card(LifeCardText::tr("A view: the same bytes under another shape"), rows);
    case memory::SharingKind::Part:
        return card(LifeCardText::tr("A part: some of the bytes of the other"), rows);
    case memory::SharingKind::Overwrite:
        break;
    }
    return card(LifeCardText::tr("In place: the operator overwrites its input"), rows);
}

QString spokenSummary(const PlanSide& side) {
    const pipeline::MemoryPlan& plan = side.plan();
    return LifeCardText::
        tr("%1: %2 tensors in %3 buffers over %4 steps; arena %5, lower bound %6, most bytes alive in step %7")
            .arg(side.title())
            .arg(side.lives().size())
            .arg(side.count())
            .arg(side.steps())
            .arg(bytesText(plan.solution.peak), bytesText(plan.lowerBound))
            .arg(plan.peakStep);
}

} // namespace edgewright::views

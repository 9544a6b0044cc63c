// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/node_card.h"

#include "core/ops/work.h"
#include "views/inspector/describe.h"
#include "views/support/operator_title.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double Stripe = 4, PadLeft = 8, PadRight = 8, PadY = 6, LetterRoom = 16;
constexpr double ChipPad = 5, ChipGap = 4, MinCardWidth = 88, MaxCardWidth = 264, MaxNameWidth = 148;
constexpr double MembersRoom = 64; // beside a title
constexpr int LongestWord = 44;    // in what hovering says
constexpr int ShownValues = 4;
constexpr double EndOfSlice = 0x1p62; // exporters write one of several numbers as large as this

struct NodeCardText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::NodeCard)
};

QString dimsText(const ir::Dims& dims) {
    QStringList parts;
    for (const std::int64_t dim : dims)
        parts << integerText(dim);
    return parts.isEmpty() ? NodeCardText::tr("scalar") : parts.join(u'×');
}

// Few elements as they are, else nothing.
QString smallValues(const ir::Tensor& tensor) {
    if (!tensor.hasData() || tensor.elements() < 1 || tensor.elements() > ShownValues ||
        tensor.dtype() == ir::DataType::String)
        return {};
    QStringList parts;
    for (std::int64_t i = 0; i < tensor.elements(); ++i) {
        const double value = elementAsDouble(tensor, i);
        const bool whole = std::abs(value) < 1e6 && value == std::floor(value);
        // The bound of a slice that goes on to the end, or, counted down, to the start.
        if (tensor.dtype() == ir::DataType::Int64 && std::abs(value) >= EndOfSlice)
            parts << (value > 0 ? NodeCardText::tr("end") : NodeCardText::tr("start"));
        else
            parts << (whole ? integerText(static_cast<std::int64_t>(value)) : significant(value));
    }
    return parts.join(u' ');
}

QString role(const ir::Node& node, std::size_t input) {
    if (node.body && input < node.body->inputs.size()) { // what the member that reads it calls it
        for (const NodeId id : node.body->order()) {
            const ir::Node& member = node.body->node(id);
            for (std::size_t i = 0; i < member.inputs.size(); ++i)
                if (member.inputs[i] == node.body->inputs[input] && !member.body) return role(member, i);
        }
        return {};
    }
    if (node.is("Conv") || node.is("ConvTranspose") || node.is("Gemm"))
        return input == 1 ? QStringLiteral("W ") : input == 2 ? QStringLiteral("B ") : QString();
    if (node.is("MatMul")) return QStringLiteral("W ");
    if (node.is("LSTM") || node.is("GRU") || node.is("RNN"))
        return input == 1   ? QStringLiteral("W ")
               : input == 2 ? QStringLiteral("R ")
               : input == 3 ? QStringLiteral("B ")
                            : QString();
    return {};
}

// Constants that a node reads. Equal shapes in a row (scale, bias, mean, variance) become one chip.
void addWeightChips(const ir::Graph& graph, const ir::Node& node, const ConstantValues& constants,
                    const OuterValues& outer, std::vector<Chip>& chips) {
    struct Run {
        QString text;
        int count;
    };
    std::vector<Run> runs;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (!node.hasInput(i) || !graph.contains(node.inputs[i]) || !constants[node.inputs[i].index()])
            continue;
        const auto enclosing = outer.find(node.inputs[i]);
        const ir::Value& value = enclosing == outer.end() ? graph.value(node.inputs[i]) : *enclosing->second;
        const ir::Tensor* known = value.known();
        const ir::Tensor* constant = known ? known : value.constant ? &*value.constant : nullptr;
        if (!constant) continue;
        const QString values = smallValues(*constant);
        const QString label = values.isEmpty() ? role(node, i) + dimsText(constant->dims()) : values;
        if (!runs.empty() && runs.back().text == label)
            ++runs.back().count;
        else
            runs.push_back({label, 1});
    }
    for (const Run& run : runs)
        chips.push_back({Chip::Kind::Weight,
                         run.count > 1 ? QStringLiteral("%1 × (%2)").arg(run.count).arg(run.text) : run.text,
                         {}});
}

// Lines the chips up from `x`; what does not fit is counted in a last one. Returns the right end.
double placeChips(std::vector<Chip>& chips, const QFontMetricsF& small, double x, double y, double most) {
    const auto width = [&](const QString& label) {
        return std::ceil(small.horizontalAdvance(label)) + 2 * ChipPad;
    };
    const double height = std::ceil(small.height()) + 2;
    const double more = width(QStringLiteral("+9"));
    double end = x;
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const bool last = i + 1 == chips.size();
        const double room = most - end - (last ? 0 : more + ChipGap);
        if (i > 0 && width(chips[i].text) > room) {
            const auto left = static_cast<int>(chips.size() - i);
            chips.resize(i + 1);
            chips[i] = {Chip::Kind::Weight, QStringLiteral("+%1").arg(left), {}};
        } else if (width(chips[i].text) > room) {
            chips[i].text = small.elidedText(chips[i].text, Qt::ElideRight, room - 2 * ChipPad);
        }
        chips[i].rect = QRectF(end, y, width(chips[i].text), height);
        end = chips[i].rect.right() + ChipGap;
    }
    return end - (chips.empty() ? 0 : ChipGap);
}

QString nodeNumber(NodeId node) { return node.valid() ? QStringLiteral("#%1").arg(node.index()) : QString(); }

// Without what the title says already: "x" of "x_QuantizeLinear". Nodes without a name have their number, as in
// lists.
QString cardName(const ir::Node& node) {
    if (node.name.empty()) return nodeNumber(node.id);
    const std::string said = '_' + node.op;
    const std::string_view name = node.name;
    return text(name.size() > said.size() && name.ends_with(said) ? name.substr(0, name.size() - said.size())
                                                                  : name);
}

double cardWidth(double right) {
    return std::clamp(std::ceil((right + PadRight) / 4) * 4, MinCardWidth, MaxCardWidth);
}

QString typeLine(const ir::Value& value) {
    QString line = text(value.type.text()).toHtmlEscaped();
    if (const auto bytes = value.type.bytes()) line += QStringLiteral(" · ") + bytesText(*bytes);
    return line;
}

} // namespace

bool isFused(const ir::Node& node) { return node.domain == ir::FusedDomain || node.origins.size() > 1; }

CardFonts cardFonts() { return {font(TextSize::Body, true), font(TextSize::Small)}; }

NodeCard makeNodeCard(const ir::Graph& graph, const ir::Node& node, const ConstantValues& constants,
                      const CardMetrics& metrics, const OuterValues& outer) {
    const QFontMetricsF &bold = metrics.bold, &small = metrics.small;
    NodeCard card;
    card.title = bold.elidedText(operatorTitle(node), Qt::ElideRight,
                                 MaxCardWidth - Stripe - PadLeft - LetterRoom - PadRight -
                                     (isFused(node) ? MembersRoom : 0));

    if (const ValueId out = node.output(0); graph.contains(out))
        if (const QString shape = shapeText(graph.value(out).type); !shape.isEmpty())
            card.chips.push_back({Chip::Kind::Shape, shape, {}});
    addWeightChips(graph, node, constants, outer, card.chips);

    const double left = Stripe + PadLeft;
    double y = PadY + bold.ascent();
    card.titleAt = {left, y};
    y += bold.descent();
    const QString name = cardName(node);
    if (!name.isEmpty()) {
        y += small.ascent() + 1;
        card.subtitleAt = {left, y};
        y += small.descent();
    }
    double right = left + bold.horizontalAdvance(card.title);
    QString members; // where the title does not name them all
    if (const std::size_t named = node.body ? node.body->nodeCount() : 1;
        node.origins.size() > named && !isTitledByFunction(node))
        members = NodeCardText::tr("%n nodes", nullptr, static_cast<int>(node.origins.size()));
    QRectF membersRect;
    if (!members.isEmpty()) {
        membersRect = QRectF(right + 8, PadY - 1, std::ceil(small.horizontalAdvance(members)) + 2 * ChipPad,
                             std::ceil(small.height()) + 2);
        right = membersRect.right();
    }
    right += LetterRoom;
    if (!card.chips.empty()) {
        right = std::max(right, placeChips(card.chips, small, left, y + 4, MaxCardWidth - PadRight));
        y = card.chips.front().rect.bottom();
    }
    if (!name.isEmpty()) right = std::max(right, left + std::min(MaxNameWidth, small.horizontalAdvance(name)));
    if (!members.isEmpty()) card.chips.push_back({Chip::Kind::Members, members, membersRect});
    const double width = cardWidth(right);
    card.subtitle = name;
    card.nameRoom = width - left - PadRight;
    card.size = QSizeF(width, std::ceil((y + PadY) / 2) * 2);
    return card;
}

void nameCard(NodeCard& card, const QString& label, bool taken, NodeId node, const CardMetrics& metrics) {
    const QFontMetricsF& small = metrics.small;
    const double left = card.subtitleAt.x(), most = MaxCardWidth - left - PadRight;
    card.subtitle = label;
    if (taken || small.horizontalAdvance(label) > most) {
        const QString number = u' ' + nodeNumber(node);
        card.subtitle =
            small.elidedText(label, Qt::ElideMiddle, most - small.horizontalAdvance(number)) + number;
    }
    const double room = small.horizontalAdvance(card.subtitle);
    if (room <= card.nameRoom) return;
    card.size.setWidth(cardWidth(left + room));
    card.nameRoom = card.size.width() - left - PadRight;
}

NodeCard makeTerminalCard(const ir::Value& value, const CardMetrics& metrics) {
    const QFontMetricsF &bold = metrics.bold, &small = metrics.small;
    constexpr double Pad = 16;
    NodeCard card;
    card.title = bold.elidedText(text(value.name), Qt::ElideMiddle, MaxCardWidth - 2 * Pad);
    card.subtitle = small.elidedText(shapeText(value.type), Qt::ElideRight, MaxCardWidth - 2 * Pad);
    const double titleWidth = bold.horizontalAdvance(card.title),
                 subtitleWidth = small.horizontalAdvance(card.subtitle);
    const double width = std::clamp(std::ceil((std::max(titleWidth, subtitleWidth) + 2 * Pad) / 4) * 4,
                                    MinCardWidth, MaxCardWidth);
    double y = PadY + bold.ascent();
    card.titleAt = {(width - titleWidth) / 2, y};
    y += bold.descent();
    if (!card.subtitle.isEmpty()) {
        y += small.ascent();
        card.subtitleAt = {(width - subtitleWidth) / 2, y};
        y += small.descent();
    }
    card.size = QSizeF(width, std::ceil((y + PadY) / 2) * 2);
    return card;
}

NodeFacts factsOf(const ir::Graph& graph, const ir::Node& node) {
    NodeFacts facts;
    const auto add = [](std::int64_t& sum, std::optional<std::int64_t> bytes) {
        if (bytes && *bytes > 0 && sum <= INT64_MAX - *bytes) sum += *bytes;
    };
    for (const ValueId out : node.outputs)
        if (out.valid() && graph.contains(out)) add(facts.outBytes, graph.value(out).type.bytes());
    for (const ValueId in : node.inputs)
        if (in.valid() && graph.contains(in) && graph.value(in).constant)
            add(facts.weightBytes, graph.value(in).type.bytes());
    const ops::Work work = ops::workOf(graph, node);
    facts.macs = work.macs();
    facts.macsAreLeast = !work.uncounted.empty();
    return facts;
}

QString portalReaders(int count) { return NodeCardText::tr("%n readers", nullptr, count); }

QString nodeToolTip(const ir::Graph& graph, const ir::Node& node, const NodeFacts& facts) {
    QStringList lines;
    lines << QStringLiteral("<b>%1</b> %2")
                 .arg(operatorTitle(node).toHtmlEscaped(),
                      shortName(text(node.label()), LongestWord).toHtmlEscaped());
    for (const ValueId out : node.outputs) {
        if (!out.valid() || !graph.contains(out)) continue;
        if (lines.size() > 4) break;
        lines << QStringLiteral("→ ") + typeLine(graph.value(out));
    }
    QStringList costs;
    if (facts.weightBytes > 0) costs << NodeCardText::tr("%1 of weights").arg(bytesText(facts.weightBytes));
    if (facts.macs > 0) costs << macsText(static_cast<double>(facts.macs), facts.macsAreLeast);
    if (!costs.isEmpty()) lines << costs.join(QStringLiteral(" · "));
    return lines.join(QStringLiteral("<br>"));
}

QString valueToolTip(const ir::Value& value) {
    return QStringLiteral("<b>%1</b><br>%2")
        .arg(shortName(text(value.name), LongestWord).toHtmlEscaped(), typeLine(value));
}

} // namespace edgewright::views

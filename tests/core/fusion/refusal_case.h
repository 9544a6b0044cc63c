// SPDX-License-Identifier: GPL-3.0-or-later
// Small graphs that one rule refuses, and what the reason has to say.
#pragma once

#include "tests/core/fusion/net.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string_view>

namespace edgewright::fusion::test {

struct RefusalCase {
    const char* rule;
    const char* condition; // what is violated
    const char* text;      // part of the reason
    void (*build)(Net&);
    std::int64_t opset = 13;
};

using Ints = std::vector<std::int64_t>;

inline ir::TensorType int64s(std::int64_t count) { return {ir::DataType::Int64, ir::Dims{count}}; }

// Something that reads `value` inside its branches alone.
inline void readInside(Net& net, ValueId value) {
    const auto branch = [&](const char* op) {
        ir::GraphBuilder inner;
        ir::Value captured;
        captured.name = "outer";
        captured.outer = value;
        const ValueId in = inner.graph().addValue(captured);
        inner.output(inner.node(op, {in}));
        return std::make_shared<const ir::Graph>(inner.take());
    };
    const ValueId condition = net.input("condition", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
    net.output(net.node("If", {condition}, {{"then_branch", branch("Neg")}, {"else_branch", branch("Exp")}}));
}

// Refused for this reason, which names an operator or a tensor of the graph.
inline void expectRefusal(const History& history, std::string_view rule, const char* text) {
    QVERIFY2(history.faults.empty(), history.faults.empty() ? "" : history.faults.front().message.c_str());
    QString reasons;
    const Refusal* found = nullptr;
    for (const Refusal& refusal : history.refusals)
        if (refusal.rule == rule) {
            reasons += QString::fromStdString(refusal.reason) + QLatin1Char('\n');
            if (!found && refusal.reason.find(text) != std::string::npos) found = &refusal;
        }
    QVERIFY2(found, qPrintable(QStringLiteral("refused: ") + reasons));
    QVERIFY(!found->nodes.empty());
    QCOMPARE(found->names.size(), found->nodes.size());
    const auto isNamed = [&](const std::string& name) {
        return !name.empty() && found->reason.find(name) != std::string::npos;
    };
    bool named = std::ranges::any_of(found->names, isNamed);
    for (const NodeId id : history.base.order())
        named = named || isNamed(history.base.node(id).label());
    for (std::size_t i = 0; !named && i < history.graph.valueCount(); ++i)
        named = isNamed("'" + history.graph.value(ValueId(i)).name + "'");
    QVERIFY2(named, found->reason.c_str());
    for (const NodeId id : found->nodes)
        QVERIFY(history.graph.contains(id));
    for (const ValueId id : found->tensors)
        QVERIFY(history.graph.contains(id));
}

inline void addRows(const std::vector<RefusalCase>& cases) {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i)
        QTest::addRow("%s: %s", cases[i].rule, cases[i].condition) << static_cast<int>(i);
}

inline void checkRow(const std::vector<RefusalCase>& cases, int index) {
    const RefusalCase& each = cases[static_cast<std::size_t>(index)];
    Net net(each.opset);
    each.build(net);
    const History history = fused(net, only({each.rule}));
    QVERIFY2(history.steps.empty(), history.steps.empty() ? "" : history.steps.front().reason.c_str());
    expectRefusal(history, each.rule, each.text);
}

} // namespace edgewright::fusion::test

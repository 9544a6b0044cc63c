// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of one variant beside another: the smallest parts that both have.
#include "core/device/gpu/placement_text.h"
#include "core/device/operator_rows.h"
#include "core/table/number_text.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::device_rows_test {

using namespace edgewright::device;

class DeviceRowsTest : public QObject {
    Q_OBJECT
    static OperatorTime time(std::uint32_t node, const char* op, double seconds, std::vector<NodeId> origins,
                             double calls = 1) {
        OperatorTime made{NodeId(node), op + std::to_string(node), op, seconds};
        made.origins = std::move(origins);
        made.macs = 10;
        made.bytes = 100;
        made.features[cost::Feature::Call] = calls;
        return made;
    }
    static cost::Processor oneSecondACall() {
        cost::Processor processor;
        processor.seconds[static_cast<std::size_t>(cost::Feature::Call)] = 1;
        return processor;
    }

private slots:
    // Conv_0 and Relu_1 became ConvRelu_9; Add_2 stayed; Identity_3 went away.
    void beforeAndAfter() {
        VariantRecord before, after;
        before.operators = {time(0, "Conv", 5, {NodeId(0)}), time(1, "Relu", 2, {NodeId(1)}),
                            time(2, "Add", 1, {NodeId(2)}), time(3, "Identity", 0.5, {NodeId(3)})};
        after.operators = {time(9, "ConvRelu", 6, {NodeId(0), NodeId(1)}, 7), time(2, "Add", 2, {NodeId(2)})};
        const auto rows = operatorRows(after, &before, oneSecondACall());
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[0].name, std::string("ConvRelu9"));
        QCOMPARE(rows[0].node, NodeId(9));
        QCOMPARE(rows[0].origins, (std::vector<NodeId>{NodeId(0), NodeId(1)}));
        QCOMPARE(rows[0].seconds, 6.0);
        QCOMPARE(rows[0].before, 7.0);
        QCOMPARE(rows[0].share, 0.75);
        QCOMPARE(rows[0].predicted, 7.0);
        QCOMPARE(rows[0].macs, std::int64_t(10)); // of what is shown alone
        QCOMPARE(rows[1].before, 1.0);
        QCOMPARE(rows[2].name, std::string("Identity3"));
        QCOMPARE(rows[2].operators, std::size_t(0));
        QCOMPARE(rows[2].seconds, 0.0);
        QCOMPARE(rows[2].before, 0.5);
        const PredictionError error = predictionError(rows);
        QCOMPARE(error.total, 0.0); // 7 + 1 of 6 + 2
        QCOMPARE(error.weighted, 0.25);

        const auto kinds = grouped(operatorRows(before, nullptr, oneSecondACall()),
                                   [](const OperatorRow& row) { return row.op; });
        QCOMPARE(kinds.size(), std::size_t(4));
        QCOMPARE(kinds[0].name, std::string("Conv"));
        QVERIFY(!kinds[0].node.valid());
    }

    // What runs is in exactly one row, however the two are fused.
    void sumsAreKept() {
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            const auto make = [&] {
                VariantRecord record;
                for (std::uint32_t node = 0; node < 30;) {
                    const std::uint32_t width = 1 + random() % 4;
                    std::vector<NodeId> origins;
                    for (std::uint32_t i = 0; i < width && node < 30; ++i)
                        origins.push_back(NodeId(node++));
                    if (random() % 5 == 0) origins.clear(); // not told
                    record.operators.push_back(
                        time(100 + node, "Op", static_cast<double>(1 + random() % 9), std::move(origins)));
                }
                return record;
            };
            const VariantRecord shown = make(), before = make();
            double seconds = 0, other = 0, share = 0;
            std::size_t operators = 0;
            for (const OperatorRow& row : operatorRows(shown, &before, oneSecondACall())) {
                seconds += row.seconds;
                other += row.before;
                share += row.share;
                operators += row.operators;
            }
            QCOMPARE(seconds, shown.operatorSeconds());
            QCOMPARE(other, before.operatorSeconds());
            QVERIFY(std::abs(share - 1) < 1e-9);
            QCOMPARE(operators, shown.operators.size());
        }
    }

    // Copies of a GPU have no nodes: those of a tensor the same way stand beside each other.
    void copiesOfBoth() {
        const auto copy = [](const char* op, const char* tensor, double seconds) {
            OperatorTime made{NodeId(), tensor, op, seconds};
            made.ranBy = RanBy::Copy;
            return made;
        };
        VariantRecord before, after;
        before.operators = {copy("CopyToGpu", "x", 1), copy("CopyFromGpu", "y", 3),
                            copy("CopyFromGpu", "x", 5)};
        after.operators = {copy("CopyToGpu", "x", 2), copy("CopyFromGpu", "y", 4)};
        const auto rows = operatorRows(after, &before, oneSecondACall());
        QCOMPARE(rows.size(), std::size_t(3));
        QVERIFY(rows[0].name == "y" && rows[0].seconds == 4 && rows[0].before == 3 && rows[0].operators == 1);
        QVERIFY(rows[1].name == "x" && rows[1].seconds == 2 && rows[1].before == 1);
        QVERIFY(rows[2].op == "CopyFromGpu" && rows[2].seconds == 0 && rows[2].before == 5);
    }

    // Where the runs cannot tell the variants apart, nor can their operators.
    void rowsTellWhatTheVerdictTells() {
        const auto cells = [](std::size_t runs) {
            VariantRecord before, after;
            before.operators = {time(0, "Conv", 1, {NodeId(0)})};
            after.operators = {time(0, "Conv", 65.9, {NodeId(0)})};
            before.blocks.assign(runs, {1, 0});
            after.blocks.assign(runs, {65.9, 0});
            auto rows = std::make_shared<OperatorRows>();
            rows->rows = operatorRows(after, &before, oneSecondACall());
            rows->roof.resize(rows->rows.size());
            const table::Table all = operatorTable(rows);
            std::vector<table::Cell> found;
            for (std::size_t column = 0; column < all.heads.size(); ++column)
                if (all.heads[column].key == "change" || all.heads[column].key == "ratio")
                    found.push_back(all.at(0, column));
            return found;
        };
        const auto few = cells(2), enough = cells(60);
        QCOMPARE(few.size(), std::size_t(2));
        for (const table::Cell& each : few)
            QVERIFY(each.isNothing());
        QVERIFY(enough[0].number() && std::abs(*enough[0].number() - 64.9) < 1e-9);
        QVERIFY(enough[1].number());
        QCOMPARE(table::changeText(64.9), std::string("65.9 ×"));
        QCOMPARE(table::changeText(1), std::string("+100 %"));
    }

    // A processor is one core with our kernels in float32.
    void notOfOneCore() {
        VariantRecord record;
        record.operators = {time(0, "Conv", 5, {NodeId(0)}, 4), time(1, "Relu", 2, {NodeId(1)})};
        QCOMPARE(predictedSeconds(record, oneSecondACall()), 5.0);
        for (const Variant& other : {Variant{{.threads = 2}, "a"}, Variant{{.backend = "onednn"}, "b"},
                                     Variant{{}, "c", false, false, true}}) {
            record.variant = other;
            QCOMPARE(predictedSeconds(record, oneSecondACall()), 0.0);
            const auto rows = operatorRows(record, nullptr, oneSecondACall());
            QCOMPARE(rows[0].predicted, 0.0);
            QCOMPARE(predictionError(rows).weighted, 0.0); // not off by all of it: there is none
        }
        record.variant = {};
        QVERIFY(record.isPredictable());
        record.operators[0].arithmetic = Arithmetic::Int8; // of a model that came quantized
        QCOMPARE(predictedSeconds(record, oneSecondACall()), 0.0);
        QCOMPARE(operatorRows(record, nullptr, oneSecondACall())[0].predicted, 0.0);
    }

    // Ids come from files.
    void idsBeyondEveryGraph() {
        VariantRecord record;
        record.operators = {time(1, "Conv", 1, {NodeId(UINT32_MAX - 1)}), time(2, "Relu", 2, {NodeId(0)})};
        const auto rows = operatorRows(record, &record, oneSecondACall());
        double seconds = 0;
        for (const OperatorRow& row : rows)
            seconds += row.seconds;
        QCOMPARE(seconds, 3.0);
    }

    // On a GPU some run here instead, and tensors are copied: rows and sentences say so.
    void onTwoMachines() {
        VariantRecord record;
        record.variant.name = "fusion";
        record.operators = {time(0, "CopyToGpu", 1, {}), time(1, "Conv", 5, {NodeId(0)}),
                            time(2, "CopyFromGpu", 2, {}), time(3, "TopK", 4, {NodeId(1)}),
                            time(4, "TopK", 0.5, {NodeId(2)})};
        QVERIFY(placementText(record).empty()); // one machine alone
        for (const std::size_t copy : {0, 2})
            record.operators[copy].ranBy = RanBy::Copy;
        const auto there = placementText(record);
        QCOMPARE(there.size(), std::size_t(2));
        QCOMPARE(there[0], std::string("fusion: all of its 3 operators ran on the GPU"));
        QCOMPARE(there[1], std::string("fusion: 2 copies between both took 3.00 s"));
        for (const std::size_t here : {3, 4})
            record.operators[here].ranBy = RanBy::ThisMachine;
        QCOMPARE(placementText(record)[0],
                 std::string("fusion: 2 of 3 operators have no kernel for the GPU and ran on this machine, "
                             "4.50 s: TopK x 2"));
        auto rows = std::make_shared<OperatorRows>();
        rows->rows = operatorRows(record, nullptr, oneSecondACall());
        rows->roof.resize(rows->rows.size());
        const table::Table all = operatorTable(rows);
        const auto ranBy = std::ranges::find(all.heads, "ran_by", &table::Head::key) - all.heads.begin();
        std::vector<std::string> places;
        for (std::size_t row = 0; row < all.rows(); ++row) {
            const table::Cell cell = all.at(row, static_cast<std::size_t>(ranBy));
            const auto* const word = std::get_if<table::Word>(&cell);
            places.emplace_back(word ? word->name : "");
        }
        QVERIFY((places == std::vector<std::string>{"", "this machine", "copy", "copy", "this machine"}));
    }
};

EDGEWRIGHT_TEST(DeviceRowsTest)

} // namespace edgewright::device_rows_test

#include "device_rows_test.moc"

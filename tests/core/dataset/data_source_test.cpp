// SPDX-License-Identifier: GPL-3.0-or-later
// What is found beside models, and what paths are taken for.
#include "core/dataset/folder_contents.h"
#include "core/onnx/arrays/npz.h"
#include "tests/core/dataset/scratch.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::data_source_test {

using namespace edgewright::dataset;
using namespace edgewright::test;

namespace {

QByteArray cifarRecord() { return QByteArray(3073, 1); }

std::vector<std::string> namesOf(const std::vector<DataSource>& sources) {
    std::vector<std::string> names;
    for (const DataSource& source : sources)
        names.push_back(source.text());
    return names;
}

} // namespace

class DataSourceTest : public QObject {
    Q_OBJECT

private slots:
    void bestFirst() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 3, 32, 32}));
        const std::vector<float> zeros(3072 * 2);
        scratch.write("m/net/calibration.npy", {2, 3, 32, 32}, zeros);
        scratch.write("m/net/test.npy", {1, 3, 32, 32}, std::vector<float>(3072));
        scratch.write("m/net/data_batch_1.bin", cifarRecord() + cifarRecord());
        scratch.write("m/net/pictures/a.png", colours());
        scratch.write("m/test_data_set_0/input_0.npy", {1, 3, 32, 32}, std::vector<float>(3072));
        scratch.write("m/test_data_set_1/input_0.npy", {1, 3, 32, 32}, std::vector<float>(3072));
        scratch.write("m/beside.png", colours()); // of anything
        const auto model = scratch.write("m/net.onnx", "");
        QCOMPARE(
            namesOf(discover(model, graph)),
            (std::vector<std::string>{
                "calibration.npy beside the model, 2 samples", "test.npy beside the model, 1 sample",
                "test_data_set_* beside the model, 2 samples", "data_batch_1.bin beside the model, 2 samples",
                "net, 1 class beside the model, 1 sample", "random values, 4 samples"}));
        // What does not fit is not offered; what is alone is.
        QCOMPARE(namesOf(discover(model, graphOf(floats({1, 7})))),
                 (std::vector<std::string>{"random values, 4 samples"}));
        QCOMPARE(namesOf(discover(scratch.path("nowhere/net.onnx"), graph)),
                 (std::vector<std::string>{"random values, 4 samples"}));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(discover(model, graph, Use::Calibration, {stop.get_token(), nullptr}).size(), std::size_t(1));
    }

    void theSameInputs() {
        QVERIFY(randomSource(4, 1).hasInputsOf(randomSource(4, 1)));
        QVERIFY(!randomSource(4, 1).hasInputsOf(randomSource(4, 2)));
        const Scratch scratch;
        for (const char* file : {"a.npy", "b.npy"})
            scratch.write(file, {2, 3}, std::vector<float>(6));
        const auto a = sourceAt(scratch.path("a.npy")), b = sourceAt(scratch.path("b.npy"));
        QVERIFY(a && b && a->hasInputsOf(*a) && !a->hasInputsOf(*b) && !a->hasInputsOf(randomSource(2)));
        DataSource labelled = *a;
        labelled.labels = "labels.npy";
        QVERIFY(a->hasInputsOf(labelled));
    }

    void whatPathsAre() {
        const Scratch scratch;
        const auto kindOf = [&](const std::string& name, Use use = Use::Calibration) {
            const auto source = sourceAt(scratch.path(name), use);
            return source ? std::optional(source->kind) : std::nullopt;
        };
        scratch.write("a/calibration.npy", {1}, counting(1));
        scratch.write("a/test.npz", "PK");
        scratch.write("a/test_data_set_0/input_0.pb", {1}, counting(1));
        scratch.write("b/one.npy", {1}, counting(1));
        scratch.write("b/two.pb", {1}, counting(1));
        scratch.write("b/labels.npy", {1}, counting(1));
        scratch.write("b/outputs.npy", {1}, counting(1));
        scratch.write("c/train-images-idx3-ubyte", "");
        scratch.write("d/x.JPG", "");
        scratch.write("e/readme.txt", "");
        QCOMPARE(kindOf("a"), std::optional(SourceKind::Arrays));
        QCOMPARE(kindOf("a/"), std::optional(SourceKind::Arrays));
        QCOMPARE(kindOf("a", Use::Accuracy), std::optional(SourceKind::Archive));
        QCOMPARE(kindOf("a/test_data_set_0"), std::optional(SourceKind::TensorFolders));
        QCOMPARE(kindOf("b"), std::optional(SourceKind::Arrays));
        QCOMPARE(sourceAt(scratch.path("b"))->files.size(), std::size_t(2));
        QCOMPARE(kindOf("c"), std::optional(SourceKind::Mnist));
        QCOMPARE(kindOf("d"), std::optional(SourceKind::Images));
        QCOMPARE(kindOf("d/x.JPG"), std::optional(SourceKind::Images));
        QVERIFY(!kindOf("e") && !kindOf("e/readme.txt") && !kindOf("nothing"));
        for (const char* path : {"e", "e/readme.txt", "nothing"})
            QVERIFY(
                sourceAt(scratch.path(path)).error().message.starts_with(scratch.path(path).string() + ": "));
    }

    // Inputs that are chosen for the calibration leave labelled ones to compare on.
    void comparedApartFromTheCalibration() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 2}));
        const std::vector<float> values(4);
        const auto model = scratch.write("net.onnx", "");
        const auto mine = scratch.write("mine.npy", {2, 2}, values);
        const auto sourceOf = [&](const ChosenData& chosen) {
            const auto source = evaluationSource(model, graph, chosen, randomSource(4));
            return source ? source->title() : source.error().message;
        };
        QCOMPARE(sourceOf({}), std::string("random values"));
        QCOMPARE(sourceOf({mine, {}}), std::string("mine.npy"));
        scratch.write("net/test.npy", {2, 2}, values);
        QCOMPARE(sourceOf({mine, {}}), std::string("mine.npy")); // without labels, neither is better
        scratch.write("net/labels.npy", {2}, std::vector<std::int64_t>{0, 1});
        QCOMPARE(sourceOf({mine, {}}), std::string("test.npy beside the model"));
        QCOMPARE(sourceOf({scratch.path("net"), {}}), std::string("test.npy"));
        // Its own labels, its own files for comparing, and what is named come first.
        scratch.write("own/set.npy", {2, 2}, values);
        scratch.write("own/set_labels.npy", {2}, std::vector<std::int64_t>{1, 0});
        QCOMPARE(sourceOf({scratch.path("own/set.npy"), {}}), std::string("set.npy"));
        scratch.write("apart/calibration.npy", {2, 2}, values);
        scratch.write("apart/test.npz", "PK");
        QCOMPARE(sourceOf({scratch.path("apart"), {}}), std::string("test.npz"));
        QCOMPARE(sourceOf({scratch.path("own/set.npy"), mine}), std::string("mine.npy"));
        QVERIFY(QString::fromStdString(sourceOf({{}, scratch.path("nothing")})).contains("nothing"));
    }

    void numbersInNames() {
        QVERIFY(comesBefore("data_batch_9", "data_batch_10"));
        QVERIFY(!comesBefore("data_batch_10", "data_batch_9"));
        QVERIFY(comesBefore("a", "b") && comesBefore("a", "a1") && comesBefore("a01", "a1") &&
                !comesBefore("a1", "a01"));
        QVERIFY(comesBefore("x2y", "x10") && comesBefore("1", "a") && !comesBefore("a", "a"));
        QVERIFY(comesBefore("99999999999999999999999", "100000000000000000000000"));
        std::vector<std::string> names{"",     "0", "00", "000", "1",  "01",  "a0b",
                                       "a00b", "a", "10", "9",   "a9", "a10b"};
        for (const auto& a : names)
            for (const auto& b : names) {
                QCOMPARE(comesBefore(a, b) || comesBefore(b, a), a != b);
                QVERIFY(!(comesBefore(a, b) && comesBefore(b, a)));
                for (const auto& c : names)
                    QVERIFY(!(comesBefore(a, b) && comesBefore(b, c)) || comesBefore(a, c));
            }
        QCOMPARE(numberOf("007"), std::optional<std::int64_t>(7));
        QVERIFY(!numberOf("") && !numberOf("1a") && !numberOf("1234567890") && !numberOf("-1"));
    }
};

EDGEWRIGHT_TEST(DataSourceTest)

} // namespace edgewright::data_source_test

#include "data_source_test.moc"

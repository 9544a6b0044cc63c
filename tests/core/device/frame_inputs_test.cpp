// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of a folder as the inputs of a model. Cameras: tests/core/frames.
#include "core/device/frame_inputs.h"
#include "core/ir/builder.h"
#include "tests/core/frames/images.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::frame_inputs_test {

namespace {

ir::Graph graphOf(const std::vector<ir::Dims>& inputs) {
    ir::GraphBuilder builder;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        builder.output(
            builder.node("Relu", {builder.input("x" + std::to_string(i), {ir::DataType::Float32, inputs[i]})}));
    return builder.take();
}

} // namespace

class FrameInputsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    void write(const char* name, const QByteArray& bytes) const {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    scenario::Model model() const {
        return {.name = "eye",
                .file = "eye.onnx",
                .arrivals = {.kind = scenario::ArrivalKind::Frames, .folder = m_folder->path().toStdString()}};
    }
    auto open(const ir::Graph& graph) const { return device::FrameInputs::open(model(), graph, {}); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void requestsTakePicturesInTurn() {
        write("1.jpg", test::jpeg(8, 6));
        write("2.jpg", "no picture");
        write("3.jpg", test::jpeg(20, 20));
        const auto frames = open(graphOf({{1, 3, 4, 5}}));
        QVERIFY2(frames, frames ? "" : frames.error().message.c_str());
        std::vector<ir::Tensor> taken;
        for (std::uint64_t request = 0; request < 4; ++request) {
            const auto inputs = (*frames)->of(request);
            QVERIFY(inputs && inputs->size() == 1);
            QCOMPARE(inputs->front().dims(), (ir::Dims{1, 3, 4, 5}));
            taken.push_back(inputs->front());
        }
        const auto isSame = [&](std::size_t a, std::size_t b) {
            return std::ranges::equal(taken[a].bytes(), taken[b].bytes());
        };
        QVERIFY(isSame(0, 2) && isSame(1, 3) && !isSame(0, 1));
        const std::vector<std::string> doubts = (*frames)->doubts();
        QCOMPARE(doubts.size(), std::size_t(1));
        QVERIFY2(doubts[0].find("eye: 1 frame was left out") == 0 &&
                     doubts[0].find("2.jpg") != std::string::npos,
                 doubts[0].c_str());
    }

    void whatCannotBe() {
        write("1.jpg", "no picture");
        const auto none = open(graphOf({{1, 3, 4, 5}}));
        QVERIFY(!none && none.error().message.find("none of 1 pictures can be decoded") != std::string::npos);
        const auto two = open(graphOf({{1, 3, 4, 5}, {1, 3, 4, 5}}));
        QVERIFY(!two && two.error().message.find("has 2 inputs") != std::string::npos);
        const auto flat = open(graphOf({{7}}));
        QVERIFY(!flat && flat.error().message.find("eye") != std::string::npos);
        scenario::Model other = model();
        other.arrivals.kind = scenario::ArrivalKind::Periodic;
        const auto made = device::FrameInputs::open(other, graphOf({{7}}), {});
        QVERIFY(made && !*made);
        other.arrivals = {.kind = scenario::ArrivalKind::Camera, .device = "/dev/null"};
        QVERIFY(!device::FrameInputs::open(other, graphOf({{1, 3, 4, 5}}), {}));
    }
};

EDGEWRIGHT_TEST(FrameInputsTest)

} // namespace edgewright::frame_inputs_test

#include "frame_inputs_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Losses and training steps, against numbers worked out by hand.
#include "tests/core/ops/kernel_probe.h"
#include "tests/core/ops/near.h"
#include "tests/support/test_class.h"

namespace edgewright::loss_test {

using ir::Tensor;
using test::near;
using test::Probe;

namespace {

const std::string Training = "ai.onnx.preview.training";

Tensor floats(const std::vector<float>& values) {
    return Tensor::of<float>({static_cast<std::int64_t>(values.size())}, values);
}

} // namespace

class LossTest : public QObject {
    Q_OBJECT

private slots:
    void likelihood_data() {
        QTest::addColumn<QString>("reduction");
        QTest::addColumn<bool>("weighted");
        QTest::addColumn<bool>("ignoring");
        QTest::addColumn<QVector<double>>("expected");
        // Picked: -1, -6, -3 with labels 0, 2, 0 and weights 1, 2, 4; label 2 may be ignored.
        QTest::newRow("none") << "none" << false << false << QVector<double>{1, 6, 3};
        QTest::newRow("sum") << "sum" << false << false << QVector<double>{10};
        QTest::newRow("mean") << "mean" << false << false << QVector<double>{10.0 / 3};
        QTest::newRow("none weighted") << "none" << true << false << QVector<double>{1, 24, 3};
        QTest::newRow("mean weighted") << "mean" << true << false << QVector<double>{28.0 / 6};
        QTest::newRow("none ignoring") << "none" << false << true << QVector<double>{1, 0, 3};
        QTest::newRow("mean ignoring") << "mean" << false << true << QVector<double>{2};
        QTest::newRow("mean both") << "mean" << true << true << QVector<double>{2};
    }

    void likelihood() {
        QFETCH(QString, reduction);
        QFETCH(bool, weighted);
        QFETCH(bool, ignoring);
        QFETCH(QVector<double>, expected);
        Probe probe("NegativeLogLikelihoodLoss", 13);
        probe.attribute("reduction", reduction.toStdString());
        if (ignoring) probe.attribute("ignore_index", std::int64_t(2));
        probe.input(Tensor::of<float>({3, 3}, {-1, -2, -3, -4, -5, -6, -3, -2, -1}));
        probe.input(Tensor::of<std::int64_t>({3}, {0, 2, 0}));
        if (weighted) probe.input(floats({1, 2, 4}));
        const auto out = probe.run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], std::vector<double>(expected.begin(), expected.end())));
    }

    // [N, C, d]: the classes are not the last axis; a label outside may be the one to ignore.
    void likelihoodSpatial() {
        const Tensor scores = Tensor::of<float>({1, 2, 3}, {-1, -2, -3, -4, -5, -6});
        const auto out = Probe("NegativeLogLikelihoodLoss", 13)
                             .attribute("reduction", std::string("none"))
                             .attribute("ignore_index", std::int64_t(-7))
                             .input(scores)
                             .input(Tensor::of<std::int32_t>({1, 3}, {1, -7, 0}))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {4, 0, 3}));
        for (const std::int64_t label : {std::int64_t(-1), std::int64_t(2), INT64_MAX})
            QVERIFY(!Probe("NegativeLogLikelihoodLoss", 13)
                         .input(scores)
                         .input(Tensor::of<std::int64_t>({1, 3}, {0, 1, label}))
                         .run());
        QVERIFY(!Probe("NegativeLogLikelihoodLoss", 13)
                     .input(scores)
                     .input(Tensor::of<std::int64_t>({1}, {0}))
                     .run());
    }

    void crossEntropy() {
        const auto out = Probe("SoftmaxCrossEntropyLoss", 13)
                             .attribute("reduction", std::string("none"))
                             .input(Tensor::of<float>({2, 2}, {0, std::log(3.0f), 1000, 1000}))
                             .input(Tensor::of<std::int64_t>({2}, {1, 0}))
                             .outputs(2)
                             .run();
        QVERIFY2(out, out.text());
        const double quarter = std::log(0.25), half = std::log(0.5);
        QVERIFY(near(out[0], {-std::log(0.75), -half}));
        QVERIFY(near(out[1], {quarter, std::log(0.75), half, half}, 1e-4));
        const auto mean = Probe("SoftmaxCrossEntropyLoss", 12)
                              .attribute("ignore_index", std::int64_t(0))
                              .input(Tensor::of<float>({2, 2}, {0, std::log(3.0f), 1, 1}))
                              .input(Tensor::of<std::int64_t>({2}, {1, 0}))
                              .input(floats({5, 3}))
                              .run();
        QVERIFY2(mean, mean.text());
        QVERIFY(near(mean[0], {-std::log(0.75)}));
    }

    void adam() {
        const auto step = [](std::int64_t count) {
            return Probe("Adam", 1, Training)
                .attribute("alpha", 0.5f)
                .attribute("beta", 0.75f)
                .attribute("epsilon", 0.0f)
                .input(Tensor::scalar(0.1f))
                .input(Tensor::scalar(count))
                .input(floats({1}))
                .input(floats({2}))
                .input(floats({4}))
                .input(floats({0}))
                .outputs(3)
                .run();
        };
        // V = 0.5 * 4 + 0.5 * 2 = 3, H = 0.25 * 4 = 1.
        const auto first = step(0);
        QVERIFY2(first, first.text());
        QVERIFY(near(first[0], {1 - 0.1 * 3}));
        QVERIFY(near(first[1], {3}));
        QVERIFY(near(first[2], {1}));
        const auto second = step(2);
        QVERIFY2(second, second.text());
        QVERIFY(near(second[0], {1 - 0.1 * std::sqrt(1 - 0.5625) / 0.75 * 3}));
    }

    void adagrad() {
        const auto out = Probe("Adagrad", 1, Training)
                             .attribute("decay_factor", 0.5f)
                             .attribute("epsilon", 1.0f)
                             .attribute("norm_coefficient", 0.5f)
                             .input(Tensor::scalar(0.1f))
                             .input(Tensor::scalar<std::int64_t>(2))
                             .input(floats({2}))
                             .input(floats({3}))
                             .input(floats({9}))
                             .outputs(2)
                             .run();
        // Gradient 0.5 * 2 + 3 = 4, H = 9 + 16, rate 0.1 / 2.
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {2 - 0.05 * 4 / 6}));
        QVERIFY(near(out[1], {25}));
    }

    // Two tensors at once.
    void momentum() {
        const auto step = [](const char* mode, std::int64_t count) {
            return Probe("Momentum", 1, Training)
                .attribute("alpha", 0.5f)
                .attribute("beta", 0.25f)
                .attribute("mode", std::string(mode))
                .input(Tensor::scalar(0.1f))
                .input(Tensor::scalar(count))
                .input(floats({1}))
                .input(floats({2, 3}))
                .input(floats({4}))
                .input(floats({4, 8}))
                .input(floats({2}))
                .input(floats({0, 2}))
                .outputs(4)
                .run();
        };
        const auto first = step("standard", 0); // V = 0.5 V + G
        QVERIFY2(first, first.text());
        QVERIFY(near(first[0], {1 - 0.5}));
        QVERIFY(near(first[1], {2 - 0.4, 3 - 0.9}));
        QVERIFY(near(first[2], {5}));
        QVERIFY(near(first[3], {4, 9}));
        const auto later = step("nesterov", 1); // V = 0.5 V + 0.25 G, X -= 0.1 (G + 0.5 V)
        QVERIFY2(later, later.text());
        QVERIFY(near(later[2], {2}));
        QVERIFY(near(later[0], {1 - 0.5}));
        QVERIFY(!step("other", 0));
        QVERIFY(!Probe("Momentum", 1, Training).input(floats({1})).input(floats({1})).input(floats({1})).run());
    }

    // Typed, but not run: there is no kernel for it.
    void gradient() {
        const ops::Operator* op = ops::find(Training, "Gradient");
        QVERIFY(op && !op->run);
        const auto typed = Probe("Gradient", 1, Training)
                               .attribute("xs", std::vector<std::string>{"a", "b"})
                               .input(floats({1, 2}))
                               .input(Tensor::scalar(1.0f))
                               .outputs(2)
                               .infer();
        QVERIFY2(typed, typed.text());
        QCOMPARE(typed.types[0], ir::TensorType(ir::DataType::Float32, ir::Dims{2}));
        QCOMPARE(typed.types[1], ir::TensorType(ir::DataType::Float32, ir::Dims{}));
    }
};

EDGEWRIGHT_TEST(LossTest)

} // namespace edgewright::loss_test

#include "loss_test.moc"

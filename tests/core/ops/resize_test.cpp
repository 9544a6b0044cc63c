// SPDX-License-Identifier: GPL-3.0-or-later
// Resize and Upsample; the expected rows were worked out by hand from the definitions of the modes.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::resize_test {

using ir::Dims;
using ir::Tensor;
using test::Probe;

namespace {

Tensor row(std::vector<float> values) {
    return Tensor::of({1, 1, 1, static_cast<std::int64_t>(values.size())}, values);
}
Tensor scales(float last) { return Tensor::of<float>({4}, {1, 1, 1, last}); }
Tensor sizes(std::int64_t last) { return Tensor::of<std::int64_t>({4}, {1, 1, 1, last}); }

bool close(const Tensor& tensor, const QVector<float>& expected) {
    if (tensor.elements() != expected.size()) return false;
    for (int i = 0; i < expected.size(); ++i)
        if (!(std::abs(tensor.as<float>()[static_cast<std::size_t>(i)] - expected[i]) < 1e-5f)) {
            qWarning("element %d is %g, not %g", i,
                     static_cast<double>(tensor.as<float>()[static_cast<std::size_t>(i)]),
                     static_cast<double>(expected[i]));
            return false;
        }
    return true;
}

} // namespace

class ResizeTest : public QObject {
    Q_OBJECT

private slots:
    void coordinates_data() {
        QTest::addColumn<QString>("coordinates");
        QTest::addColumn<QVector<float>>("expected");
        // Linear, 0 10 20 30 to 8 positions.
        QTest::newRow("half_pixel") << "half_pixel" << QVector<float>{0, 2.5, 7.5, 12.5, 17.5, 22.5, 27.5, 30};
        QTest::newRow("pytorch_half_pixel")
            << "pytorch_half_pixel" << QVector<float>{0, 2.5, 7.5, 12.5, 17.5, 22.5, 27.5, 30};
        QTest::newRow("half_pixel_symmetric")
            << "half_pixel_symmetric" << QVector<float>{0, 2.5, 7.5, 12.5, 17.5, 22.5, 27.5, 30};
        QTest::newRow("asymmetric") << "asymmetric" << QVector<float>{0, 5, 10, 15, 20, 25, 30, 30};
        QTest::newRow("align_corners")
            << "align_corners"
            << QVector<float>{0, 30 / 7.f, 60 / 7.f, 90 / 7.f, 120 / 7.f, 150 / 7.f, 180 / 7.f, 30};
        QTest::newRow("tf_half_pixel_for_nn")
            << "tf_half_pixel_for_nn" << QVector<float>{2.5, 7.5, 12.5, 17.5, 22.5, 27.5, 30, 30};
    }

    void coordinates() {
        QFETCH(QString, coordinates);
        QFETCH(QVector<float>, expected);
        const auto out = Probe("Resize", 19)
                             .attribute("mode", std::string("linear"))
                             .attribute("coordinate_transformation_mode", coordinates.toStdString())
                             .input(row({0, 10, 20, 30}))
                             .omitted()
                             .input(scales(2))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(close(out[0], expected));
    }

    // Bytes are moved as floats are.
    void nearestOfBytes() {
        for (const std::int64_t width : {1, 7, 20, 33}) {
            std::vector<std::uint8_t> bytes;
            for (int i = 0; i < 2 * 3 * 10; ++i)
                bytes.push_back(static_cast<std::uint8_t>(i * 71 + 5));
            const std::vector<float> floats(bytes.begin(), bytes.end());
            const auto resized = [&](Tensor x) {
                return Probe("Resize", 13)
                    .input(std::move(x))
                    .input(Tensor::of<float>({0}, {}))
                    .input(Tensor::of<float>({0}, {}))
                    .input(Tensor::of<std::int64_t>({4}, {1, 2, 5, width}))
                    .attribute("mode", std::string("nearest"))
                    .run();
            };
            const auto some = resized(Tensor::of({1, 2, 3, 10}, bytes));
            const auto all = resized(Tensor::of({1, 2, 3, 10}, floats));
            QVERIFY2(some, some.text());
            QVERIFY2(all, all.text());
            QCOMPARE(some[0].dims(), all[0].dims());
            for (std::int64_t i = 0; i < all[0].elements(); ++i)
                QCOMPARE(ir::elementAsDouble(some[0], i), ir::elementAsDouble(all[0], i));
        }
    }

    void nearest_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QVector<float>>("expected");
        // Asymmetric, 5 to 2 positions and scale 0.4: coordinates 0 and 2.5.
        QTest::newRow("floor") << "floor" << QVector<float>{0, 2};
        QTest::newRow("ceil") << "ceil" << QVector<float>{0, 3};
        QTest::newRow("round_prefer_floor") << "round_prefer_floor" << QVector<float>{0, 2};
        QTest::newRow("round_prefer_ceil") << "round_prefer_ceil" << QVector<float>{0, 3};
    }

    void nearest() {
        QFETCH(QString, mode);
        QFETCH(QVector<float>, expected);
        const auto out = Probe("Resize", 13)
                             .attribute("nearest_mode", mode.toStdString())
                             .attribute("coordinate_transformation_mode", std::string("asymmetric"))
                             .input(row({0, 1, 2, 3, 4}))
                             .omitted()
                             .omitted()
                             .input(sizes(2))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(close(out[0], expected));
    }

    void cubicKeepsLinesAndCorners() {
        // A cubic kernel reproduces constants, and at whole coordinates the samples.
        const auto flat = Probe("Resize", 13)
                              .attribute("mode", std::string("cubic"))
                              .input(row({5, 5, 5, 5}))
                              .omitted()
                              .input(scales(2.5))
                              .run();
        QVERIFY2(flat, flat.text());
        QVERIFY(close(flat[0], QVector<float>(10, 5)));
        const auto corners = Probe("Resize", 13)
                                 .attribute("mode", std::string("cubic"))
                                 .attribute("coordinate_transformation_mode", std::string("align_corners"))
                                 .input(row({1, 4, 2, 8}))
                                 .omitted()
                                 .omitted()
                                 .input(sizes(7))
                                 .run();
        QVERIFY2(corners, corners.text());
        for (const auto& [at, value] :
             {std::pair(0, 1.0f), std::pair(2, 4.0f), std::pair(4, 2.0f), std::pair(6, 8.0f)})
            QVERIFY(std::abs(corners[0].as<float>()[static_cast<std::size_t>(at)] - value) < 1e-5f);
        // Half way between 4 and 2: (-0.09375 * 1 + 0.59375 * 4 + 0.59375 * 2 - 0.09375 * 8) with a = -0.75.
        QVERIFY(std::abs(corners[0].as<float>()[3] - (0.59375f * 6 - 0.09375f * 9)) < 1e-5f);
    }

    void antialiasAverages() {
        // Shrinking by two with the widened triangle: weights 1 3 3 1 over 8; the border element repeats
        // outside.
        const auto out = Probe("Resize", 18)
                             .attribute("mode", std::string("linear"))
                             .attribute("antialias", std::int64_t(1))
                             .input(row({0, 8, 16, 24, 32, 40}))
                             .omitted()
                             .input(scales(0.5))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(close(out[0], {(0 + 3 * 0 + 3 * 8 + 16) / 8.f, (8 + 3 * 16 + 3 * 24 + 32) / 8.f,
                               (24 + 3 * 32 + 3 * 40 + 40) / 8.f}));
    }

    void cropAndResize() {
        const auto out = Probe("Resize", 13)
                             .attribute("mode", std::string("linear"))
                             .attribute("coordinate_transformation_mode", std::string("tf_crop_and_resize"))
                             .attribute("extrapolation_value", -1.0f)
                             .input(row({0, 10, 20, 30, 40}))
                             .input(Tensor::of<float>({8}, {0, 0, 0, 0.5f, 1, 1, 1, 1.5f}))
                             .omitted()
                             .input(sizes(3))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(close(out[0], {20, 40, -1}));
    }

    void axesAndPolicy() {
        const auto x = Tensor::of<float>({1, 2, 2}, {0, 1, 2, 3});
        const auto out = Probe("Resize", 18)
                             .attribute("axes", test::Ints{2, 1})
                             .attribute("keep_aspect_ratio_policy", std::string("not_larger"))
                             .input(x)
                             .omitted()
                             .omitted()
                             .input(Tensor::of<std::int64_t>({2}, {8, 4}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (Dims{1, 4, 4}));
    }

    void upsample() {
        const auto old =
            Probe("Upsample", 7).attribute("scales", test::Floats{1, 1, 1, 2}).input(row({1, 2})).run();
        QVERIFY2(old, old.text());
        QVERIFY(close(old[0], {1, 1, 2, 2}));
        const auto linear = Probe("Upsample", 9)
                                .attribute("mode", std::string("linear"))
                                .input(row({0, 4}))
                                .input(scales(2))
                                .run();
        QVERIFY2(linear, linear.text());
        QVERIFY(close(linear[0], {0, 2, 4, 4}));
        const auto early = Probe("Resize", 10).input(row({1, 2, 3, 4})).input(scales(0.5f)).run();
        QVERIFY2(early, early.text());
        QVERIFY(close(early[0], {1, 3}));
    }

    void hostileScales_data() {
        QTest::addColumn<float>("scale");
        QTest::newRow("zero") << 0.0f;
        QTest::newRow("negative") << -1.0f;
        QTest::newRow("huge") << 1e30f;
        QTest::newRow("infinite") << std::numeric_limits<float>::infinity();
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
    }

    void hostileScales() {
        QFETCH(float, scale);
        const auto out = Probe("Resize", 13).input(row({1, 2})).omitted().input(scales(scale)).run();
        QVERIFY(!out);
        QCOMPARE(out.error->code, ErrorCode::BadInput);
    }

    void hostileRegions() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (const float bound : {1e38f, -1e38f, nan}) {
            const auto out = Probe("Resize", 13)
                                 .attribute("mode", std::string("linear"))
                                 .attribute("coordinate_transformation_mode", std::string("tf_crop_and_resize"))
                                 .input(row({1, 2, 3}))
                                 .input(Tensor::of<float>({8}, {0, 0, 0, bound, 1, 1, 1, bound}))
                                 .omitted()
                                 .input(sizes(4))
                                 .run();
            QVERIFY2(out, out.text());
        }
        QVERIFY(!Probe("Resize", 13)
                     .attribute("mode", std::string("sinc"))
                     .input(row({1, 2}))
                     .omitted()
                     .input(scales(2))
                     .run());
        QVERIFY(!Probe("Resize", 13).input(row({1, 2})).run());
    }
};

EDGEWRIGHT_TEST(ResizeTest)

} // namespace edgewright::resize_test

#include "resize_test.moc"

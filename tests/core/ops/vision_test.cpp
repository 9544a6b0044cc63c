// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling, cropping, unfolding and decoding of images, against numbers worked out by hand.
#include "tests/core/ops/kernel_probe.h"
#include "tests/core/ops/near.h"
#include "tests/support/test_class.h"

namespace edgewright::vision_test {

using ir::Tensor;
using test::Ints;
using test::near;
using test::Probe;

namespace {

Tensor ints(const std::vector<std::int64_t>& values) {
    return Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values);
}
Tensor ramp(ir::Dims dims) {
    auto tensor = Tensor::allocate(ir::DataType::Float32, std::move(dims));
    for (std::size_t i = 0; i < tensor->as<float>().size(); ++i)
        tensor->as<float>()[i] = static_cast<float>(i);
    return *tensor;
}
// A row of four elements sampled at these coordinates along x.
Probe rowAt(const std::vector<float>& xs, std::int64_t opset = 20) {
    std::vector<float> grid;
    for (const float x : xs) {
        grid.push_back(x);
        grid.push_back(0);
    }
    return Probe("GridSample", opset)
        .input(Tensor::of<float>({1, 1, 1, 4}, {10, 20, 40, 80}))
        .input(Tensor::of<float>({1, 1, static_cast<std::int64_t>(xs.size()), 2}, grid));
}

} // namespace

class VisionTest : public QObject {
    Q_OBJECT

private slots:
    void gridSample_data() {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("padding");
        QTest::addColumn<bool>("align");
        QTest::addColumn<QVector<double>>("expected");
        // At x = -1, -0.5, 0, 1, 2: positions -0.5, 0.5, 1.5, 3.5, 5.5 or, aligned, 0, 0.75, 1.5, 3, 4.5.
        QTest::newRow("linear zeros") << "linear"
                                      << "zeros" << false << QVector<double>{5, 15, 30, 40, 0};
        QTest::newRow("linear border") << "linear"
                                       << "border" << false << QVector<double>{10, 15, 30, 80, 80};
        QTest::newRow("linear reflection") << "linear"
                                           << "reflection" << false << QVector<double>{10, 15, 30, 80, 30};
        QTest::newRow("linear aligned") << "linear"
                                        << "zeros" << true << QVector<double>{10, 17.5, 30, 80, 0};
        QTest::newRow("aligned reflection") << "linear"
                                            << "reflection" << true << QVector<double>{10, 17.5, 30, 80, 30};
        QTest::newRow("nearest zeros") << "nearest"
                                       << "zeros" << false << QVector<double>{10, 10, 40, 0, 0};
        QTest::newRow("nearest border") << "nearest"
                                        << "border" << false << QVector<double>{10, 10, 40, 80, 80};
        // Weights at a half: -3/32 19/32 19/32 -3/32.
        QTest::newRow("cubic border") << "cubic"
                                      << "border" << false
                                      << QVector<double>{(-3 * 10 + 19 * 10 + 19 * 10 - 3 * 20) / 32.0,
                                                         (-3 * 10 + 19 * 10 + 19 * 20 - 3 * 40) / 32.0,
                                                         (-3 * 10 + 19 * 20 + 19 * 40 - 3 * 80) / 32.0,
                                                         (-3 * 40 + 19 * 80 + 19 * 80 - 3 * 80) / 32.0, 80};
        QTest::newRow("cubic zeros") << "cubic"
                                     << "zeros" << false
                                     << QVector<double>{(19 * 10 - 3 * 20) / 32.0,
                                                        (19 * 10 + 19 * 20 - 3 * 40) / 32.0,
                                                        (-3 * 10 + 19 * 20 + 19 * 40 - 3 * 80) / 32.0,
                                                        (-3 * 40 + 19 * 80) / 32.0, 0};
    }

    void gridSample() {
        QFETCH(QString, mode);
        QFETCH(QString, padding);
        QFETCH(bool, align);
        QFETCH(QVector<double>, expected);
        const std::vector<float> xs{-1, -0.5f, 0, 1, 2};
        const auto out = rowAt(xs)
                             .attribute("mode", mode.toStdString())
                             .attribute("padding_mode", padding.toStdString())
                             .attribute("align_corners", std::int64_t(align ? 1 : 0))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], std::vector<double>(expected.begin(), expected.end()), 1e-4));
    }

    void gridSampleOldNames() {
        for (const char* mode : {"bilinear", "bicubic"}) {
            const auto out = rowAt({0}, 16).attribute("mode", std::string(mode)).run();
            QVERIFY2(out, out.text());
            QVERIFY(near(out[0], {std::string(mode) == "bilinear" ? 30.0 : 870 / 32.0}));
        }
        QVERIFY(!rowAt({0}).attribute("mode", std::string("other")).run());
    }

    // Coordinates that are no places: nothing is read outside the input.
    void gridSampleFarAway() {
        for (const char* mode : {"linear", "nearest", "cubic"})
            for (const char* padding : {"zeros", "border", "reflection"}) {
                const auto out = rowAt({NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e10f})
                                     .attribute("mode", std::string(mode))
                                     .attribute("padding_mode", std::string(padding))
                                     .run();
                QVERIFY2(out, out.text());
                for (std::int64_t i = 0; i < 6; ++i)
                    QVERIFY(std::abs(ir::elementAsDouble(out[0], i)) < 100);
            }
    }

    // The middle of a cube of 2 x 2 x 2, and its first element.
    void gridSampleVolume() {
        const auto out = Probe("GridSample", 20)
                             .attribute("align_corners", std::int64_t(1))
                             .input(ramp({1, 2, 2, 2, 2}))
                             .input(Tensor::of<float>({1, 1, 1, 3, 3}, {0, 0, 0, -1, -1, -1, 1, -1, -1}))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {3.5, 0, 1, 11.5, 8, 9}));
    }

    void affineGrid() {
        const Tensor theta = Tensor::of<float>({1, 2, 3}, {1, 0, 0.5f, 0, 2, 0});
        const auto middles = Probe("AffineGrid", 20).input(theta).input(ints({1, 1, 2, 2})).run();
        QVERIFY2(middles, middles.text());
        QVERIFY(near(middles[0], {0, -1, 1, -1, 0, 1, 1, 1}));
        const auto corners = Probe("AffineGrid", 20)
                                 .attribute("align_corners", std::int64_t(1))
                                 .input(theta)
                                 .input(ints({1, 1, 1, 2}))
                                 .run();
        QVERIFY2(corners, corners.text());
        QVERIFY(near(corners[0], {-0.5, 0, 1.5, 0}));
        QVERIFY(!Probe("AffineGrid", 20).input(theta).input(ints({2, 1, 2, 2})).run());
        QVERIFY(!Probe("AffineGrid", 20).input(theta, false).input(ints({1, 1, -2, 2}), false).run());
    }

    void roiAlign() {
        // One bin over [0, 2] of a ramp: the mean of a plane at the middle of the region.
        const auto align = [](std::int64_t opset, std::vector<float> box, std::int64_t entry = 0) {
            return Probe("RoiAlign", opset)
                .attribute("output_height", std::int64_t(1))
                .attribute("output_width", std::int64_t(1))
                .attribute("sampling_ratio", std::int64_t(2))
                .input(ramp({1, 1, 4, 4}))
                .input(Tensor::of<float>({1, 4}, box))
                .input(ints({entry}))
                .run();
        };
        const auto old = align(10, {0, 0, 2, 2});
        QVERIFY2(old, old.text());
        QVERIFY(near(old[0], {5}));
        const auto half = align(16, {1, 1, 3, 3}); // half a pixel up and left
        QVERIFY2(half, half.text());
        QVERIFY(near(half[0], {7.5}));
        QVERIFY(!align(16, {0, 0, 2, 2}, 1));
        QVERIFY(!align(16, {0, 0, 2, 2}, -1));
        QVERIFY(align(16, {-1e30f, NAN, 1e30f, INFINITY}));
        const auto adaptive = Probe("RoiAlign", 16)
                                  .input(ramp({1, 1, 4, 4}))
                                  .input(Tensor::of<float>({1, 4}, {0, 0, 1e30f, 1}))
                                  .input(ints({0}))
                                  .run();
        QVERIFY(!adaptive);
    }

    void maxRoiPool() {
        const auto pool = [](std::vector<float> box) {
            return Probe("MaxRoiPool", 1)
                .attribute("pooled_shape", Ints{2, 2})
                .attribute("spatial_scale", 0.5f)
                .input(ramp({1, 1, 4, 4}))
                .input(Tensor::of<float>({1, 5}, box))
                .run();
        };
        const auto out = pool({0, 0, 0, 6, 6});
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {5, 7, 13, 15}));
        const auto outside = pool({0, 100, 100, 200, 200});
        QVERIFY2(outside, outside.text());
        QVERIFY(near(outside[0], {0, 0, 0, 0}));
        QVERIFY(pool({0, NAN, -INFINITY, INFINITY, 1e38f}));
        QVERIFY(!pool({1, 0, 0, 6, 6}));
        QVERIFY(!pool({NAN, 0, 0, 6, 6}));
    }

    void deformConv() {
        // Without offsets it is Conv: each output is the sum of 2 x 2 elements of a ramp, plus 1.
        Tensor offset = *Tensor::allocate(ir::DataType::Float32, {1, 8, 2, 2});
        const auto conv = [&](bool masked) {
            Probe probe("DeformConv", 19);
            probe.input(ramp({1, 1, 3, 3})).input(Tensor::of<float>({1, 1, 2, 2}, {1, 1, 1, 1})).input(offset);
            probe.input(Tensor::of<float>({1}, {1}));
            std::vector<float> mask(16, 0.5f);
            if (masked) probe.input(Tensor::of<float>({1, 4, 2, 2}, mask));
            return probe.run();
        };
        const auto plain = conv(false);
        QVERIFY2(plain, plain.text());
        QVERIFY(near(plain[0], {9, 13, 21, 25}));
        const auto masked = conv(true);
        QVERIFY2(masked, masked.text());
        QVERIFY(near(masked[0], {5, 7, 11, 13}));
        offset.as<float>()[0] = 0.5f;      // the first tap of the first output, half a row down
        offset.as<float>()[7 * 4 + 3] = 1; // the last tap of the last output, out of the plane to the right
        offset.as<float>()[1] = NAN;
        const auto moved = conv(false);
        QVERIFY2(moved, moved.text());
        QVERIFY(near(moved[0], {10.5, 12, 21, 17}));
        QVERIFY(!Probe("DeformConv", 19)
                     .input(ramp({1, 1, 3, 3}))
                     .input(ramp({1, 1, 2, 2}))
                     .input(ramp({1, 8, 2, 3}))
                     .run());
    }

    // Groups and strides: against Conv with zero offsets.
    void deformConvGroups() {
        std::mt19937 engine(3);
        const Tensor x = test::randomTensor(engine, {2, 4, 7, 6});
        const Tensor w = test::randomTensor(engine, {6, 2, 3, 2});
        const Tensor offset = *Tensor::allocate(ir::DataType::Float32, {2, 24, 4, 3});
        const auto with = [&](Probe probe) {
            return probe.attribute("group", std::int64_t(2))
                .attribute("strides", Ints{2, 2})
                .attribute("pads", Ints{1, 0, 1, 0});
        };
        const auto expected = with(Probe("Conv", 11).input(x).input(w)).run();
        QVERIFY2(expected, expected.text());
        const auto out = with(Probe("DeformConv", 22).attribute("offset_group", std::int64_t(2)))
                             .input(x)
                             .input(w)
                             .input(offset)
                             .threads(2)
                             .run();
        QVERIFY2(out, out.text());
        std::vector<double> values;
        for (const float value : expected[0].as<float>())
            values.push_back(static_cast<double>(value));
        QVERIFY(near(out[0], values));
    }

    void col2Im() {
        const auto fold = [](Tensor in, Ints image, Ints block) {
            return Probe("Col2Im", 18).input(std::move(in)).input(ints(image)).input(ints(block)).run();
        };
        // 2 x 2 blocks of ones over 3 x 3: how many blocks cover each element.
        const auto out = fold(Tensor::of<float>({1, 4, 4}, std::vector<float>(16, 1)), {3, 3}, {2, 2});
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {1, 2, 1, 2, 4, 2, 1, 2, 1}));
        const auto line = Probe("Col2Im", 18)
                              .attribute("pads", Ints{1, 0})
                              .attribute("strides", Ints{2})
                              .attribute("dilations", Ints{2})
                              .input(Tensor::of<float>({1, 2, 2}, {1, 2, 3, 4}))
                              .input(ints({4}))
                              .input(ints({2}))
                              .run();
        QVERIFY2(line, line.text()); // taps at -1 1 and 1 3
        QVERIFY(near(line[0], {0, 5, 0, 4}));
        QVERIFY(!fold(Tensor::of<float>({1, 4, 4}, std::vector<float>(16, 1)), {3, 4}, {2, 2}));
        QVERIFY(!fold(Tensor::of<float>({1, 4, 4}, std::vector<float>(16, 1)), {3, 3}, {2, 0}));
        QVERIFY(!fold(Tensor::of<float>({1, 4, 4}, std::vector<float>(16, 1)), {3}, {2, 2}));
        QVERIFY(!fold(Tensor::of<float>({1, 4, 4}, std::vector<float>(16, 1)), {INT64_MAX, INT64_MAX}, {2, 2}));
    }

    void centerCropPad() {
        const auto crop = [](Tensor in, Ints shape, Ints axes) {
            return Probe("CenterCropPad", 18)
                .attribute("axes", axes)
                .input(std::move(in))
                .input(ints(shape))
                .run();
        };
        const auto cut = crop(ramp({5}), {2}, {0});
        QVERIFY2(cut, cut.text());
        QVERIFY(near(cut[0], {1, 2}));
        const auto filled = crop(ramp({2, 2}), {1, 5}, {-2, -1});
        QVERIFY2(filled, filled.text());
        QVERIFY(near(filled[0], {0, 0, 1, 0, 0}));
        const auto strings = crop(Tensor::ofStrings({2}, {"a", "b"}), {3}, {0});
        QVERIFY2(strings, strings.text());
        QCOMPARE(strings[0].strings(), (std::vector<std::string>{"a", "b", ""}));
        QVERIFY(!crop(ramp({5}), {-2}, {0}));
        QVERIFY(!crop(ramp({5}), {1, 1}, {0}));
        QVERIFY(!crop(ramp({5}), {1}, {1}));
        QVERIFY(!crop(ramp({5}), {INT64_MAX}, {0}));
    }

    void det() {
        const auto out =
            Probe("Det", 11)
                .input(Tensor::of<float>({2, 3, 3}, {0, 2, 0, 1, 0, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9}))
                .run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {-6, 0}));
        const auto empty = Probe("Det", 22).input(*Tensor::allocate(ir::DataType::Float32, {2, 0, 0})).run();
        QVERIFY2(empty, empty.text());
        QVERIFY(near(empty[0], {1, 1}));
        QVERIFY(!Probe("Det", 11).input(ramp({2, 3})).run());
        QVERIFY(!Probe("Det", 11).input(ramp({2})).run());
    }

    void shrink() {
        const auto out = Probe("Shrink", 9)
                             .attribute("lambd", 1.0f)
                             .attribute("bias", 0.5f)
                             .input(Tensor::of<float>({5}, {-2, -1, 0, 1, 2}))
                             .run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {-1.5, 0, 0, 0, 1.5}));
        const auto integers = Probe("Shrink", 9)
                                  .attribute("lambd", 1.0f)
                                  .attribute("bias", 100.0f)
                                  .input(Tensor::of<std::int8_t>({3}, {-128, 1, 120}))
                                  .run();
        QVERIFY2(integers, integers.text());
        QVERIFY(near(integers[0], {-28, 0, 20}));
    }

    void imageDecoder_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("pnm") << (QByteArray("P6\n2 1\n255\n") + QByteArray::fromHex("ff000000ff80"));
        QByteArray bmp("BM");
        bmp += QByteArray::fromHex("3e000000"
                                   "00000000"
                                   "36000000"
                                   "28000000"
                                   "02000000"
                                   "01000000"
                                   "0100"
                                   "1800"
                                   "00000000"
                                   "08000000"
                                   "00000000"
                                   "00000000"
                                   "00000000"
                                   "00000000"
                                   "0000ff"
                                   "80ff00"
                                   "0000");
        QTest::newRow("bmp") << bmp;
        const auto entry = [](const char* tag, const char* value) {
            return QByteArray::fromHex(QByteArray(tag) +
                                       "0300"
                                       "01000000" +
                                       value + "0000");
        };
        QByteArray tiff = QByteArray::fromHex("49492a0008000000"
                                              "0700");
        tiff += entry("0001", "0200") + entry("0101", "0100") + entry("0201", "0800") + entry("0601", "0200") +
                entry("1101", "5e00") + entry("1501", "0300") + entry("1601", "0100");
        tiff += QByteArray::fromHex("ff000000ff80");
        QTest::newRow("tiff") << tiff;
    }

    // A red and a greenish pixel in every format; no end of the file brings the decoder down.
    void imageDecoder() {
        QFETCH(QByteArray, file);
        const auto decode = [](const QByteArray& bytes, const char* format) {
            return Probe("ImageDecoder", 20)
                .attribute("pixel_format", std::string(format))
                .input(Tensor::of<std::uint8_t>({bytes.size()},
                                                std::vector<std::uint8_t>(bytes.begin(), bytes.end())))
                .run();
        };
        const auto rgb = decode(file, "RGB");
        QVERIFY2(rgb, rgb.text());
        QCOMPARE(rgb[0].dims(), (ir::Dims{1, 2, 3}));
        QVERIFY(near(rgb[0], {255, 0, 0, 0, 255, 128}));
        const auto bgr = decode(file, "BGR");
        QVERIFY2(bgr, bgr.text());
        QVERIFY(near(bgr[0], {0, 0, 255, 128, 255, 0}));
        const auto grey = decode(file, "Grayscale");
        QVERIFY2(grey, grey.text());
        QVERIFY(near(grey[0], {76, 164}));
        for (int size = 0; size < file.size(); ++size)
            static_cast<void>(decode(file.left(size), "RGB"));
        for (int at = 0; at < file.size(); ++at) {
            QByteArray changed = file;
            changed[at] = '\xff';
            static_cast<void>(decode(changed, "RGB"));
        }
        QVERIFY(!decode("no image", "RGB"));
        QVERIFY(!decode(file, "CMYK"));
    }

    void imageFormatsWithoutDecoder() {
        for (const QByteArray& start :
             {QByteArray::fromHex("0000000c6a5020200d0a870a"), QByteArray("RIFF\1\2\3\4WEBPVP8 ")}) {
            const auto out = Probe("ImageDecoder", 20)
                                 .input(Tensor::of<std::uint8_t>(
                                     {start.size()}, std::vector<std::uint8_t>(start.begin(), start.end())))
                                 .run();
            QVERIFY(!out);
            QCOMPARE(out.error->code, ErrorCode::Unsupported);
        }
    }
};

EDGEWRIGHT_TEST(VisionTest)

} // namespace edgewright::vision_test

#include "vision_test.moc"

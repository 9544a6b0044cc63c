// SPDX-License-Identifier: GPL-3.0-or-later
// What cameras send as pixels: colours by the formula of the standard, sizes that do not fit, tables that are
// missing.
#include "core/frames/huffman_tables.h"
#include "core/frames/yuyv.h"
#include "tests/core/frames/images.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <random>

namespace edgewright::frames_pixels_test {

using namespace edgewright::frames;

namespace {

// BT.601 in floating point.
std::array<double, 3> colourOf(int y, int u, int v) {
    const double light = (y - 16) / 219.0, blue = (u - 128) / 224.0, red = (v - 128) / 224.0;
    const double r = light + 1.402 * red, b = light + 1.772 * blue;
    const double g = (light - 0.299 * r - 0.114 * b) / 0.587;
    return {255 * r, 255 * g, 255 * b};
}

} // namespace

class FramesPixelsTest : public QObject {
    Q_OBJECT
private slots:
    void coloursAreThoseOfTheStandard() {
        for (int y = 0; y < 256; y += 5)
            for (int u = 0; u < 256; u += 5)
                for (int v = 0; v < 256; v += 5) {
                    const auto pixels = pixelsOfYuyv(test::bytesOf(test::yuyv(2, 1, y, u, v)), {2, 1, 4});
                    QVERIFY(pixels && pixels->values.size() == 6);
                    const auto expected = colourOf(y, u, v);
                    for (std::size_t c = 0; c < 3; ++c) {
                        const double difference = pixels->values[c] - std::clamp(expected[c], 0.0, 255.0);
                        QVERIFY2(std::abs(difference) <= 1.5, qPrintable(QString::number(difference)));
                        QCOMPARE(pixels->values[c + 3], pixels->values[c]);
                    }
                }
    }

    // Two pixels share their colour; lines may be longer than their pixels.
    void pixelsAreInTheirPlaces() {
        const QByteArray bytes = QByteArray::fromHex("1080eb80 aaaa eb801080");
        const auto pixels = pixelsOfYuyv(test::bytesOf(bytes), {2, 2, 6});
        QVERIFY(pixels);
        QVERIFY(pixels->values == (std::vector<unsigned char>{0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0}));
    }

    void sizesThatDoNotFit() {
        const QByteArray bytes(4096, '\x40');
        int accepted = 0;
        for (int width = -2; width <= 10; ++width)
            for (int height = -1; height <= 4; ++height)
                for (std::size_t line = 0; line <= 24; ++line)
                    for (qsizetype size = 0; size <= 100; ++size) {
                        const auto pixels =
                            pixelsOfYuyv(test::bytesOf(bytes.left(size)), {width, height, line});
                        const bool isShape =
                            width > 0 && width % 2 == 0 && height > 0 && int(line) >= 2 * width;
                        const bool fits = isShape && size >= int(line) * (height - 1) + 2 * width;
                        QCOMPARE(pixels.has_value(), fits);
                        if (!pixels) continue;
                        ++accepted;
                        QCOMPARE(pixels->values.size(), std::size_t(width * height * 3));
                    }
        QVERIFY(accepted > 1000);
        for (const YuyvShape& shape : {YuyvShape{INT_MAX, 2, SIZE_MAX}, YuyvShape{2, INT_MAX, 4},
                                       YuyvShape{2, 2, SIZE_MAX}, YuyvShape{INT_MIN, INT_MIN, 4}}) {
            QCOMPARE(shape.bytes(), std::size_t(0));
            QVERIFY(!pixelsOfYuyv(test::bytesOf(bytes), shape));
        }
    }

    void missingTablesAreThoseOfTheStandard() {
        const QByteArray whole = test::jpeg(40, 24), cut = test::withoutTables(whole);
        QVERIFY(cut.size() == whole.size() - 420);
        QVERIFY(withHuffmanTables(test::bytesOf(whole)).empty());
        const auto restored = withHuffmanTables(test::bytesOf(cut));
        QCOMPARE(qsizetype(restored.size()), whole.size());
        const auto expected = dataset::decodeImage(test::bytesOf(whole), 3);
        const auto got = dataset::decodeImage(restored, 3);
        QVERIFY(expected && got);
        QCOMPARE(got->width, 40);
        QVERIFY(got->values == expected->values);
    }

    void imagesThatAreCutOrDamaged() {
        const QByteArray image = test::withoutTables(test::jpeg(16, 16));
        for (qsizetype size = 0; size <= image.size(); ++size) {
            const QByteArray cut = image.left(size);
            const auto restored = withHuffmanTables(test::bytesOf(cut));
            QVERIFY(restored.empty() || qsizetype(restored.size()) == size + 420);
            (void)dataset::decodeImage(restored, 3);
        }
        std::mt19937 random(1);
        for (int i = 0; i < 3000; ++i) {
            QByteArray damaged = image;
            for (int change = 0; change < 4; ++change)
                damaged[qsizetype(random() % unsigned(damaged.size()))] = static_cast<char>(random());
            const auto restored = withHuffmanTables(test::bytesOf(damaged));
            QVERIFY(restored.empty() || qsizetype(restored.size()) == damaged.size() + 420);
            const auto pixels = dataset::decodeImage(restored, 3);
            if (pixels)
                QCOMPARE(pixels->values.size(), std::size_t(pixels->width) * std::size_t(pixels->height) * 3);
            else
                QVERIFY(!pixels.error().message.empty());
        }
        QVERIFY(withHuffmanTables({}).empty());
        QVERIFY(withHuffmanTables(test::bytesOf(QByteArray(100, '\xff'))).empty());
    }
};

EDGEWRIGHT_TEST(FramesPixelsTest)

} // namespace edgewright::frames_pixels_test

#include "frames_pixels_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// CIFAR-10 and MNIST in their own formats, whole, cut off and lying.
#include "tests/core/dataset/scratch.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::records_test {

using namespace edgewright::dataset;
using namespace edgewright::test;

namespace {

// A record of CIFAR-10 whose red, green and blue are these everywhere, but for the first pixel of red.
QByteArray record(char label, char red, char green, char blue) {
    QByteArray bytes(1, label);
    bytes += QByteArray(1024, red) + QByteArray(1024, green) + QByteArray(1024, blue);
    bytes[1] = static_cast<char>(255);
    return bytes;
}

QByteArray bigEndian(const std::vector<std::uint32_t>& numbers) {
    QByteArray bytes;
    for (const std::uint32_t number : numbers)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += static_cast<char>(number >> shift & 0xff);
    return bytes;
}

QByteArray idxImages(std::uint32_t count, std::uint32_t rows, std::uint32_t columns, const QByteArray& pixels) {
    return bigEndian({0x803, count, rows, columns}) + pixels;
}

} // namespace

class RecordsTest : public QObject {
    Q_OBJECT

private slots:
    void cifar() {
        const Scratch scratch;
        const ir::Graph graph = graphOf({ir::DataType::UInt8, ir::Dims{1, 3, 32, 32}});
        scratch.write("cifar/data_batch_1.bin", record(3, 1, 2, 3) + record(9, 4, 5, 6));
        scratch.write("cifar/data_batch_10.bin", record(0, 7, 8, 9));
        scratch.write("cifar/data_batch_2.bin", record(1, 10, 11, 12));
        scratch.write("cifar/test_batch.bin", record(7, 20, 21, 22));
        scratch.write("cifar/batches.meta.txt", "airplane");
        const auto training = read(*sourceAt(scratch.path("cifar"), Use::Calibration), graph);
        QVERIFY(training);
        QCOMPARE(training->count(), std::size_t(4));
        QCOMPARE(training->name(1), std::string("data_batch_1.bin[1]"));
        QCOMPARE(training->name(2), std::string("data_batch_2.bin[0]"));
        QCOMPARE(training->name(3), std::string("data_batch_10.bin[0]"));
        const std::vector<std::optional<std::int64_t>> labels{3, 9, 1, 0};
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(training->label(i), labels[i]);
        const auto planes = valuesAt(*training, 1);
        QCOMPARE(planes.size(), std::size_t(3072));
        QCOMPARE(planes[0], 255.0f);
        QCOMPARE(planes[1], 4.0f);
        QCOMPARE(planes[1024], 5.0f);
        QCOMPARE(planes[3071], 6.0f);
        const auto test = read(*sourceAt(scratch.path("cifar"), Use::Accuracy), graph);
        QVERIFY(test && test->count() == 1 && test->label(0) == 7);
        QCOMPARE(read(*sourceAt(scratch.path("cifar/data_batch_2.bin")), graph)->count(), std::size_t(1));

        // Channels last, scaled as images are, smaller, and grey.
        ImageOptions options;
        options.scale = 1;
        options.mean = {10, 20, 30};
        const auto source = *sourceAt(scratch.path("cifar/test_batch.bin"));
        const auto last = read(source, graphOf(floats({1, 32, 32, 3})), 0, options);
        const auto pixels = valuesAt(*last, 0);
        QCOMPARE(pixels[3], 10.0f);
        QCOMPARE(pixels[4], 1.0f);
        QCOMPARE(pixels[5], -8.0f);
        QCOMPARE(valuesAt(*read(source, graphOf(floats({1, 3, 8, 8}))), 0).size(), std::size_t(192));
        const auto grey = valuesAt(*read(source, graphOf({ir::DataType::UInt8, ir::Dims{1, 32, 32, 1}})), 0);
        QCOMPARE(grey[5], static_cast<float>((77 * 20 + 150 * 21 + 29 * 22) >> 8));
    }

    void brokenCifar() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 3, 32, 32}));
        const QByteArray two = record(1, 2, 3, 4) + record(10, 2, 3, 4);
        QVERIFY(says(faultOf(scratch.write("a.bin", two), graph), {"a.bin", "record 1", "label 10", "0 to 9"}));
        QVERIFY(says(faultOf(scratch.write("b.bin", two.left(4000)), graph),
                     {"b.bin", "4000 bytes", "3073", "927"}));
        QVERIFY(says(faultOf(scratch.write("c.bin", QByteArray()), graph), {"c.bin", "0 bytes"}));
        QVERIFY(says(faultOf(scratch.write("d.bin", two.left(3073)), graphOf(floats({1, 10}))),
                     {"d.bin", "float32[1,10]"}));
    }

    void mnist() {
        const Scratch scratch;
        const ir::Graph graph = graphOf({ir::DataType::UInt8, ir::Dims{1, 1, 3, 2}});
        scratch.write("mnist/train-images-idx3-ubyte", idxImages(2, 3, 2, "abcdefghijkl"));
        scratch.write("mnist/train-labels-idx1-ubyte", bigEndian({0x801, 2}) + "\x05\x09");
        scratch.write("mnist/t10k-images-idx3-ubyte", idxImages(1, 3, 2, "uvwxyz"));
        const auto training = read(*sourceAt(scratch.path("mnist"), Use::Calibration), graph);
        QVERIFY(training);
        QCOMPARE(training->count(), std::size_t(2));
        QCOMPARE(training->name(1), std::string("train-images-idx3-ubyte[1]"));
        QCOMPARE(training->label(1), std::optional<std::int64_t>(9));
        QCOMPARE(valuesAt(*training, 1), counting(6, 'g'));
        const auto test = read(*sourceAt(scratch.path("mnist"), Use::Accuracy), graph);
        QVERIFY(test && test->count() == 1 && !test->hasLabels());
        QCOMPARE(valuesAt(*test, 0), counting(6, 'u'));
        // On three channels, each of them.
        const auto three = valuesAt(*read(*sourceAt(scratch.path("mnist/t10k-images-idx3-ubyte")),
                                          graphOf({ir::DataType::UInt8, ir::Dims{1, 3, 3, 2}})),
                                    0);
        QCOMPARE(three.size(), std::size_t(18));
        QCOMPARE(three[6], three[0]);
        QCOMPARE(three[12], three[0]);
    }

    void brokenMnist() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 1, 28, 28}));
        const auto fault = [&](const QByteArray& bytes) {
            return faultOf(scratch.write("x-images-idx3-ubyte", bytes), graph);
        };
        QVERIFY(says(fault("short"), {"x-images-idx3-ubyte", "5 bytes", "16"}));
        QVERIFY(says(fault(bigEndian({0x801, 1, 1, 1}) + "a"), {"2049", "2051"}));
        QVERIFY(says(fault(bigEndian({0xd03, 1, 1, 1}) + "a"), {"3331", "2051"}));
        QVERIFY(says(fault(idxImages(2, 2, 2, "abcdefg")), {"2 x 2 x 2", "7"}));
        QVERIFY(says(fault(idxImages(2, 2, 2, "abcdefghi")), {"2 x 2 x 2", "9"}));
        QVERIFY(says(fault(idxImages(0xffffffff, 0xffffffff, 0xffffffff, "a")), {"4294967295 x 4294967295"}));
        QVERIFY(says(fault(idxImages(5, 5, 0, "")), {"sides from 1"}));
        QVERIFY(says(fault(idxImages(1, 1, 40000, QByteArray(40000, 'a'))), {"40000x1", "16384"}));
        QVERIFY(says(fault(idxImages(0, 28, 28, "")), {"x-images-idx3-ubyte", "no sample"}));
        QVERIFY(says(fault(QByteArray::fromHex("1f8b08000000000000030000000000000000")), {"gzip"}));
        scratch.write("x-images-idx3-ubyte", idxImages(2, 1, 1, "ab"));
        scratch.write("x-labels-idx1-ubyte", bigEndian({0x801, 3}) + "abc");
        QVERIFY(says(faultOf(scratch.path("x-images-idx3-ubyte"), graph),
                     {"x-labels-idx1-ubyte", "3 labels", "2 images of x-images-idx3-ubyte"}));
    }
};

EDGEWRIGHT_TEST(RecordsTest)

} // namespace edgewright::records_test

#include "records_test.moc"

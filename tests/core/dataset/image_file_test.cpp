// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels as inputs: where the channels go, and what becomes of the values.
#include "core/dataset/image_file.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::image_file_test {

using dataset::ImageLayout;
using dataset::ImageOptions;
using dataset::readImage;

namespace {

// 2x2 pixels: red, green / blue, (10,20,30).
constexpr const char* Colours =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR42mP4z8DAAMIM/7lE5AAaWAM64pJu2QAAAABJRU5ErkJggg==";
// 2x2 pixels of grey: 0, 64 / 128, 255.
constexpr const char* Grey =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR42mNgcGBo+A8AAwUBwFNbFZ8AAAAASUVORK5CYII=";

using Values = std::vector<double>;

Values valuesOf(const ir::Tensor& tensor) {
    Values values;
    for (std::int64_t i = 0; i < tensor.elements(); ++i)
        values.push_back(elementAsDouble(tensor, i));
    return values;
}

bool near(const Values& a, const Values& b, double tolerance) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::abs(a[i] - b[i]) > tolerance) return false;
    return true;
}

} // namespace

class ImageFileTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::filesystem::path write(const char* name, const QByteArray& bytes) const {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
        return file.fileName().toStdString();
    }
    std::filesystem::path colours() const { return write("c.png", QByteArray::fromBase64(Colours)); }
    std::filesystem::path grey() const { return write("g.png", QByteArray::fromBase64(Grey)); }
    static ir::TensorType floats(const ir::Dims& dims) { return {ir::DataType::Float32, dims}; }

private slots:
    void channelsGoWhereTheInputHasThem() {
        const Values planes{255, 0, 0, 10, 0, 255, 0, 20, 0, 0, 255, 30};
        const Values pixels{255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30};
        ImageOptions raw;
        raw.scale = 1;
        const auto read = [&](const ir::Dims& dims) {
            return valuesOf(*readImage(colours(), floats(dims), raw));
        };
        QVERIFY(read({1, 3, 2, 2}) == planes);
        QVERIFY(read({1, 2, 2, 3}) == pixels);
        QVERIFY(read({3, 2, 2}) == planes);
        QVERIFY(read({2, 2, 3}) == pixels);
        raw.bgr = true;
        QVERIFY(read({1, 3, 2, 2}) == (Values{0, 0, 255, 30, 0, 255, 0, 20, 255, 0, 0, 10}));
        QVERIFY(read({1, 2, 2, 3}) == (Values{0, 0, 255, 0, 255, 0, 255, 0, 0, 30, 20, 10}));
    }

    void layoutCanBeNamed() {
        ImageOptions options;
        options.scale = 1;
        // 3 x 2 x 3: both readings are possible; auto takes the first axis.
        const auto automatic = readImage(grey(), floats({1, 3, 2, 3}), options);
        QVERIFY(automatic);
        options.layout = ImageLayout::ChannelsFirst;
        QVERIFY(valuesOf(*readImage(grey(), floats({1, 3, 2, 3}), options)) == valuesOf(*automatic));
        options.layout = ImageLayout::ChannelsLast;
        const auto last = readImage(grey(), floats({1, 3, 2, 3}), options);
        QVERIFY(last && valuesOf(*last) != valuesOf(*automatic));
        const Values values = valuesOf(*last); // grey: the three channels of a pixel are one
        QVERIFY(values[0] == values[1] && values[1] == values[2] && values[0] != values[3]);
        QVERIFY(!readImage(grey(), floats({1, 3, 2, 2}), options)); // the last axis has 2
        options.layout = ImageLayout::ChannelsFirst;
        QVERIFY(!readImage(grey(), floats({1, 2, 2, 3}), options));
    }

    void greyAndColour() {
        ImageOptions raw;
        raw.scale = 1;
        const Values four{0, 64, 128, 255};
        QVERIFY(valuesOf(*readImage(grey(), floats({1, 1, 2, 2}), raw)) == four);
        QVERIFY(valuesOf(*readImage(grey(), floats({1, 2, 2, 1}), raw)) == four);
        Values repeated;
        for (int i = 0; i < 3; ++i)
            repeated.insert(repeated.end(), four.begin(), four.end());
        QVERIFY(valuesOf(*readImage(grey(), floats({1, 3, 2, 2}), raw)) == repeated);
        // Luminance, in the integer arithmetic of the decoder: 0.299 R + 0.587 G + 0.114 B.
        QVERIFY(
            near(valuesOf(*readImage(colours(), floats({1, 1, 2, 2}), raw)), {76.2, 149.7, 29.1, 18.2}, 1.2));
    }

    void meanAndDeviation() {
        const ir::TensorType type = floats({1, 3, 2, 2});
        QVERIFY(near(valuesOf(*readImage(colours(), type)),
                     {1, 0, 0, 10 / 255.0, 0, 1, 0, 20 / 255.0, 0, 0, 1, 30 / 255.0}, 1e-7));
        ImageOptions options;
        options.mean = {0.485, 0.456, 0.406};
        options.deviation = {0.229, 0.224, 0.225};
        const Values red{(1 - 0.485) / 0.229, -0.485 / 0.229, -0.485 / 0.229, (10 / 255.0 - 0.485) / 0.229};
        const Values blue{-0.406 / 0.225, -0.406 / 0.225, (1 - 0.406) / 0.225, (30 / 255.0 - 0.406) / 0.225};
        Values got = valuesOf(*readImage(colours(), type, options));
        QVERIFY(near({got.begin(), got.begin() + 4}, red, 1e-6));
        QVERIFY(near({got.begin() + 8, got.end()}, blue, 1e-6));
        options.bgr = true; // mean and deviation stay those of their colours
        got = valuesOf(*readImage(colours(), type, options));
        QVERIFY(near({got.begin(), got.begin() + 4}, blue, 1e-6));
        QVERIFY(near({got.begin() + 8, got.end()}, red, 1e-6));

        ImageOptions pixels;
        pixels.scale = 1;
        pixels.mean = {127.5};
        pixels.deviation = {128};
        QVERIFY(near(valuesOf(*readImage(grey(), floats({1, 1, 2, 2}), pixels)),
                     {-127.5 / 128, -63.5 / 128, 0.5 / 128, 127.5 / 128}, 1e-6));
        QVERIFY(!readImage(grey(), floats({1, 1, 2, 2}), options)); // three means, one channel
    }

    void otherElementTypes() {
        const auto bytes = readImage(grey(), {ir::DataType::UInt8, ir::Dims{1, 2, 2, 1}});
        QVERIFY(bytes && bytes->dtype() == ir::DataType::UInt8);
        QVERIFY(valuesOf(*bytes) == (Values{0, 64, 128, 255}));
        ImageOptions options;
        options.mean = {0.5};
        const auto refused = readImage(grey(), {ir::DataType::UInt8, ir::Dims{1, 2, 2, 1}}, options);
        QVERIFY(!refused && refused.error().message.find("mean") != std::string::npos);
        const auto halves = readImage(grey(), {ir::DataType::Float16, ir::Dims{1, 1, 2, 2}}, options);
        QVERIFY(halves && halves->dtype() == ir::DataType::Float16);
        QVERIFY(near(valuesOf(*halves), {-0.5, 64 / 255.0 - 0.5, 128 / 255.0 - 0.5, 0.5}, 1e-3));
        QVERIFY(!readImage(grey(), {ir::DataType::Int64, ir::Dims{1, 1, 2, 2}}));
    }

    void sizesAreMet() {
        const auto larger = readImage(colours(), floats({1, 3, 5, 9}));
        QVERIFY(larger && larger->dims() == (ir::Dims{1, 3, 5, 9}));
        for (const double value : valuesOf(*larger))
            QVERIFY(value >= 0 && value <= 1);
    }

    void whatIsNoImage() {
        const auto refused = [&](const std::filesystem::path& file, const ir::TensorType& type) {
            const auto got = readImage(file, type);
            return !got && got.error().message.find(file.string()) != std::string::npos;
        };
        QVERIFY(refused(write("t.png", "no image"), floats({1, 3, 2, 2})));
        const auto text = readImage(write("t.png", "no image"), floats({1, 3, 2, 2}));
        QVERIFY(text.error().message.ends_with("t.png: is damaged, or no PNG, JPEG or BMP image"));
        QVERIFY(refused(write("e.png", ""), floats({1, 3, 2, 2})));
        const QByteArray whole = QByteArray::fromBase64(Colours);
        QVERIFY(refused(write("cut.png", whole.left(40)), floats({1, 3, 2, 2})));
        QVERIFY(refused("/no/such/file.png", floats({1, 3, 2, 2})));
        for (const ir::Dims& dims : {ir::Dims{2, 3, 2, 2}, ir::Dims{1, 2, 2, 2}, ir::Dims{2, 2},
                                     ir::Dims{1, 3, 0, 2}, ir::Dims{1, 3, std::int64_t(1) << 40, 2}})
            QVERIFY(refused(colours(), floats(dims)));
    }
};

EDGEWRIGHT_TEST(ImageFileTest)

} // namespace edgewright::image_file_test

#include "image_file_test.moc"

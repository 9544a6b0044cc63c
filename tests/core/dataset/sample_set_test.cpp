// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays, archives, folders of tensors and images as samples: what they hold, and what is said of those that do
// not fit.
#include "core/onnx/arrays/npz.h"
#include "tests/core/dataset/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::sample_set_test {

using namespace edgewright::dataset;
using namespace edgewright::test;

namespace {

SampleSet opened(const std::filesystem::path& path, const ir::Graph& graph, std::size_t limit = 0,
                 Use use = Use::Accuracy) {
    return *read(*sourceAt(path, use), graph, limit);
}

} // namespace

class SampleSetTest : public QObject {
    Q_OBJECT

private slots:
    void stacks() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 2, 3}));
        for (const ir::Dims& dims : {ir::Dims{4, 2, 3}, ir::Dims{4, 1, 2, 3}}) {
            const auto file = scratch.write("any.npy", dims, counting(24));
            const SampleSet set = opened(file, graph);
            QCOMPARE(set.count(), std::size_t(4));
            QCOMPARE(set.name(2), std::string("any.npy[2]"));
            QVERIFY(!set.hasLabels());
            for (std::size_t i = 0; i < 4; ++i) {
                const auto feeds = set.feeds(i);
                QVERIFY(feeds && feeds->begin()->first == graph.inputs.front());
                QCOMPARE(feeds->begin()->second.dims(), (ir::Dims{1, 2, 3}));
                QCOMPARE(valuesAt(set, i), counting(6, static_cast<float>(6 * i)));
            }
            QCOMPARE(opened(file, graph, 3).count(), std::size_t(3));
            QCOMPARE(opened(file, graph, 30).count(), std::size_t(4));
        }
        const SampleSet one = opened(scratch.write("one.npy", {2, 3}, counting(6)), graph);
        QCOMPARE(one.count(), std::size_t(1));
        QCOMPARE(one.name(0), std::string("one.npy"));
        // A batch of two at once.
        const ir::Graph pairs = graphOf(floats({2, 3}));
        QCOMPARE(opened(scratch.write("pairs.npy", {4, 3}, counting(12)), pairs).count(), std::size_t(2));
        // What NumPy makes where nobody names a type.
        const SampleSet doubles =
            opened(scratch.write("doubles.npy", {2, 2, 3}, std::vector<double>(12, 0.1)), graph);
        QCOMPARE(doubles.feeds(1)->begin()->second.dtype(), ir::DataType::Float32);
        QCOMPARE(valuesAt(doubles, 1), std::vector<float>(6, 0.1f));
    }

    // A model that was bound to the sizes of one sample: the file of another size is named, with both shapes.
    void samplesOfTwoSizes() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 2, 3}));
        scratch.write("arrays/a.npy", {1, 2, 3}, counting(6));
        scratch.write("arrays/b.npy", {1, 2, 4}, counting(8));
        scratch.write("folders/test_data_set_0/input_0.npy", {1, 2, 3}, counting(6));
        scratch.write("folders/test_data_set_1/input_0.npy", {1, 2, 4}, counting(8));
        for (const auto& [folder, file] :
             {std::pair("arrays", "arrays/b.npy"), std::pair("folders", "folders/test_data_set_1")}) {
            const std::string fault = faultOf(scratch.path(folder), graph);
            for (const std::string& part :
                 {scratch.path(file).string(), std::string("float32[1,2,3]"), std::string("float32[1,2,4]")})
                QVERIFY2(fault.find(part) != std::string::npos, fault.c_str());
        }
    }

    void stacksThatDoNotFit() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 2, 3}));
        for (const ir::Dims& dims :
             {ir::Dims{4, 3, 2}, ir::Dims{24}, ir::Dims{2, 2, 2, 3}, ir::Dims{3, 4, 1, 2}}) {
            const auto file = scratch.write("bad.npy", dims, counting(24));
            QVERIFY(says(faultOf(file, graph), {file.string(), "float32[1,2,3]", "float32["}));
        }
        QVERIFY(says(faultOf(scratch.write("none.npy", {0, 2, 3}, std::vector<float>()), graph), {"none.npy"}));
        QVERIFY(says(faultOf(scratch.write("bytes.npy", {1, 2, 3}, std::vector<std::uint8_t>(6)), graph),
                     {"uint8[1,2,3]"}));
        QVERIFY(says(faultOf(scratch.write("text.npy", "no array"), graph), {"text.npy", "NUMPY"}));
        // A header that asks for more than there is.
        std::string header = "\x93NUMPY\x01";
        header.push_back('\0');
        const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (9999999999, 2, 3)}";
        header += static_cast<char>(text.size());
        header.push_back('\0');
        QVERIFY(says(faultOf(scratch.write("huge.npy", QByteArray::fromStdString(header + text)), graph),
                     {"huge.npy"}));
        ir::GraphBuilder two;
        two.output(two.node("Add", {two.input("a", floats({1})), two.input("b", floats({1}))}));
        QVERIFY(
            says(faultOf(scratch.write("one.npy", {1}, counting(1)), two.graph()), {"2 inputs", "one.npy"}));
        // Without an extent, there is no telling how many samples there are.
        ir::TensorType open(ir::DataType::Float32, std::vector<ir::Dim>{ir::Dim::named("batch"), 2, 3});
        QVERIFY(says(faultOf(scratch.write("fits.npy", {4, 2, 3}, counting(24)), graphOf(open)),
                     {"known extents"}));
    }

    void labelsOfStacks() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 2}));
        const auto file = scratch.write("data/test.npy", {3, 2}, counting(6));
        scratch.write("data/calibration.npy", {3, 2}, counting(6));
        const auto labels = scratch.write("data/labels.npy", {3}, std::vector<std::int64_t>{7, 0, 2});
        const SampleSet set = opened(file, graph);
        QVERIFY(set.hasLabels());
        QCOMPARE(set.label(0), std::optional<std::int64_t>(7));
        QCOMPARE(set.label(2), std::optional<std::int64_t>(2));
        // labels.npy is that of the test.
        QVERIFY(!opened(scratch.path("data/calibration.npy"), graph).hasLabels());
        scratch.write("data/calibration_labels.npy", {3, 1}, std::vector<std::uint8_t>{1, 2, 3});
        QCOMPARE(opened(scratch.path("data"), graph, 0, Use::Calibration).label(1),
                 std::optional<std::int64_t>(2));
        QCOMPARE(opened(scratch.path("data"), graph).label(1), std::optional<std::int64_t>(0));

        scratch.write("data/labels.npy", {2}, std::vector<std::int64_t>{7, 0});
        QVERIFY(says(faultOf(file, graph), {labels.string(), "int64[2]", "3 samples"}));
        scratch.write("data/labels.npy", {3}, std::vector<std::int64_t>{7, -1, 0});
        QVERIFY(says(faultOf(file, graph), {"label 1 is -1"}));
        scratch.write("data/labels.npy", {3}, std::vector<float>{7, 1, 0});
        QVERIFY(says(faultOf(file, graph), {"expected integers"}));
    }

    void archives() {
        const Scratch scratch;
        ir::GraphBuilder builder;
        builder.output(
            builder.node("Add", {builder.input("a", floats({1, 2})), builder.input("b", floats({1}))}));
        const ir::Graph graph = builder.take();
        const auto tensor = [](const ir::Dims& dims, float first) {
            return ir::Tensor::of(
                dims, counting(static_cast<std::size_t>(dims[0] * (dims.size() > 1 ? dims[1] : 1)), first));
        };
        const auto write = [&](const std::vector<onnx::NamedTensor>& members) {
            QDir().mkpath(QString::fromStdString(scratch.path("").string()));
            (void)onnx::writeNpz(scratch.path("all.npz"), members);
            return scratch.path("all.npz");
        };
        const ir::Tensor labels = ir::Tensor::of({3}, std::vector<std::int32_t>{1, 0, 5});
        const SampleSet set =
            opened(write({{"a", tensor({3, 2}, 0)}, {"b", tensor({3}, 10)}, {"labels", labels}}), graph);
        QCOMPARE(set.count(), std::size_t(3));
        QCOMPARE(valuesOf(set.feeds(1)->at(graph.inputs[0])), (std::vector<float>{2, 3}));
        QCOMPARE(valuesOf(set.feeds(2)->at(graph.inputs[1])), (std::vector<float>{12}));
        QCOMPARE(set.label(2), std::optional<std::int64_t>(5));
        QCOMPARE(set.name(1), std::string("all.npz[1]"));
        QVERIFY(says(faultOf(write({{"a", tensor({3, 2}, 0)}, {"b", tensor({2}, 0)}}), graph),
                     {"3", "2", "'a'", "'b'"}));
        QVERIFY(says(faultOf(write({{"a", tensor({3, 2}, 0)}}), graph), {"no array for input 'b'"}));
        QVERIFY(says(
            faultOf(write({{"a", tensor({3, 2}, 0)}, {"b", tensor({3}, 0)}, {"c", tensor({3}, 0)}}), graph),
            {"all.npz", "'c'"}));
        QVERIFY(
            says(faultOf(write({{"a", tensor({3, 2}, 0)}, {"b", tensor({3}, 0)}, {"labels", tensor({2}, 0)}}),
                         graph),
                 {"labels", "3 samples"}));
        // Whatever its name, the only array is that of the only input.
        QCOMPARE(opened(write({{"arr_0", tensor({3, 2}, 0)}}), graphOf(floats({1, 2}))).count(),
                 std::size_t(3));
        QVERIFY(says(faultOf(scratch.write("broken.npz", "PK no archive"), graph), {"broken.npz"}));
    }

    // 8-bit images and the like: what they stand for is said beside them.
    void scaledIntegers() {
        const Scratch scratch;
        const auto write = [&](const std::vector<onnx::NamedTensor>& members) {
            (void)onnx::writeNpz(scratch.path("set.npz"), members);
            return scratch.path("set.npz");
        };
        const ir::Tensor bytes =
            ir::Tensor::of({2, 2, 3}, std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 0, 51, 102, 153, 204, 255});
        const ir::Tensor scale = ir::Tensor::scalar(1 / 127.5), offset = ir::Tensor::scalar(std::int64_t(-1));
        const ir::Tensor labels = ir::Tensor::of({2}, std::vector<std::uint8_t>{9, 4});
        const ir::Graph graph = graphOf(floats({1, 2, 3}));
        const SampleSet set =
            opened(write({{"x", bytes}, {"labels", labels}, {"offset", offset}, {"scale", scale}}), graph);
        QCOMPARE(set.count(), std::size_t(2));
        QCOMPARE(set.label(1), std::optional<std::int64_t>(4));
        QCOMPARE(valuesAt(set, 1), (std::vector<float>{-1.0f, -0.6f, -0.2f, 0.2f, 0.6f, 1.0f}));
        QCOMPARE(valuesAt(opened(write({{"x", bytes}, {"offset", offset}}), graph), 0),
                 (std::vector<float>{-1, 0, 1, 2, 3, 4}));
        // One for each index of an axis, here of the first behind the batch.
        const ir::Tensor rows = ir::Tensor::of({2, 1}, std::vector<float>{0.5f, -2});
        QCOMPARE(valuesAt(opened(write({{"x", bytes}, {"scale", rows}}), graph), 0),
                 (std::vector<float>{0, 0.5f, 1, -6, -8, -10}));
        const ir::Tensor columns = ir::Tensor::of({1, 1, 3}, std::vector<std::int32_t>{1, 10, 100});
        QCOMPARE(valuesAt(opened(write({{"x", bytes}, {"offset", columns}}), graph), 0),
                 (std::vector<float>{1, 11, 102, 4, 14, 105}));
        const ir::Graph halves = graphOf({ir::DataType::Float16, ir::Dims{1, 2, 3}});
        QCOMPARE(valuesAt(opened(write({{"x", bytes}, {"offset", offset}}), halves), 0),
                 (std::vector<float>{-1, 0, 1, 2, 3, 4}));
        const ir::Tensor words =
            ir::Tensor::of({1, 2, 3}, std::vector<std::int16_t>{-32768, 0, 1, 2, 3, 32767});
        QCOMPARE(valuesAt(opened(write({{"x", words}, {"scale", ir::Tensor::scalar(2.0f)}}), graph), 0),
                 (std::vector<float>{-65536, 0, 2, 4, 6, 65534}));

        const auto fault = [&](const std::vector<onnx::NamedTensor>& members, const ir::Graph& of) {
            return faultOf(write(members), of);
        };
        QVERIFY(says(fault({{"x", bytes}}, graph), {"set.npz", "'x'", "uint8[2,2,3]", "array 'scale'"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::of({2}, std::vector<float>{1, 2})}}, graph),
                     {"set.npz", "'scale'", "float32[2]", "[3,1,1]"}));
        QVERIFY(says(fault({{"x", bytes}, {"offset", ir::Tensor::of({2, 3}, counting(6))}}, graph),
                     {"'offset'", "float32[2,3]"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::of({1, 1, 1, 1}, counting(1, 1))}}, graph),
                     {"'scale'", "float32[1,1,1,1]"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::of({0}, std::vector<float>())}}, graph),
                     {"'scale'", "float32[0]"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::scalar(0.0)}}, graph), {"'scale' holds a 0"}));
        for (const double wrong : {std::numeric_limits<double>::infinity(), std::nan("")})
            QVERIFY(says(fault({{"x", bytes}, {"offset", ir::Tensor::scalar(wrong)}}, graph),
                         {"'offset'", "not finite"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::scalar(1e37)}}, graph), {"cannot hold"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::scalar(256.0)}}, halves), {"cannot hold"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", ir::Tensor::ofStrings({}, {"one"})}}, graph), {"'scale'"}));
        // There is nothing to scale.
        QVERIFY(says(fault({{"x", ir::Tensor::of({1, 2, 3}, counting(6))}, {"scale", scale}}, graph),
                     {"'scale'", "integers"}));
        QVERIFY(says(fault({{"x", bytes}, {"scale", scale}}, graphOf({ir::DataType::UInt8, ir::Dims{1, 2, 3}})),
                     {"'scale'", "integers"}));
        // Wider integers are none that a scale is for.
        QVERIFY(says(
            fault({{"x", ir::Tensor::of({1, 2, 3}, std::vector<std::int32_t>(6))}, {"scale", scale}}, graph),
            {"int32[1,2,3]"}));
    }

    void tensorFolders() {
        const Scratch scratch;
        ir::GraphBuilder builder;
        builder.output(builder.node("Add", {builder.input("a", floats({2})), builder.input("b", floats({2}))}));
        const ir::Graph graph = builder.take();
        for (const char* number : {"0", "2", "10"}) {
            const std::string folder = std::string("sets/test_data_set_") + number;
            scratch.write(folder + "/input_0.pb", {2}, counting(2, std::stof(number)));
            scratch.write(folder + "/input_1.npy", {2}, counting(2, 1 + std::stof(number)));
        }
        const SampleSet set = opened(scratch.path("sets"), graph);
        QCOMPARE(set.count(), std::size_t(3));
        QCOMPARE(set.name(2), std::string("test_data_set_10"));
        QCOMPARE(valuesOf(set.feeds(1)->at(graph.inputs[0])), (std::vector<float>{2, 3}));
        QCOMPARE(valuesOf(set.feeds(1)->at(graph.inputs[1])), (std::vector<float>{3, 4}));
        QCOMPARE(opened(scratch.path("sets/test_data_set_2"), graph).count(), std::size_t(1));
        // What a folder does not give has seeded values, the same each time.
        std::filesystem::remove(scratch.path("sets/test_data_set_2/input_1.npy"));
        QCOMPARE(set.feeds(1)->size(), std::size_t(2));
        QCOMPARE(valuesOf(set.feeds(1)->at(graph.inputs[1])), valuesOf(set.feeds(1)->at(graph.inputs[1])));
        scratch.write("sets/test_data_set_2/input_1.npy", {3}, counting(3));
        QVERIFY(says(faultOf(scratch.path("sets"), graph), {"test_data_set_2", "'b'"}));
        std::filesystem::remove_all(scratch.path("sets/test_data_set_2"));
        QVERIFY(says(set.feeds(1).error().message, {"test_data_set_2", "input_0"}));
    }

    void images() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 3, 2, 2}));
        for (const char* name : {"flat/10.png", "flat/9.PNG", "classes/cat/a.png", "classes/ant/b.png",
                                 "classes/ant/c.png", "numbers/10/a.png", "numbers/2/b.png"})
            scratch.write(name, colours());
        scratch.write("flat/notes.txt", "no image");
        const SampleSet flat = opened(scratch.path("flat"), graph);
        QCOMPARE(flat.count(), std::size_t(2));
        QCOMPARE(flat.name(0), std::string("9.PNG"));
        QVERIFY(!flat.hasLabels());
        QCOMPARE(valuesAt(flat, 0).front(), 1.0f);
        const auto source = *sourceAt(scratch.path("classes"));
        QCOMPARE(source.classes, (std::vector<std::string>{"ant", "cat"}));
        const SampleSet classes = opened(scratch.path("classes"), graph);
        QCOMPARE(classes.count(), std::size_t(3));
        QCOMPARE(classes.name(2), std::string("cat/a.png"));
        QCOMPARE(classes.label(0), std::optional<std::int64_t>(0));
        QCOMPARE(classes.label(2), std::optional<std::int64_t>(1));
        // Of few, some from every class.
        const SampleSet few = opened(scratch.path("numbers"), graph, 2);
        QCOMPARE(few.label(0), std::optional<std::int64_t>(2));
        QCOMPARE(few.label(1), std::optional<std::int64_t>(10));
        for (int i = 0; i < 10; ++i)
            scratch.write("classes/ant/" + std::to_string(i) + ".png", colours());
        QCOMPARE(opened(scratch.path("classes"), graph, 13).label(12), std::optional<std::int64_t>(1));
        QCOMPARE(opened(scratch.path("classes"), graph, 2).name(1), std::string("ant/6.png"));
        QCOMPARE(opened(scratch.path("flat/10.png"), graph).count(), std::size_t(1));

        scratch.write("flat/11.png", "broken");
        QVERIFY(says(faultOf(scratch.path("flat"), graph), {"11.png", "damaged"}));
        QVERIFY(says(faultOf(scratch.path("flat"), graphOf(floats({1, 5, 2, 2}))),
                     {"[1,C,H,W]", "float32[1,5,2,2]"}));
    }

    // A header of a few bytes can name any extents.
    void imagesOfAbsurdSize() {
        const Scratch scratch;
        QByteArray image = colours();
        image.replace(16, 8, QByteArray::fromHex("0000271000004e20"));
        const std::string fault = faultOf(scratch.write("huge.png", image), graphOf(floats({1, 3, 2, 2})));
        QVERIFY(says(fault, {"huge.png", "10000x20000", "at most 67108864"}));
        image.replace(16, 8, QByteArray::fromHex("7fffffff7fffffff"));
        QVERIFY(says(faultOf(scratch.write("most.png", image), graphOf(floats({1, 3, 2, 2}))), {"most.png"}));
        image.replace(16, 8, QByteArray::fromHex("0000ffff000003ff")); // few enough, and not there
        QVERIFY(says(faultOf(scratch.write("cut.png", image), graphOf(floats({1, 3, 2, 2}))),
                     {"cut.png", "damaged"}));
    }

    void croppedImages() {
        const Scratch scratch;
        // 4 x 2 pixels: columns of 0, 100, 200, 250.
        const auto file =
            scratch.write("wide.bmp", QByteArray::fromHex("424d5e0000000000000036000000280000000400000002000000"
                                                          "0100180000000000000000000000000000000000000000000000"
                                                          "0000"
                                                          "000000646464c8c8c8fafafa"
                                                          "000000646464c8c8c8fafafa"));
        const ir::Graph graph = graphOf({ir::DataType::UInt8, ir::Dims{1, 1, 2, 2}});
        ImageOptions crop;
        crop.fit = ImageFit::Crop;
        const auto middle = read(*sourceAt(file), graph, 0, crop);
        QVERIFY(middle);
        QCOMPARE(valuesAt(*middle, 0), (std::vector<float>{100, 200, 100, 200}));
        const auto whole = valuesAt(*read(*sourceAt(file), graph), 0);
        QVERIFY(whole[0] < 90 && whole[1] > 205);
    }

    void randomInputs() {
        const ir::Graph graph = graphOf(floats({1, 2}));
        const auto set = read(randomSource(3, 5), graph);
        QVERIFY(set && set->count() == 3 && !set->hasLabels());
        QCOMPARE(set->name(1), std::string("seed 6"));
        QCOMPARE(valuesAt(*set, 1), valuesOf(ir::seededFeeds(graph, 6)->begin()->second));
        QVERIFY(!read(randomSource(0), graph));
    }

    void stopping() {
        const Scratch scratch;
        const ir::Graph graph = graphOf(floats({1, 2}));
        const auto file = scratch.write("any.npy", {3, 2}, counting(6));
        std::stop_source stop;
        stop.request_stop();
        const RunContext run{stop.get_token(), nullptr};
        QCOMPARE(read(*sourceAt(file), graph, 0, {}, run).error().code, ErrorCode::Cancelled);
        QCOMPARE(opened(file, graph).feeds(0, run).error().code, ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(SampleSetTest)

} // namespace edgewright::sample_set_test

#include "sample_set_test.moc"

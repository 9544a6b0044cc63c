// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/arrays/tensor_file.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <onnx/onnx_pb.h>

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>
#include <iterator>

namespace edgewright::tensor_file_test {

using namespace edgewright::test;

namespace {

std::string npy(const std::string& header, const std::string& data, char version = 1) {
    std::string result = "\x93NUMPY";
    result += version;
    result += '\0';
    const std::size_t size = header.size();
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        result += static_cast<char>((size >> (8 * i)) & 255);
    return result + header + data;
}

std::string header(const std::string& type, const std::string& shape, bool fortran = false) {
    return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + shape + ", }\n";
}

template <typename T>
std::string bytesOf(const std::vector<T>& values) {
    std::string result(values.size() * sizeof(T), '\0');
    if (!values.empty()) std::memcpy(result.data(), values.data(), result.size());
    return result;
}

template <typename T>
std::vector<T> elements(const ir::Tensor& tensor) {
    const auto span = tensor.as<T>();
    return {span.begin(), span.end()};
}

} // namespace

class TensorFileTest : public QObject {
    Q_OBJECT

private slots:
    void typesWithoutElements();
    void everyTypeRoundTrips_data();
    void everyTypeRoundTrips();
    void npyHasNumPysLayout();
    void npyOrders();
    void npyVersions();
    void npyScalarsAndEmpty();
    void hostileHeaders_data();
    void hostileHeaders();
    void truncatedNpy();
    void hugeFortranShape();
    void protoFields();
    void strings();
    void npyStrings_data();
    void npyStrings();
    void npyStringsHaveNumPysLayout();
    void stringsThatNumPyLacks();
    void stringsOfTheCollection();
    void testDataOfTheCollection();
    void extensions();
    void withoutData();
    void containers();

private:
    std::filesystem::path path(const std::string& name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    Result<edgewright::onnx::NamedTensor> read(const std::string& bytes,
                                               const std::string& name = "t.npy") const {
        std::ofstream(path(name), std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return edgewright::onnx::readTensorFile(path(name));
    }
    QTemporaryDir m_folder;
};

void TensorFileTest::everyTypeRoundTrips_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("inNumPy");
    for (int type = 1; type <= 26; ++type) {
        const auto known = *ir::dataTypeFromOnnx(type);
        if (known == ir::DataType::String) continue;
        const bool inNumPy = type <= 13;
        QTest::newRow(std::string(ir::dataTypeName(known)).c_str()) << type << inNumPy;
    }
}

void TensorFileTest::everyTypeRoundTrips() {
    QFETCH(int, type);
    QFETCH(bool, inNumPy);
    auto tensor = ir::Tensor::allocate(*ir::dataTypeFromOnnx(type), {3, 5});
    QVERIFY(tensor);
    auto bytes = tensor->mutableBytes();
    const bool isBool = tensor->dtype() == ir::DataType::Bool;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(isBool ? i % 2 : i * 37 + 11);
    for (const char* name : {"t.pb", "t.npy"}) {
        const bool proto = std::string(name) == "t.pb";
        const auto done = edgewright::onnx::writeTensorFile(path(name), "weights", *tensor);
        if (!proto && !inNumPy) {
            QVERIFY(!done && done.error().code == ErrorCode::Unsupported);
            continue;
        }
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        const auto again = edgewright::onnx::readTensorFile(path(name));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->name, proto ? std::string("weights") : std::string());
        QVERIFY(again->tensor.type() == tensor->type());
        QCOMPARE(again->tensor.bytes().size(), bytes.size());
        QVERIFY(std::memcmp(again->tensor.bytes().data(), bytes.data(), bytes.size()) == 0);
    }
}

// As numpy.save writes numpy.arange(6, dtype=float32).reshape(2, 3).
void TensorFileTest::npyHasNumPysLayout() {
    const auto tensor = ir::Tensor::of<float>({2, 3}, {0, 1, 2, 3, 4, 5});
    QVERIFY(edgewright::onnx::writeTensorFile(path("t.npy"), "", tensor));
    std::ifstream stream(path("t.npy"), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    std::string expected = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    expected.resize(117, ' ');
    expected += '\n';
    QCOMPARE(bytes.size(), std::size_t(128 + 24));
    QCOMPARE(bytes.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    QCOMPARE(bytes.substr(10, 118), expected);
    QCOMPARE(bytes.substr(128), bytesOf(std::vector<float>{0, 1, 2, 3, 4, 5}));
}

void TensorFileTest::npyOrders() {
    // The same 2x3x2 array in every order; element [i,j,k] is 100i + 10j + k.
    const std::vector<std::int32_t> c{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121};
    const std::vector<std::int32_t> fortran{0, 100, 10, 110, 20, 120, 1, 101, 11, 111, 21, 121};
    const auto swapped = [](std::vector<std::int32_t> values) {
        for (auto& each : values)
            each = static_cast<std::int32_t>(__builtin_bswap32(static_cast<std::uint32_t>(each)));
        return values;
    };
    const auto check = [&](const std::string& type, bool isFortran, const std::vector<std::int32_t>& values) {
        const auto got = read(npy(header(type, "(2, 3, 2)", isFortran), bytesOf(values)));
        return got && got->tensor.dims() == ir::Dims{2, 3, 2} && elements<std::int32_t>(got->tensor) == c;
    };
    QVERIFY(check("<i4", false, c));
    QVERIFY(check("<i4", true, fortran));
    QVERIFY(check(">i4", false, swapped(c)));
    QVERIFY(check(">i4", true, swapped(fortran)));
}

void TensorFileTest::npyVersions() {
    for (const char version : {'\1', '\2', '\3'}) {
        const auto got = read(npy(header("<i2", "(2,)"), bytesOf(std::vector<std::int16_t>{7, -7}), version));
        QVERIFY2(got, got ? "" : got.error().message.c_str());
        QVERIFY((elements<std::int16_t>(got->tensor) == std::vector<std::int16_t>{7, -7}));
    }
    QVERIFY(!read(npy(header("<i2", "(2,)"), "abcd", 4)));
    // Keys in another order, other quotes, no closing comma.
    const auto got = read(npy("{\"shape\":(1,),\"fortran_order\":False,\"descr\":\"|u1\"}", "a"));
    QVERIFY(got);
    QCOMPARE(int(got->tensor.as<std::uint8_t>()[0]), int('a'));
}

void TensorFileTest::npyScalarsAndEmpty() {
    const auto scalar = read(npy(header("<f8", "()"), bytesOf(std::vector<double>{2.5})));
    QVERIFY(scalar && scalar->tensor.rank() == 0);
    QCOMPARE(scalar->tensor.as<double>()[0], 2.5);
    const auto empty = read(npy(header("<f4", "(3, 0)"), ""));
    QVERIFY(empty && empty->tensor.elements() == 0 && empty->tensor.hasData());
    const auto odd = read(npy(header("|b1", "(3,)"), std::string("\0\1\x80", 3)));
    QVERIFY(odd);
    QVERIFY((elements<std::uint8_t>(odd->tensor) == std::vector<std::uint8_t>{0, 1, 1}));
    for (const auto& dims : {ir::Dims{}, ir::Dims{1}, ir::Dims{0, 4}}) {
        auto tensor = ir::Tensor::allocate(ir::DataType::Float32, dims);
        QVERIFY(edgewright::onnx::writeTensorFile(path("s.npy"), "", *tensor));
        const auto again = edgewright::onnx::readTensorFile(path("s.npy"));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(again->tensor.dims() == dims);
    }
}

void TensorFileTest::hostileHeaders_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<int>(bytes.size()));
    };
    row("empty", "");
    row("magic only", "\x93NUMPY");
    row("no header", std::string("\x93NUMPY\x01\x00\xff\xff", 10));
    row("huge header", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12));
    row("version 2 cut", std::string("\x93NUMPY\x02\x00\x00\x00", 10));
    row("no braces", npy("hello", ""));
    row("open string", npy("{'descr", ""));
    row("unknown key", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'more': 1}", "abcd"));
    row("no shape", npy("{'descr': '<f4', 'fortran_order': False}", "abcd"));
    row("record", npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': ()}", "abcd"));
    row("object", npy(header("|O", "(1,)"), "abcdefgh"));
    row("no order", npy(header("f4", "(1,)"), "abcd"));
    row("no code points", npy(header("<U4", "(1,)"), "abcdefghabcdefgh"));
    row("half of a pair", npy(header("<U1", "(1,)"), std::string("\0\xd8\0\0", 4)));
    row("short strings", npy(header("<U2", "(2,)"), std::string(15, 'a')));
    row("strings of no width", npy(header("<U0", "(1000000000000,)"), ""));
    row("wide strings", npy(header("<U99999999999999999999", "(1,)"), "abcd"));
    row("overflowing strings", npy(header("<U1000000", "(4611686018427387904,)"), "abcd"));
    row("negative strings", npy(header("<U-4", "(1,)"), "abcd"));
    row("strings without a length", npy(header("<U", "(1,)"), "abcd"));
    row("strings without an order", npy(header("U1", "(1,)"), "abcd"));
    row("negative", npy(header("<f4", "(-1,)"), "abcd"));
    row("overflow", npy(header("<f4", "(4611686018427387904, 4)"), "abcd"));
    row("beyond int64", npy(header("<f4", "(99999999999999999999,)"), "abcd"));
    row("too short", npy(header("<f4", "(2,)"), "abcd"));
    row("huge", npy(header("<f4", "(1000000000000,)"), "abcd"));
    std::string axes = "(";
    for (int i = 0; i < 33; ++i)
        axes += "1,";
    row("33 axes", npy(header("<f4", axes + ")"), "abcd"));
    row("unclosed", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,", "abcd"));
}

void TensorFileTest::hostileHeaders() {
    QFETCH(QByteArray, bytes);
    const auto got = read(bytes.toStdString());
    QVERIFY(!got);
    QVERIFY2(got.error().message.find("t.npy: ") != std::string::npos, got.error().message.c_str());
}

void TensorFileTest::truncatedNpy() {
    const std::string whole = npy(header("<f4", "(2, 2)", true), bytesOf(std::vector<float>{1, 2, 3, 4}));
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY(!read(whole.substr(0, length)));
    QVERIFY(read(whole));
}

void TensorFileTest::hugeFortranShape() {
    const auto got = read(npy(header(">f4", "(0, 4611686018427387904, 4611686018427387904)", true), ""));
    QVERIFY(got);
    QCOMPARE(got->tensor.elements(), std::int64_t(0));
}

void TensorFileTest::protoFields() {
    ::onnx::TensorProto proto;
    proto.set_name("n");
    proto.set_data_type(::onnx::TensorProto::FLOAT16);
    proto.add_dims(2);
    proto.add_int32_data(0x3c00);
    proto.add_int32_data(0xc000);
    const auto got = read(proto.SerializeAsString(), "t.pb");
    QVERIFY(got);
    QCOMPARE(got->name, std::string("n"));
    QCOMPARE(ir::elementAsDouble(got->tensor, 0), 1.0);
    QCOMPARE(ir::elementAsDouble(got->tensor, 1), -2.0);
    proto.add_dims(2);
    const auto bad = read(proto.SerializeAsString(), "t.pb");
    QVERIFY(!bad && bad.error().message.find("float16[2,2]") != std::string::npos);
    QVERIFY(!read("", "t.pb"));
    QVERIFY(!read("no protobuf", "t.pb"));
    proto.set_data_location(::onnx::TensorProto::EXTERNAL);
    auto& entry = *proto.add_external_data();
    entry.set_key("location");
    entry.set_value("../outside");
    const auto outside = read(proto.SerializeAsString(), "t.pb");
    QVERIFY(!outside && outside.error().message.find("../outside") != std::string::npos);
}

void TensorFileTest::strings() {
    const auto tensor = ir::Tensor::ofStrings({2}, {"one", std::string("t\0o", 3)});
    QVERIFY(edgewright::onnx::writeTensorFile(path("s.pb"), "s", tensor));
    const auto again = edgewright::onnx::readTensorFile(path("s.pb"));
    QVERIFY(again);
    QVERIFY(again->tensor.strings() == tensor.strings());
}

// "a" and "bb" in rows of two code points, as numpy.save writes them.
void TensorFileTest::npyStrings_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("strings");
    const auto row = [](const char* name, const std::string& bytes, const QStringList& strings) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<int>(bytes.size())) << strings;
    };
    const auto wide = [](std::u32string text, bool swap) {
        std::vector<std::uint32_t> points(text.begin(), text.end());
        if (swap)
            for (std::uint32_t& each : points)
                each = __builtin_bswap32(each);
        return bytesOf(points);
    };
    const std::u32string four(U"a\0bbc\0dd", 8);
    const QStringList rows{"a", "bb", "c", "dd"};
    row("U", npy(header("<U2", "(2, 2)"), wide(four, false)), rows);
    row("big-endian U", npy(header(">U2", "(2, 2)"), wide(four, true)), rows);
    row("Fortran order", npy(header("<U2", "(2, 2)", true), wide(four, false)), {"a", "c", "bb", "dd"});
    row("S", npy(header("|S2", "(2, 2)"), std::string("a\0bbc\0dd", 8)), rows);
    row("scalar", npy(header("<U1", "()"), wide(U"x", false)), {"x"});
    row("empty strings", npy(header("<U1", "(2,)"), std::string(8, '\0')), {"", ""});
    row("no strings", npy(header("<U7", "(0, 4611686018427387904)"), ""), {});
    row("beyond ASCII", npy(header("<U4", "(1,)"), wide(U"\u00e9\u20ac\U0001f600z", false)),
        {QString::fromUtf8("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z")});
}

void TensorFileTest::npyStrings() {
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, strings);
    const auto got = read(bytes.toStdString());
    QVERIFY2(got, got ? "" : got.error().message.c_str());
    QVERIFY(got->tensor.dtype() == ir::DataType::String);
    const auto textsOf = [](const ir::Tensor& tensor) {
        QStringList texts;
        for (const std::string& each : tensor.strings())
            texts << QString::fromStdString(each);
        return texts;
    };
    QCOMPARE(textsOf(got->tensor), strings);
    QVERIFY(edgewright::onnx::writeTensorFile(path("again.npy"), "", got->tensor));
    const auto again = edgewright::onnx::readTensorFile(path("again.npy"));
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(textsOf(again->tensor), strings);
    QVERIFY(again->tensor.dims() == got->tensor.dims());
}

// As numpy.save writes numpy.array(["a", "bcd"]).
void TensorFileTest::npyStringsHaveNumPysLayout() {
    const auto tensor = ir::Tensor::ofStrings({2}, {"a", "bcd"});
    QVERIFY(edgewright::onnx::writeTensorFile(path("t.npy"), "", tensor));
    std::ifstream stream(path("t.npy"), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    std::string expected = "{'descr': '<U3', 'fortran_order': False, 'shape': (2,), }";
    expected.resize(117, ' ');
    expected += '\n';
    QCOMPARE(bytes.substr(10, 118), expected);
    QCOMPARE(bytes.substr(128), bytesOf(std::vector<std::uint32_t>{'a', 0, 0, 'b', 'c', 'd'}));
}

// What U arrays would change or blow up is refused, not changed.
void TensorFileTest::stringsThatNumPyLacks() {
    std::vector<std::string> wide(100'000);
    wide.back() = std::string(100'000, 'x'); // 40 GB where each is as wide as the longest
    for (const std::vector<std::string>& strings :
         {{std::string("end\0", 4)}, {"\xff"}, {"\xc0\x80"}, {"\xed\xa0\x80"}, {"\xe2\x82"}, wide}) {
        const ir::Dims dims{static_cast<std::int64_t>(strings.size())};
        const auto done =
            edgewright::onnx::writeTensorFile(path("t.npy"), "", ir::Tensor::ofStrings(dims, strings));
        QVERIFY(!done && done.error().code == ErrorCode::Unsupported);
        QVERIFY2(done.error().message.find("t.npy") != std::string::npos, done.error().message.c_str());
    }
    QVERIFY(edgewright::onnx::writeTensorFile(path("t.npy"), "",
                                              ir::Tensor::ofStrings({1}, {std::string("t\0o", 3)})));
    const auto again = edgewright::onnx::readTensorFile(path("t.npy"));
    QVERIFY(again);
    QCOMPARE(again->tensor.strings().front(), std::string("t\0o", 3));
}

void TensorFileTest::stringsOfTheCollection() {
    if (shared("wild/numpy-strings").empty()) QSKIP(sharedMissing());
    const auto got = edgewright::onnx::readTensorFile(shared("wild/numpy-strings") / "s.npy");
    QVERIFY2(got, got ? "" : got.error().message.c_str());
    QVERIFY((got->tensor.dims() == ir::Dims{2, 2}));
    QVERIFY((got->tensor.strings() == std::vector<std::string>{"a", "bb", "c", "dd"}));
}

void TensorFileTest::testDataOfTheCollection() {
    if (shared("exports").empty()) QSKIP(sharedMissing());
    int files = 0;
    for (const auto& folder : sharedCases("exports")) {
        const auto got = edgewright::onnx::readTensorFile(folder / "test_data_set_0" / "input_0.pb");
        QVERIFY2(got, got ? "" : got.error().message.c_str());
        QVERIFY(got->tensor.elements() > 0);
        ++files;
    }
    QVERIFY(files >= 10);
}

void TensorFileTest::extensions() {
    const auto got = read("abc", "t.bin");
    QVERIFY(!got && got.error().message.find("expected .pb") != std::string::npos);
    QVERIFY(!edgewright::onnx::writeTensorFile(path("t.txt"), "", ir::Tensor::scalar(1.0f)));
    QVERIFY(!edgewright::onnx::readTensorFile(path("absent.npy")));
}

void TensorFileTest::withoutData() {
    const auto done = edgewright::onnx::writeTensorFile(path("none.npy"), "",
                                                        ir::Tensor::withoutData(ir::DataType::Float32, {2}));
    QVERIFY(!done && !std::filesystem::exists(path("none.npy")));
}

void TensorFileTest::containers() {
    using ir::Container;
    using ir::DataType;
    const auto items = [](Container container, std::vector<ir::Tensor> held) {
        return ir::Tensor::ofItems(container, DataType::Float32, std::move(held));
    };
    const auto list =
        items(Container::Sequence, {ir::Tensor::of<float>({2}, {1, 2}), ir::Tensor::scalar(3.0f)});
    for (const ir::Tensor& value :
         {list, items(Container::Sequence, {}), items(Container::Optional, {ir::Tensor::scalar(4.0f)}),
          items(Container::Optional, {}), items(Container::OptionalSequence, {list})}) {
        ir::TensorType wanted(DataType::Float32);
        wanted.container = value.container();
        QVERIFY(edgewright::onnx::writeTensorFile(path("c.pb"), "v", value));
        const auto again = edgewright::onnx::readTensorFile(path("c.pb"), wanted);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->name, std::string("v"));
        QVERIFY(again->tensor.type() == value.type());
        QCOMPARE(again->tensor.items().size(), value.items().size());
    }
    QVERIFY(edgewright::onnx::writeTensorFile(path("c.pb"), "v", list));
    const auto again =
        edgewright::onnx::readTensorFile(path("c.pb"), ir::TensorType::sequenceOf(DataType::Float32));
    QVERIFY(again);
    QCOMPARE(again->tensor.items()[0].as<float>()[1], 2.0f);
    ir::TensorType map;
    map.container = Container::Other;
    const auto refused = edgewright::onnx::readTensorFile(path("c.pb"), map);
    QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
    const auto numpy = edgewright::onnx::writeTensorFile(path("c.npy"), "v", list);
    QVERIFY(!numpy && numpy.error().code == ErrorCode::Unsupported);
    // One item that claims more than it holds; the rest of the message cut off.
    QVERIFY(
        !edgewright::onnx::readTensorFile(path("s.absent.pb"), ir::TensorType::sequenceOf(DataType::Float32)));
    std::ofstream(path("d.pb"), std::ios::binary) << "\x10\x01\x1a\x7f\x08";
    QVERIFY(!edgewright::onnx::readTensorFile(path("d.pb"), ir::TensorType::sequenceOf(DataType::Float32)));
}

// Both formats, and all ways to write extents; a file that is too short for the elements is a fault.
void TensorFileTest::typesWithoutElements() {
    const QTemporaryDir place;
    const std::filesystem::path folder(place.path().toStdString());
    const auto tensor = ir::Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
    for (const char* name : {"a.pb", "a.npy"}) {
        QVERIFY(onnx::writeTensorFile(folder / name, "x", tensor));
        const auto read = onnx::readTensorType(folder / name);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->type, tensor.type());
        const auto whole = std::filesystem::file_size(folder / name);
        std::filesystem::resize_file(folder / name, whole - 5);
        const auto cut = onnx::readTensorType(folder / name);
        QVERIFY(!cut && cut.error().message.find(name) != std::string::npos);
    }
    const auto typeOf = [&](const std::string& bytes) {
        std::ofstream(folder / "b.pb", std::ios::binary) << bytes;
        return onnx::readTensorType(folder / "b.pb");
    };
    ::onnx::TensorProto proto;
    proto.set_name("y");
    proto.set_data_type(::onnx::TensorProto::INT64);
    proto.add_dims(300);
    for (int i = 0; i < 300; ++i)
        proto.add_int64_data(i);
    const auto ofNumbers = typeOf(proto.SerializeAsString());
    QVERIFY2(ofNumbers, ofNumbers ? "" : ofNumbers.error().message.c_str());
    QCOMPARE(ofNumbers->name, std::string("y"));
    QCOMPARE(ofNumbers->type, ir::TensorType(ir::DataType::Int64, ir::Dims{300}));
    // Packed: field 1 with two extents, 300 and 2, then field 2 and 600 bytes of field 9.
    const std::string packed =
        std::string("\x0a\x03\xac\x02\x02\x10\x03\x4a\xd8\x04", 10) + std::string(600, '\1');
    const auto ofPacked = typeOf(packed);
    QVERIFY2(ofPacked, ofPacked ? "" : ofPacked.error().message.c_str());
    QCOMPARE(ofPacked->type, ir::TensorType(ir::DataType::Int8, ir::Dims{300, 2}));
    proto.add_dims(1 << 30); // more than the file can hold
    QVERIFY(!typeOf(proto.SerializeAsString()));
    proto.set_dims(1, -1);
    QVERIFY(!typeOf(proto.SerializeAsString()));
    QVERIFY(!typeOf({}));
    QVERIFY(!onnx::readTensorType(folder / "nothing.pb"));
}

EDGEWRIGHT_TEST(TensorFileTest)

} // namespace edgewright::tensor_file_test

#include "tensor_file_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/arrays/npz.h"
#include "tests/support/test_class.h"

#include <zip.h>

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>
#include <iterator>

namespace edgewright::npz_test {

using edgewright::onnx::NamedTensor;
using edgewright::onnx::readNpz;
using edgewright::onnx::writeNpz;

namespace {

ir::Tensor filled(ir::DataType type, const ir::Dims& dims) {
    auto tensor = ir::Tensor::allocate(type, dims);
    const bool isBool = type == ir::DataType::Bool;
    auto bytes = tensor->mutableBytes();
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(isBool ? i % 2 : i * 29 + 7);
    return *tensor;
}

bool same(const ir::Tensor& a, const ir::Tensor& b) {
    return a.type() == b.type() && a.bytes().size() == b.bytes().size() &&
           (a.bytes().empty() || std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0);
}

std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The bytes of numpy.save for a row of uint8.
std::string row(const std::string& elements) {
    const std::string header =
        "{'descr': '|u1', 'fortran_order': False, 'shape': (" + std::to_string(elements.size()) + ",), }\n";
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header + elements;
}

void replaceAll(std::string& text, const std::string& before, const std::string& after) {
    for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos; at += after.size())
        text.replace(at, before.size(), after);
}

} // namespace

class NpzTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    // An archive as another program packs it.
    std::string packed(const std::vector<std::pair<std::string, std::string>>& members,
                       zip_int32_t method) const {
        const auto file = path("packed.npz");
        zip_t* archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
        for (const auto& [name, bytes] : members) {
            zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
            const auto index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
            zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), method, 0);
        }
        zip_close(archive);
        return contents(file);
    }
    Result<std::vector<NamedTensor>> read(const std::string& bytes,
                                          std::int64_t limit = edgewright::onnx::NpzLimitBytes) const {
        std::ofstream(path("t.npz"), std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return readNpz(path("t.npz"), limit);
    }

private slots:
    void whatIsWrittenIsRead() {
        const std::vector<NamedTensor> tensors{{"input:0", filled(ir::DataType::Float32, {2, 3})},
                                               {"a/b.c", filled(ir::DataType::Float16, {5})},
                                               {"../flags", filled(ir::DataType::Bool, {4})},
                                               {"größe", filled(ir::DataType::Int64, {})},
                                               {"none", filled(ir::DataType::Float64, {0, 4})},
                                               {"codes.npy", filled(ir::DataType::UInt8, {1, 7})}};
        const auto done = writeNpz(path("w.npz"), tensors);
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        const auto again = readNpz(path("w.npz"));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->size(), tensors.size());
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            QCOMPARE((*again)[i].name, tensors[i].name);
            QVERIFY(same((*again)[i].tensor, tensors[i].tensor));
        }
        const std::string first = contents(path("w.npz"));
        QVERIFY(writeNpz(path("w.npz"), tensors)); // over the old one, byte for byte
        QVERIFY(contents(path("w.npz")) == first);
    }

    void strings() {
        const std::vector<std::string> texts{"one", "", "größe"};
        QVERIFY(writeNpz(path("s.npz"), std::vector<NamedTensor>{{"s", ir::Tensor::ofStrings({3, 1}, texts)}}));
        const auto again = readNpz(path("s.npz"));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(again->front().tensor.strings() == texts);
        QVERIFY((again->front().tensor.dims() == ir::Dims{3, 1}));
    }

    // A byte of the archive may be a whole string: what strings take counts, too.
    void manyStrings() {
        std::string member = row(std::string(5000, '\0'));
        replaceAll(member, "|u1", "|S1");
        const std::string bytes = packed({{"s.npy", member}, {"t.npy", member}}, ZIP_CM_DEFLATE);
        QVERIFY(read(bytes));
        for (const std::int64_t limit : {20'000, 250'000}) { // less than one of them takes, and than both
            const auto got = read(bytes, limit);
            QVERIFY(!got && got.error().code == ErrorCode::OutOfMemory);
        }
    }

    void compressedMembers() {
        for (const zip_int32_t method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
            const auto got =
                read(packed({{"x.npy", row("abc")}, {"y.npy", row(std::string(5000, 'q'))}}, method));
            QVERIFY2(got, got ? "" : got.error().message.c_str());
            QCOMPARE((*got)[1].name, std::string("y"));
            QCOMPARE((*got)[0].tensor.as<std::uint8_t>()[2], std::uint8_t('c'));
            QCOMPARE((*got)[1].tensor.elements(), std::int64_t(5000));
            QCOMPARE((*got)[1].tensor.as<std::uint8_t>()[4999], std::uint8_t('q'));
        }
    }

    void whatNumPyLacksIsRefused() {
        const auto ones = ir::Tensor::of<float>({1}, {1});
        const auto refused = [&](std::vector<NamedTensor> tensors, const char* what) {
            const auto done = writeNpz(path("no.npz"), tensors);
            return !done && done.error().message.find(what) != std::string::npos &&
                   !std::filesystem::exists(path("no.npz"));
        };
        QVERIFY(refused({{"s", ir::Tensor::ofStrings({1}, {"\xff"})}}, ".pb"));
        QVERIFY(refused({{"h", filled(ir::DataType::BFloat16, {2})}}, "bfloat16"));
        QVERIFY(refused({{"l", ir::Tensor::ofItems(ir::Container::Sequence, ir::DataType::Float32, {ones})}},
                        ".pb"));
        QVERIFY(refused({{"a", ones}, {"a", ones}}, "each name once"));
        QVERIFY(refused({{"", ones}}, "name"));
        QVERIFY(refused({}, "nothing"));
        QVERIFY(refused({{"n", ir::Tensor::withoutData(ir::DataType::Float32, {2})}}, "without data"));
        const auto nowhere = writeNpz(path("no/such/folder.npz"), std::vector<NamedTensor>{{"a", ones}});
        QVERIFY(!nowhere && nowhere.error().message.find("folder.npz: ") != std::string::npos);
    }

    void hostileArchives_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<int>(bytes.size())) << QByteArray(says);
        };
        add("empty", "", "zip file");
        add("text", "this is no archive", "zip file");
        const std::string stored = packed({{"x.npy", row("abcdef")}}, ZIP_CM_STORE);
        std::string bytes = stored;
        bytes[bytes.find("abcdef") + 2] ^= 1;
        add("damaged element", bytes, "CRC");
        std::string repeated(4000, 'a');
        repeated.append("bcd");
        const std::string deflated = packed({{"x.npy", row(repeated)}}, ZIP_CM_DEFLATE);
        bytes = deflated;
        bytes[60] = static_cast<char>(bytes[60] ^ 0x55); // inside the deflated data
        add("damaged stream", bytes, "'x.npy'");
        add("no name of an array", packed({{"x.txt", row("a")}}, ZIP_CM_STORE), "expected NAME.npy");
        add("folder", packed({{"x/", ""}}, ZIP_CM_STORE), "expected NAME.npy");
        add("only the ending", packed({{".npy", row("a")}}, ZIP_CM_STORE), "expected NAME.npy");
        std::string longName(3000, 'n');
        longName.append(".npy");
        add("long name", packed({{longName, row("a")}}, ZIP_CM_STORE), "expected NAME.npy");
        bytes = packed({{"x.npy", row("a")}, {"y.npy", row("b")}}, ZIP_CM_STORE);
        replaceAll(bytes, "y.npy", "x.npy");
        add("same name twice", bytes, "once");
        add("no array inside", packed({{"x.npy", "hello, this is text"}}, ZIP_CM_STORE), "\\x93NUMPY");
        add("nothing inside", packed({{"x.npy", ""}}, ZIP_CM_STORE), "\\x93NUMPY");

        // Fields of the central directory (APPNOTE 4.3.12) and of the local header (4.3.7).
        const std::size_t central = stored.find("PK\x01\x02");
        bytes = stored;
        bytes[central + 8] = bytes[6] = static_cast<char>(bytes[6] | 1);
        add("encrypted", bytes, "encrypted");
        bytes = stored;
        bytes[central + 10] = bytes[8] = 12;
        add("bzip2", bytes, "method 12");
        bytes = stored;
        bytes.replace(central + 24, 4, "\x00\x00\x00\x7f", 4);
        add("stored but larger", bytes, "cannot");
        const std::size_t other = deflated.find("PK\x01\x02");
        bytes = deflated;
        bytes.replace(other + 24, 4, "\x00\x00\x00\x7f", 4);
        add("too good a ratio", bytes, "cannot");
        bytes = deflated;
        bytes[other + 25] = static_cast<char>(bytes[other + 25] + 16); // 4096 more
        add("longer in the directory", bytes, "'x.npy'");
        bytes = deflated;
        bytes[other + 25] = static_cast<char>(bytes[other + 25] - 8); // 2048 less
        add("shorter in the directory", bytes, "'x.npy'");
    }

    void hostileArchives() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, says);
        const auto got = read(bytes.toStdString());
        QVERIFY(!got);
        QVERIFY2(got.error().message.find("t.npz: ") != std::string::npos, got.error().message.c_str());
        QVERIFY2(got.error().message.find(says.toStdString()) != std::string::npos,
                 got.error().message.c_str());
    }

    void limits() {
        const std::string bytes = packed(
            {{"x.npy", row(std::string(60000, 'x'))}, {"y.npy", row(std::string(60000, 'y'))}}, ZIP_CM_DEFLATE);
        QVERIFY(bytes.size() < 2000);
        QVERIFY(read(bytes));
        const auto one = read(bytes, 50000);
        QVERIFY(!one && one.error().message.find("member 'x.npy'") != std::string::npos);
        const auto sum = read(bytes, 100000);
        QVERIFY(!sum && sum.error().message.find("member 'y.npy'") != std::string::npos);
    }

    void cutAnywhereOrChangedAnywhere() {
        const std::string whole =
            packed({{"x.npy", row("abc")}, {"y.npy", row(std::string(300, 'q'))}}, ZIP_CM_DEFLATE);
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY(!read(whole.substr(0, length)));
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const char bits : {'\x01', '\x80', '\xff'}) {
                std::string changed = whole;
                changed[at] = static_cast<char>(changed[at] ^ bits);
                const auto got = read(changed); // dates, comments and names may change unseen; elements may not
                if (!got) continue;
                for (const NamedTensor& each : *got)
                    QVERIFY(each.tensor.elements() == 3 || each.tensor.elements() == 300);
            }
    }

    void noRegularFile() {
        QVERIFY(!readNpz(path("absent.npz")));
        QVERIFY(!readNpz(m_folder.path().toStdString()));
    }
};

EDGEWRIGHT_TEST(NpzTest)

} // namespace edgewright::npz_test

#include "npz_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Output and traces in one stream: however it is cut into pieces, and whatever stands in it.
#include "core/remote/installed.h"
#include "core/remote/traced/trace_library.h"
#include "core/remote/traced/traced_output.h"

#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include <elf.h>

namespace edgewright::remote_traced_test {

using remote::TracedOutput;
namespace fs = std::filesystem;

namespace {

const std::string Mark = "MARK_0123";

std::string header(const std::string& text) { return '\n' + Mark + ' ' + text + '\n'; }

struct Taken {
    std::string output, fault;
    int status = -1;
};

std::string contentsOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

class RemoteTracedTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    fs::path folder() const { return m_folder.path().toStdString(); }
    Taken taken(const std::string& stream, std::size_t piece) const {
        Taken result;
        TracedOutput output(Mark, folder(), [&](std::string_view bytes) { result.output += bytes; });
        for (std::size_t at = 0; at < stream.size(); at += piece)
            if (!output.take(std::string_view(stream).substr(at, piece))) break;
        const auto status = output.status();
        if (status)
            result.status = *status;
        else
            result.fault = status.error().message;
        return result;
    }

private slots:
    // `./dev agents` makes one beside each agent.
    void libraryOfAnArmBoard() {
        if (!fs::is_regular_file(remote::agentProgramsFolder() / "aarch64" / "edgewright-agent"))
            QSKIP("./dev agents has not been run: there is no agent for aarch64");
        const auto library = remote::traceLibraryFor("aarch64");
        QVERIFY2(library, library ? "" : library.error().message.c_str());
        const std::string bytes = contentsOf(*library);
        Elf64_Ehdr header{};
        QVERIFY(bytes.size() > sizeof(header) && bytes.size() < std::size_t(2) << 20);
        std::memcpy(&header, bytes.data(), sizeof(header));
        QCOMPARE(header.e_machine, Elf64_Half(EM_AARCH64));
        QCOMPARE(header.e_type, Elf64_Half(ET_DYN));
        QVERIFY(bytes.find("InitializeInjection") != bytes.npos); // what the driver calls
        for (const char* newer : {"GLIBC_2.36", "GLIBC_2.37", "GLIBC_2.38"}) // than boards have
            QVERIFY2(bytes.find(newer) == bytes.npos, newer);
    }

    void inAnyPieces() {
        const std::string first = "[{\"a\": 1}]\n" + Mark + "\n", second(70'000, 'x');
        const std::string stream =
            "said\nMARK_0124 and \nMARK" + header("17.json " + std::to_string(first.size())) + first +
            header("18.2.json 70000") + second + header("19.json 0") + header("end 7") + "what follows";
        for (const std::size_t piece :
             {std::size_t(1), std::size_t(2), std::size_t(7), std::size_t(4096), stream.size()}) {
            for (const auto& each : fs::directory_iterator(folder()))
                fs::remove(each);
            const Taken all = taken(stream, piece);
            QCOMPARE(all.fault, std::string());
            QCOMPARE(all.output, std::string("said\nMARK_0124 and \nMARK"));
            QCOMPARE(all.status, 7);
            QCOMPARE(contentsOf(folder() / "17.json"), first);
            QCOMPARE(contentsOf(folder() / "18.2.json"), second);
            QVERIFY(fs::is_regular_file(folder() / "19.json"));
        }
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char* name, const std::string& stream, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(stream) << QByteArray(says);
        };
        row("nothing", "", "did not arrive whole");
        row("output alone", "said", "did not arrive whole");
        row("cut in a trace", header("1.json 100") + "abc", "did not arrive whole");
        row("no end", header("1.json 3") + "abc", "did not arrive whole");
        row("too short", header("1.json 4") + "abc" + header("end 0"), "more was sent than a trace");
        row("too long", header("1.json 2") + "abc" + header("end 0"), "more was sent than a trace");
        for (const char* name : {"../1.json", "/1.json", "1.txt", ".json", "..json", "a.json", ""})
            row(name, header(std::string(name) + " 3") + "abc" + header("end 0"),
                "is no name and size of a trace");
        row("no size", header("1.json"), "is no name and size of a trace");
        row("below zero", header("1.json -3"), "is no name and size of a trace");
        row("huge", header("1.json 99999999999"), "GiB");
        row("huge together", header("1.json 1") + "x" + header("2.json 4294967296"), "GiB");
        row("no number", header("1.json 99999999999999999999999"), "is no name and size of a trace");
        row("no status", header("end"), "makes no sense");
        row("no such status", header("end 256"), "makes no sense");
        row("endless header", '\n' + Mark + ' ' + std::string(5000, '1'), "makes no sense");
    }
    void refused() {
        QFETCH(QByteArray, stream);
        QFETCH(QByteArray, says);
        for (const std::size_t piece : {std::size_t(1), std::size_t(1) << 20}) {
            const Taken all = taken(stream.toStdString(), piece);
            QVERIFY2(QByteArray::fromStdString(all.fault).contains(says), all.fault.c_str());
        }
        for (const auto& each : fs::directory_iterator(folder()))
            QVERIFY2(each.path().extension() == ".json", each.path().c_str());
    }

    void tooManyTraces() {
        std::string stream;
        for (std::size_t i = 0; i <= TracedOutput::MaxFiles; ++i)
            stream += header(std::to_string(i) + ".json 0");
        QVERIFY(taken(stream, 1000).fault.find("there are more than 1000 traces") != std::string::npos);
    }

    void whereNothingCanBeWritten() {
        TracedOutput output(Mark, folder() / "none", [](std::string_view) {});
        QVERIFY(!output.take(header("1.json 3") + "abc"));
        QVERIFY(output.status().error().message.find("cannot be written") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(RemoteTracedTest)

} // namespace edgewright::remote_traced_test

#include "remote_traced_test.moc"

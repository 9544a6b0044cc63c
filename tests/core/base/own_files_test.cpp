// SPDX-License-Identifier: GPL-3.0-or-later
// Files of this program's own: gone with the process that made them, whole, and changed by one process at a
// time.
#include "core/base/file_lock.h"
#include "core/base/fingerprint.h"
#include "core/base/home_folder.h"
#include "core/base/quoted.h"
#include "core/base/temporary_folder.h"
#include "core/base/written_file.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

namespace edgewright::own_files_test {

namespace fs = std::filesystem;

namespace {

// Made by a process that is killed before it ends.
void leaveATemporaryFolder(const fs::path& place) {
    const pid_t child = ::fork();
    if (child == 0) {
        const auto left = TemporaryFolder::in(place, "own-");
        std::ofstream(left->path() / "a") << "a";
        ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
}

std::string textOf(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

class OwnFilesTest : public QObject {
    Q_OBJECT
private slots:
    // FNV-1a's own test vectors; of a file it is that of its bytes, however many blocks they are read in.
    void fingerprints() {
        QCOMPARE(fingerprintOf(""), std::string("fnv1a64:cbf29ce484222325"));
        QCOMPARE(fingerprintOf("a"), std::string("fnv1a64:af63dc4c8601ec8c"));
        QCOMPARE(fingerprintOf("foobar"), std::string("fnv1a64:85944171f73967e8"));
        const QTemporaryDir place;
        const fs::path file = fs::path(place.path().toStdString()) / "a";
        for (const std::size_t size : {std::size_t(0), std::size_t(1) << 20, (std::size_t(1) << 20) + 7}) {
            std::string text(size, 'x');
            if (!text.empty()) text.back() = '\0';
            std::ofstream(file, std::ios::binary) << text;
            QCOMPARE(fingerprintOfFile(file), fingerprintOf(text));
        }
        QVERIFY(fingerprintOfFile(file.parent_path()).empty() && fingerprintOfFile(file / "none").empty());
    }
    void temporaryFolders() {
        const QTemporaryDir place;
        const fs::path here = place.path().toStdString();
        {
            const auto made = TemporaryFolder::in(here, "own-");
            QVERIFY(made && fs::is_directory(made->path()));
            std::ofstream(made->path() / "a") << "a";
        }
        QCOMPARE(entries(here), std::size_t(0));
        QVERIFY(!TemporaryFolder::in(here / "none", "own-"));
        const auto made = TemporaryFolder::in(here, "own-");
        TemporaryFolder::removeAll();
        QVERIFY(!fs::exists(made->path()));
    }

    // Others of such a name stay, and those of processes that live.
    void foldersOfKilledProcesses() {
        const QTemporaryDir place;
        const fs::path here = place.path().toStdString();
        fs::create_directory(here / "own-abcdef");
        leaveATemporaryFolder(here);
        QCOMPARE(entries(here), std::size_t(2));
        const auto first = TemporaryFolder::in(here, "own-");
        QCOMPARE(entries(here), std::size_t(2));
        const auto second = TemporaryFolder::in(here, "own-");
        QVERIFY(first && second && fs::is_directory(first->path()) && fs::exists(here / "own-abcdef"));
    }

    void writtenWhole() {
        const QTemporaryDir place;
        const fs::path here = place.path().toStdString(), file = here / "a.json";
        QVERIFY(writeText(file, "old", 0600));
        struct stat about {};
        QVERIFY(::stat(file.c_str(), &about) == 0 && (about.st_mode & 0777) == 0600);
        // A part of a process that was killed; of one of this number, too.
        for (const std::string& number : {std::string("1"), std::to_string(::getpid())})
            std::ofstream(here / ("a.json." + number + ".part")) << "half";
        const utimbuf longAgo{1, 1};
        ::utime((here / "a.json.1.part").c_str(), &longAgo);
        for (const char* download : {"a.json.part", "a.json.new.part", "a.json.1.2.part"}) { // of others
            std::ofstream(here / download) << "half";
            ::utime((here / download).c_str(), &longAgo);
        }
        std::ofstream(here / "b.json.1.part") << "another's";
        QVERIFY(writeText(file, "new"));
        QCOMPARE(textOf(file), std::string("new"));
        QCOMPARE(entries(here), std::size_t(5));
        QVERIFY(!writeText(here / "none" / "a", "x"));
    }

    // A list that many processes add to keeps what all of them have added.
    void listsAreChangedByOneAtATime() {
        const QTemporaryDir place;
        const fs::path file = fs::path(place.path().toStdString()) / "list";
        constexpr int Processes = 60;
        std::vector<pid_t> children;
        for (int i = 0; i < Processes; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                const auto lock = FileLock::around(file);
                const bool good = lock && writeText(file, textOf(file) + "x");
                ::_exit(good ? 0 : 1);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = -1;
            QVERIFY(::waitpid(child, &status, 0) == child && status == 0);
        }
        QCOMPARE(textOf(file), std::string(Processes, 'x'));
        QVERIFY(!FileLock::around("/no/such/folder/list"));
    }

    void foldersOfTheUser() {
        qputenv("XDG_CACHE_HOME", "/somewhere");
        QCOMPARE(userFolder("XDG_CACHE_HOME", ".cache"), fs::path("/somewhere"));
        qputenv("XDG_CACHE_HOME", "relative"); // which the specification says to pass over
        qputenv("HOME", "/home/me");
        QCOMPARE(userFolder("XDG_CACHE_HOME", ".cache"), fs::path("/home/me/.cache"));
        qunsetenv("HOME"); // as the system's list of users has it
        QVERIFY(userFolder("XDG_CACHE_HOME", ".cache").is_absolute());
    }

    void forATerminal() {
        QCOMPARE(escaped("conv1 名字"), std::string("conv1 名字"));
        QCOMPARE(escaped("\x1b[2J\r\n\t\x7f"), std::string("\\x1b[2J\\r\\n\\t\\x7f"));
        QCOMPARE(escaped("a\nb\x1b", "\n"), std::string("a\nb\\x1b"));
        QCOMPARE(escaped("\xc2\x9b"
                         "2J \xc2\xa0 \xc3\xa9"),
                 std::string("\\x9b"
                             "2J \xc2\xa0 \xc3\xa9"));
        QCOMPARE(escaped(std::string("a\0b", 3)), std::string("a\\x00b"));
    }
};

EDGEWRIGHT_TEST(OwnFilesTest)

} // namespace edgewright::own_files_test

#include "own_files_test.moc"

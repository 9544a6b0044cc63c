// SPDX-License-Identifier: GPL-3.0-or-later
// Compilers that are missing, fail or hang, and a cache whose files are not what they should be.
#include "core/loopnest/object_cache.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::loopnest_compiler_test {

using namespace edgewright::loopnest;
namespace fs = std::filesystem;

namespace {

const std::string Source = "int answer(void) { return 42; }\n";

void writeFile(const QString& path, const QByteArray& text, bool runs = false) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(text), text.size());
    file.close();
    auto permissions = QFile::ReadOwner | QFile::WriteOwner;
    if (runs) permissions |= QFile::ExeOwner;
    QVERIFY(file.setPermissions(permissions));
}

QByteArray bytesOf(const fs::path& path) {
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class LoopnestCompilerTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void noCompiler() {
        for (const QString& path : {QString(), m_folder->path(), QString("relative:/no/such/folder")}) {
            const auto found = findCompiler(path.toStdString());
            QVERIFY(!found);
            QCOMPARE(found.error().code, ErrorCode::Unsupported);
            QVERIFY2(found.error().message.find("no C compiler") != std::string::npos,
                     found.error().message.c_str());
        }
    }
    // One that does not answer is passed over for one that does.
    void theFirstThatAnswers() {
        const QString first = m_folder->filePath("a"), second = m_folder->filePath("b");
        QVERIFY(QDir().mkpath(first) && QDir().mkpath(second));
        writeFile(first + "/cc", "#!/bin/sh\nexit 1\n", true);
        writeFile(first + "/gcc", "no program", false);
        writeFile(second + "/clang", "#!/bin/sh\necho 'made 1.0'\necho more\n", true);
        const auto found = findCompiler((first + ":" + second).toStdString());
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(found->program, fs::path((second + "/clang").toStdString()));
        QCOMPARE(found->version, std::string("made 1.0"));
    }

    void compilesOnce() {
        const Compiler compiler = *findCompiler();
        const ObjectCache cache = inCache();
        bool compiled = false;
        const auto first = cache.object(compiler, Source, {}, {}, &compiled);
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        QVERIFY(compiled);
        QCOMPARE(*first, cache.placeOf(compiler, Source));
        const auto second = cache.object(compiler, Source, {}, {}, &compiled);
        QVERIFY(second && !compiled);
        // Another source, and another compiler, are other objects.
        QVERIFY(cache.placeOf(compiler, Source + "\n") != *first);
        QVERIFY(cache.placeOf({compiler.program, "another"}, Source) != *first);
        QCOMPARE(QDir(QString::fromStdString(cache.folder().string()))
                     .entryList(QDir::AllEntries | QDir::NoDotAndDotDot)
                     .size(),
                 3); // the object, its sum, and the note of its source
    }
    // What any compiler made is found without one, as long as it is there and what it was.
    void objectsAreFoundWithoutACompiler() {
        const ObjectCache cache = inCache();
        QVERIFY(!cache.made(Source));
        const fs::path object = *cache.object(*findCompiler(), Source);
        QCOMPARE(cache.made(Source), std::optional(object));
        QVERIFY(!cache.made(Source + "\n"));
        QFile changed(QString::fromStdString(object.string()));
        QVERIFY(changed.open(QIODevice::Append) && changed.write("x") == 1);
        changed.close();
        QVERIFY(!cache.made(Source));
        // The note of an object that is gone goes with it, and one that others can write to is none.
        const fs::path again = *cache.object(*findCompiler(), Source);
        QCOMPARE(cache.made(Source), std::optional(again));
        for (const fs::directory_entry& each : fs::directory_iterator(cache.folder()))
            if (each.path().extension() == ".made")
                fs::permissions(each.path(), fs::perms::others_write, fs::perm_options::add);
        QVERIFY(!cache.made(Source));
        QVERIFY(ObjectCache::in(cache.folder(), 0));
        for (const fs::directory_entry& each : fs::directory_iterator(cache.folder()))
            QVERIFY(each.path().extension() != ".made");
    }

    // The oldest objects go first, with their sums.
    void cachesHaveALimit() {
        const Compiler compiler = *findCompiler();
        const ObjectCache cache = inCache();
        const fs::path old = *cache.object(compiler, Source),
                       other = *cache.object(compiler, Source + "int another;\n");
        fs::last_write_time(old, fs::last_write_time(other) - std::chrono::hours(1));
        const auto size = static_cast<std::int64_t>(fs::file_size(other));
        QVERIFY(ObjectCache::in(cache.folder(), size + 1));
        QVERIFY(!fs::exists(old) && !fs::exists(fs::path(old).replace_extension(".sum")) && fs::exists(other));
        QVERIFY(ObjectCache::in(cache.folder(), 0));
        QVERIFY(!fs::exists(other));
    }

    void compilersThatFail() {
        const Compiler broken{script("echo 'kernels.c:1: it is wrong' >&2\nexit 3\n"), "1"};
        const auto failed = inCache().object(broken, Source);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::BadInput);
        QVERIFY2(failed.error().message.find("status 3") != std::string::npos &&
                     failed.error().message.find("it is wrong") != std::string::npos,
                 failed.error().message.c_str());
        const auto nothing = inCache().object({script("exit 0\n"), "1"}, Source);
        QVERIFY(!nothing);
        QVERIFY2(nothing.error().message.find("written nothing") != std::string::npos,
                 nothing.error().message.c_str());
        const auto text = inCache().object(
            {script("while [ \"$1\" != -o ]; do shift; done\necho text > \"$2\"\n"), "1"}, Source);
        QVERIFY(!text);
        QVERIFY2(text.error().message.find("no shared object") != std::string::npos,
                 text.error().message.c_str());
        const auto missing = inCache().object({m_folder->filePath("gone").toStdString(), "1"}, Source);
        QVERIFY(!missing);
        // The compiler's own word about a source that is none.
        const auto wrong = inCache().object(*findCompiler(), "this is no C");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, ErrorCode::BadInput);
    }
    void compilersThatHang() {
        CompileLimits limits;
        limits.patience = std::chrono::milliseconds(300);
        const auto hung = inCache().object({script("sleep 1000 &\nwait\n"), "1"}, Source, limits);
        QVERIFY(!hung);
        QCOMPARE(hung.error().code, ErrorCode::TimedOut);
        std::stop_source stopped;
        stopped.request_stop();
        const auto cancelled =
            inCache().object({script("sleep 1000 &\nwait\n"), "1"}, Source, {}, {stopped.get_token(), nullptr});
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }
    // The limit holds for all that the compiler starts.
    void compilersThatTakeAllMemory() {
        CompileLimits limits;
        limits.memoryBytes = std::int64_t(8) << 20;
        const auto failed = inCache().object(*findCompiler(), Source, limits);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::BadInput);
    }

    // What others put there, or what is damaged, is compiled anew.
    void hostileCaches_data() {
        QTest::addColumn<QString>("harm");
        for (const char* harm : {"bytes", "sum", "noSum", "text", "link", "writable", "folder", "sumLink"})
            QTest::addRow("%s", harm) << harm;
    }
    void hostileCaches() {
        QFETCH(QString, harm);
        const Compiler compiler = *findCompiler();
        const ObjectCache cache = inCache();
        const fs::path object = *cache.object(compiler, Source);
        const fs::path sum = fs::path(object).replace_extension(".sum");
        const QByteArray good = bytesOf(object);
        const QString place = QString::fromStdString(object.string()),
                      sumPlace = QString::fromStdString(sum.string());
        const QString aside = m_folder->filePath("aside");
        if (harm == "bytes") {
            QByteArray changed = good;
            changed[changed.size() - 1] = char(changed[changed.size() - 1] + 1);
            writeFile(place, changed);
        } else if (harm == "sum") {
            writeFile(sumPlace, QByteArray(64, 'a') + "\n");
        } else if (harm == "noSum") {
            QVERIFY(QFile::remove(sumPlace));
        } else if (harm == "text") {
            writeFile(place, "#!/bin/sh\n");
        } else if (harm == "link") {
            QVERIFY(QFile::rename(place, aside));
            fs::create_symlink(aside.toStdString(), object);
        } else if (harm == "sumLink") {
            QVERIFY(QFile::rename(sumPlace, aside));
            fs::create_symlink(aside.toStdString(), sum);
        } else if (harm == "writable") {
            fs::permissions(object, fs::perms::others_write | fs::perms::owner_read | fs::perms::owner_write);
        } else {
            QVERIFY(QFile::remove(place));
            QVERIFY(QDir().mkpath(place));
        }
        bool compiled = false;
        const auto again = cache.object(compiler, Source, {}, {}, &compiled);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(compiled);
        QVERIFY(!QFileInfo(place).isSymLink() && bytesOf(object).startsWith("\x7f"
                                                                            "ELF"));
        const auto third = cache.object(compiler, Source, {}, {}, &compiled);
        QVERIFY(third && !compiled);
    }
    void foldersOfOthers() {
        const QString open = m_folder->filePath("open");
        QVERIFY(QDir().mkpath(open));
        fs::permissions(open.toStdString(), fs::perms::all);
        const auto refused = ObjectCache::in(open.toStdString());
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("this user alone") != std::string::npos,
                 refused.error().message.c_str());
        writeFile(m_folder->filePath("file"), "text");
        QVERIFY(!ObjectCache::in(m_folder->filePath("file").toStdString()));
    }

private:
    ObjectCache inCache() const {
        return *ObjectCache::in((m_folder->path() + "/cache/kernels").toStdString());
    }
    std::string script(const QByteArray& text) {
        const QString path = m_folder->filePath(QString("cc%1").arg(m_scripts++));
        writeFile(path, "#!/bin/sh\n" + text, true);
        return path.toStdString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    int m_scripts = 0;
};

EDGEWRIGHT_TEST(LoopnestCompilerTest)

} // namespace edgewright::loopnest_compiler_test

#include "loopnest_compiler_test.moc"

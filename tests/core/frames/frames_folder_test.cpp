// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of pictures: their order, what is no picture, and when frames arrive.
#include "core/frames/folder.h"
#include "tests/core/frames/images.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <thread>

namespace edgewright::frames_folder_test {

using namespace edgewright::frames;
using namespace std::chrono_literals;

class FramesFolderTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    std::filesystem::path path() const { return m_folder->path().toStdString(); }
    void write(const char* name, const QByteArray& bytes) const {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    // Names of the next frames; of an error its message.
    static QStringList next(FrameSource& source, int count) {
        QStringList names;
        for (int i = 0; i < count; ++i) {
            const auto frame = source.next({});
            names << QString::fromStdString(frame ? frame->name : frame.error().message);
        }
        return names;
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void picturesComeInTheOrderOfTheirNames() {
        for (const char* name : {"frame10.jpg", "frame9.JPG", "frame2.jpeg"})
            write(name, test::jpeg(8, 6));
        write("frame1.txt", "no picture");
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("frame3.png")));
        auto source = FolderSource::open(path());
        QVERIFY(source);
        QCOMPARE(source->files(), std::size_t(3));
        QCOMPARE(next(*source, 5), QStringList({QStringLiteral("frame2.jpeg"), QStringLiteral("frame9.JPG"),
                                                QStringLiteral("frame10.jpg"), QStringLiteral("frame2.jpeg"),
                                                QStringLiteral("frame9.JPG")}));
        const auto frame = source->next({});
        QVERIFY(frame);
        QCOMPARE(frame->number, std::uint64_t(5));
        QCOMPARE(frame->image.width, 8);
        QCOMPARE(frame->image.height, 6);
        QCOMPARE(frame->image.channels, Channels);
        const auto expected = dataset::decodeImage(test::bytesOf(test::jpeg(8, 6)), Channels);
        QVERIFY(expected && frame->image.values == expected->values);
        QVERIFY(source->counts() == (FrameCounts{.frames = 6}));
        QVERIFY(!source->hasEnded());
    }

    void onePictureThatIsNone() {
        write("1.jpg", test::jpeg(8, 8));
        write("2.png", "no picture");
        write("3.jpg", test::jpeg(8, 8));
        write("4.jpg", test::jpeg(64, 64).left(300));
        auto source = FolderSource::open(path());
        QVERIFY(source);
        const QStringList got = next(*source, 5);
        QCOMPARE(got[0], QStringLiteral("1.jpg"));
        QVERIFY2(got[1].startsWith(m_folder->filePath(QStringLiteral("2.png")) + QStringLiteral(": ")),
                 qPrintable(got[1]));
        QCOMPARE(got[2], QStringLiteral("3.jpg"));
        QCOMPARE(got[4], QStringLiteral("1.jpg"));
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("3.jpg")))); // while it is used
        const QStringList again = next(*source, 3);
        QVERIFY2(again[1].contains(QStringLiteral("3.jpg: ")), qPrintable(again[1]));
        QVERIFY(source->counts().faults >= 3);
        QCOMPARE(source->counts().frames + source->counts().faults, std::int64_t(8));
    }

    void foldersWithoutPictures() {
        write("a.txt", "");
        for (const std::filesystem::path& folder : {path(), path() / "missing", path() / "a.txt"}) {
            const auto source = FolderSource::open(folder);
            QVERIFY(!source && source.error().code == ErrorCode::BadInput);
            QVERIFY(source.error().message.starts_with(folder.string()));
        }
        write("a.jpg", test::jpeg(8, 8));
        for (const double rate : {-1.0, std::nan(""), std::numeric_limits<double>::infinity()})
            QVERIFY(!FolderSource::open(path(), {rate}));
    }

    // Each from the first on: errors of rounding do not add up.
    void framesArriveAtTheirRate() {
        write("a.jpg", test::jpeg(8, 8));
        auto source = FolderSource::open(path(), {3000});
        QVERIFY(source);
        Time first;
        for (std::int64_t k = 0; k < 100; ++k) {
            const auto frame = source->next({});
            QVERIFY(frame);
            if (k == 0) first = frame->arrival;
            QCOMPARE((frame->arrival - first).count(), std::llround(double(k) / 3000 * 1e9));
            QVERIFY(frame->arrival <= Clock::now()); // it was waited for
        }
    }

    void withoutARateFramesArriveWhenTheyAreAskedFor() {
        write("a.jpg", test::jpeg(8, 8));
        auto source = FolderSource::open(path());
        QVERIFY(source);
        for (int i = 0; i < 10; ++i) {
            const Time before = Clock::now();
            const auto frame = source->next({});
            QVERIFY(frame && frame->arrival >= before && frame->arrival <= Clock::now());
        }
    }

    void waitingIsGivenUp() {
        write("a.jpg", test::jpeg(8, 8));
        auto source = FolderSource::open(path(), {1e-6}); // the second one is due in eleven days
        QVERIFY(source && source->next({}));
        std::stop_source stop;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(20ms);
            stop.request_stop();
        });
        const auto frame = source->next({stop.get_token()});
        QVERIFY(!frame && frame.error().code == ErrorCode::Cancelled);
        QVERIFY(source->counts() == (FrameCounts{.frames = 1}));
        const auto again = source->next({stop.get_token()});
        QVERIFY(!again && again.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(FramesFolderTest)

} // namespace edgewright::frames_folder_test

#include "frames_folder_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Cameras as scripted devices: what they are asked, hostile answers, and what is left when they are unplugged.
#include "core/frames/camera.h"
#include "tests/core/frames/images.h"
#include "tests/core/frames/scripted_device.h"
#include "tests/support/test_class.h"

#include <QTemporaryFile>
#include <QTest>

namespace edgewright::frames_camera_test {

using namespace edgewright::frames;
using namespace std::chrono_literals;
using test::Script;
using test::ScriptedFrame;

namespace {

constexpr CameraOptions Small{.width = 8, .height = 4, .rate = 25};

struct Opened {
    std::shared_ptr<test::Noted> noted = std::make_shared<test::Noted>();
    std::unique_ptr<CameraSource> camera;
    QString fault; // of opening
    ErrorCode code = ErrorCode::Internal;
};

Opened opened(Script script, const CameraOptions& options = Small) {
    Opened result;
    result.noted->micros = 1'000'000;
    auto camera = CameraSource::open(std::make_unique<test::ScriptedDevice>(std::move(script), result.noted),
                                     "/dev/video7", options);
    if (camera) {
        result.camera = *std::move(camera);
    } else {
        result.fault = QString::fromStdString(camera.error().message);
        result.code = camera.error().code;
    }
    return result;
}

// Names what went wrong, or the brightness of the first pixel.
QString told(FrameSource& source) {
    const auto frame = source.next({});
    return frame ? QString::number(frame->image.values.at(0)) : QString::fromStdString(frame.error().message);
}

ScriptedFrame white(std::int64_t micros = 2'000'000) {
    return {.content = test::yuyv(8, 4, 235), .micros = micros};
}
ScriptedFrame changed(const std::function<void(ScriptedFrame&)>& change) {
    ScriptedFrame frame = white();
    change(frame);
    return frame;
}

} // namespace

class FramesCameraTest : public QObject {
    Q_OBJECT
private slots:
    void asksInTheOrderOfTheInterface() {
        Opened it = opened({.frames = {white(), white(3'000'000)}});
        QVERIFY2(it.camera, qPrintable(it.fault));
        QCOMPARE(it.noted->calls.join(QLatin1Char(' ')),
                 QStringLiteral(
                     "QUERYCAP ENUM_FMT ENUM_FMT ENUM_FMT S_FMT S_PARM REQBUFS QUERYBUF QUERYBUF QUERYBUF "
                     "QUERYBUF QBUF QBUF QBUF QBUF STREAMON"));
        QCOMPARE(it.camera->format().rate, 25.0);
        QCOMPARE(it.noted->mapped, 4);
        it.noted->calls.clear();
        QCOMPARE(told(*it.camera), QStringLiteral("255"));
        QCOMPARE(told(*it.camera), QStringLiteral("255"));
        it.camera.reset();
        QCOMPARE(it.noted->calls.join(QLatin1Char(' ')), QStringLiteral("DQBUF QBUF DQBUF QBUF STREAMOFF"));
        QCOMPARE(it.noted->mapped, 0);
        QVERIFY(!it.noted->isOpen);
    }

    void framesInBothFormats() {
        const QByteArray image = test::jpeg(8, 4);
        const auto expected = dataset::decodeImage(test::bytesOf(image), Channels);
        QVERIFY(expected);
        Opened it = opened({.formats = {V4L2_PIX_FMT_MJPEG},
                            .frames = {{.content = image, .micros = 2'000'000},
                                       {.content = test::withoutTables(image), .micros = 2'000'001}}});
        QVERIFY2(it.camera, qPrintable(it.fault));
        QVERIFY(it.camera->format().format == PixelFormat::MotionJpeg);
        for (std::uint64_t i = 0; i < 2; ++i) {
            const auto frame = it.camera->next({});
            QVERIFY2(frame, frame ? "" : frame.error().message.c_str());
            QVERIFY(frame->image.values == expected->values);
            QCOMPARE(frame->number, i);
            QVERIFY(frame->arrival == Time(std::chrono::microseconds(2'000'000 + i)));
        }
        QVERIFY(it.camera->counts() == (FrameCounts{.frames = 2}));
    }

    void largeFramesAreSentAsJpeg() {
        const Script script{.length = 4 << 20};
        const Opened usual = opened(script, {}), large = opened(script, {.width = 1280, .height = 720});
        QVERIFY(usual.camera && large.camera);
        QVERIFY(usual.camera->format().format == PixelFormat::Yuyv);
        QVERIFY(large.camera->format().format == PixelFormat::MotionJpeg);
        const Opened only =
            opened({.formats = {V4L2_PIX_FMT_YUYV}, .length = 4 << 20}, {.width = 1280, .height = 720});
        QVERIFY(only.camera && only.camera->format().format == PixelFormat::Yuyv);
    }

    // What the camera answers holds, if it makes sense.
    void otherSizesThanThoseAskedFor() {
        Opened it = opened({.format =
                                [](v4l2_pix_format& pixels) {
                                    pixels.width = 4;
                                    pixels.height = 2;
                                    pixels.bytesperline = 12;
                                    pixels.sizeimage = 24;
                                },
                            .errors = {{VIDIOC_S_PARM, ENOTTY}},
                            .frames = {{.content = QByteArray(24, '\x80'), .micros = 2'000'000}}});
        QVERIFY2(it.camera, qPrintable(it.fault));
        QCOMPARE(it.camera->format().rate, 0.0); // it did not say
        const auto frame = it.camera->next({});
        QVERIFY(frame);
        QCOMPARE(frame->image.width, 4);
        QCOMPARE(frame->image.height, 2);
    }

    void devicesThatAreNoCameras_data() {
        QTest::addColumn<Script>("script");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const char* part, const std::function<void(Script&)>& change) {
            Script script;
            change(script);
            QTest::newRow(name) << script << QString::fromLatin1(part);
        };
        const auto fails = [&](const char* name, unsigned long request, const char* part) {
            row(name, part, [&](Script& of) { of.errors[request] = ENODEV; });
        };
        const auto format = [&](const char* name, const std::function<void(v4l2_pix_format&)>& change) {
            row(name, "makes no sense", [&](Script& of) { of.format = change; });
        };
        fails("no capabilities", VIDIOC_QUERYCAP, "captures no video");
        fails("no format set", VIDIOC_S_FMT, "does not send 8x4 pixels");
        fails("no buffers", VIDIOC_REQBUFS, "has no memory for frames");
        fails("no buffer", VIDIOC_QUERYBUF, "has no memory for frames");
        fails("no queue", VIDIOC_QBUF, "does not begin to send");
        fails("no stream", VIDIOC_STREAMON, "does not begin to send");
        fails("no list of formats", VIDIOC_ENUM_FMT, "expected YUYV or MJPG");
        row("no capture", "captures no video", [](Script& of) { of.capabilities = V4L2_CAP_STREAMING; });
        row("no streaming", "captures no video", [](Script& of) { of.capabilities = V4L2_CAP_VIDEO_CAPTURE; });
        row("another format", "'H264'", [](Script& of) { of.formats = {V4L2_PIX_FMT_H264}; });
        row("formats without an end", "expected YUYV or MJPG",
            [](Script& of) { of.formats.assign(100'000, V4L2_PIX_FMT_H264); });
        row("one buffer", "has 1 buffers", [](Script& of) { of.buffers = 1; });
        row("no buffers granted", "has 0 buffers", [](Script& of) { of.buffers = 0; });
        row("buffers without an end", "has 4294967295 buffers", [](Script& of) { of.buffers = UINT32_MAX; });
        row("buffers of length 0", "has a buffer of 0 bytes", [](Script& of) { of.length = 0; });
        row("buffers too short", "expected 64 at least", [](Script& of) { of.length = 63; });
        row("buffers too long", "has a buffer of 4294967295", [](Script& of) { of.length = UINT32_MAX; });
        row("no mapping", "has no memory for frames", [](Script& of) { of.mapError = ENOMEM; });
        format("no width", [](v4l2_pix_format& of) { of.width = 0; });
        format("no height", [](v4l2_pix_format& of) { of.height = 0; });
        format("odd width", [](v4l2_pix_format& of) { of.width = 7; });
        format("huge", [](v4l2_pix_format& of) { of.width = of.height = UINT32_MAX; });
        format("huge product", [](v4l2_pix_format& of) { of.width = of.height = 1 << 16; });
        format("another pixel format", [](v4l2_pix_format& of) { of.pixelformat = V4L2_PIX_FMT_MJPEG; });
        format("image too small", [](v4l2_pix_format& of) { of.sizeimage = 8 * 4 * 2 - 1; });
        format("image huge", [](v4l2_pix_format& of) { of.sizeimage = UINT32_MAX; });
        format("lines huge", [](v4l2_pix_format& of) { of.bytesperline = UINT32_MAX; });
    }
    void devicesThatAreNoCameras() {
        QFETCH(const Script, script);
        QFETCH(const QString, part);
        const Opened it = opened(script);
        QVERIFY(!it.camera);
        QVERIFY2(it.fault.startsWith(QStringLiteral("/dev/video7: ")) && it.fault.contains(part),
                 qPrintable(it.fault));
        QVERIFY(it.code == ErrorCode::BadInput || it.code == ErrorCode::Unsupported);
        QCOMPARE(it.noted->mapped, 0);
        QVERIFY(!it.noted->isOpen);
    }

    void optionsOutsideTheirLimits() {
        for (const CameraOptions& options :
             {CameraOptions{.width = 0}, CameraOptions{.height = -1}, CameraOptions{.width = INT_MAX},
              CameraOptions{.rate = 0}, CameraOptions{.rate = 1e9}, CameraOptions{.rate = std::nan("")}})
            QVERIFY(!opened({}, options).camera);
    }

    // One error each, which names device and frame; the next one goes on.
    void framesThatAreNone() {
        const std::vector<std::pair<ScriptedFrame, QString>> cases{
            {changed([](ScriptedFrame& of) { of.bytes = 0; }),
             QStringLiteral("has 0 bytes in a buffer of 65536")},
            {changed([](ScriptedFrame& of) { of.bytes = UINT32_MAX; }), QStringLiteral("has 4294967295 bytes")},
            {changed([](ScriptedFrame& of) { of.bytes = 63; }), QStringLiteral("has 63 bytes; expected 64")},
            {changed([](ScriptedFrame& of) { of.flags |= V4L2_BUF_FLAG_ERROR; }), QStringLiteral("damaged")},
            {changed([](ScriptedFrame& of) { of.error = EIO; }), QStringLiteral("Input/output error")},
        };
        for (const auto& [bad, part] : cases) {
            Opened it = opened({.frames = {white(), bad, white()}});
            QVERIFY(it.camera);
            QCOMPARE(told(*it.camera), QStringLiteral("255"));
            const QString fault = told(*it.camera);
            QVERIFY2(fault.startsWith(QStringLiteral("/dev/video7, frame 1: ")) && fault.contains(part),
                     qPrintable(fault));
            QVERIFY(!it.camera->hasEnded());
            QCOMPARE(told(*it.camera), QStringLiteral("255"));
            QCOMPARE(it.camera->counts().frames, std::int64_t(2));
            QCOMPARE(it.camera->counts().faults, std::int64_t(1));
        }
    }

    void jpegImagesThatAreNone() {
        const QByteArray image = test::jpeg(8, 4);
        Opened it = opened({.formats = {V4L2_PIX_FMT_MJPEG},
                            .frames = {{.content = "no image"},
                                       {.content = image.left(100)},
                                       {.content = test::jpeg(16, 4)},
                                       {.content = QByteArray(1000, '\xff')},
                                       {.content = image + QByteArray(100, '\0')}}});
        QVERIFY(it.camera);
        QVERIFY(told(*it.camera).contains(QStringLiteral("frame 0: is damaged")));
        QVERIFY(told(*it.camera).contains(QStringLiteral("frame 1: is damaged")));
        QVERIFY(told(*it.camera).contains(QStringLiteral("has 16x4 pixels; expected 8x4")));
        QVERIFY(told(*it.camera).contains(QStringLiteral("frame 3: is damaged")));
        QVERIFY(it.camera->next({}));
        QVERIFY(it.camera->counts() == (FrameCounts{.frames = 1, .faults = 4, .untrustedTimes = 5}));
    }

    // The device's clock is at the largest timestamp until now.
    void timestampsThatMakeNoSense() {
        const auto at = [](std::int64_t micros, std::int64_t usec = -1) {
            ScriptedFrame frame = white(micros);
            if (usec >= 0) frame.tvUsec = usec;
            return frame;
        };
        ScriptedFrame future = white(4'000'000), other = white(6'000'000), negative = white(7'000'000);
        future.tvUsec = 999'999;
        other.flags = V4L2_BUF_FLAG_TIMESTAMP_COPY;
        negative.tvUsec = -1;
        Opened it = opened({.frames = {at(500'000), at(3'000'000), at(2'000'000), future,
                                       at(5'000'000, 1'000'000), other, negative, at(8'000'000)}});
        QVERIFY(it.camera);
        std::vector<std::int64_t> arrivals;
        for (int i = 0; i < 8; ++i) {
            const auto frame = it.camera->next({});
            QVERIFY(frame);
            arrivals.push_back(
                std::chrono::duration_cast<std::chrono::microseconds>(frame->arrival.time_since_epoch())
                    .count());
        }
        // Before it began to send; back; in the future; no microseconds; of another clock; negative.
        QVERIFY(arrivals == (std::vector<std::int64_t>{1'000'000, 3'000'000, 3'000'000, 4'000'000, 5'000'000,
                                                       6'000'000, 7'000'000, 8'000'000}));
        QCOMPARE(it.camera->counts().untrustedTimes, std::int64_t(6));
    }

    void framesThatNobodyTook() {
        std::deque<ScriptedFrame> frames;
        for (const std::uint32_t sequence : {UINT32_MAX - 1, 2u, 3u, 3u, 1u << 30, (1u << 30) + 2}) {
            frames.push_back(white());
            frames.back().sequence = sequence;
        }
        Opened it = opened({.frames = frames});
        QVERIFY(it.camera);
        std::vector<std::uint64_t> numbers;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const auto frame = it.camera->next({});
            QVERIFY(frame);
            numbers.push_back(frame->number);
        }
        QVERIFY(numbers == (std::vector<std::uint64_t>{0, 4, 5, 6, 7, 9})); // leaps that are none are no frames
        QCOMPARE(it.camera->counts().skipped, std::int64_t(4));
    }

    // What was handed out before stays; the error comes again, and the device is asked no more.
    void camerasThatAreUnplugged() {
        const std::vector<ScriptedFrame> ends{
            changed([](ScriptedFrame& of) { of.error = ENODEV; }),
            changed([](ScriptedFrame& of) { of.error = EINVAL; }),
            changed([](ScriptedFrame& of) { of.events = POLLERR; }),
            changed([](ScriptedFrame& of) { of.events = POLLHUP; }),
            changed([](ScriptedFrame& of) { of.pollError = ENOMEM; }),
            changed([](ScriptedFrame& of) { of.index = 4; }),
            changed([](ScriptedFrame& of) { of.index = UINT32_MAX; }),
        };
        for (const ScriptedFrame& end : ends) {
            Opened it = opened({.frames = {white(), white(), end, white()}});
            QVERIFY(it.camera);
            const auto kept = it.camera->next({});
            QVERIFY(kept && it.camera->next({}));
            const QString fault = told(*it.camera);
            QVERIFY2(fault.startsWith(QStringLiteral("/dev/video7: ")), qPrintable(fault));
            QVERIFY(it.camera->hasEnded());
            it.noted->calls.clear();
            QCOMPARE(told(*it.camera), fault);
            QCOMPARE(it.noted->calls, QStringList());
            QCOMPARE(it.camera->counts().frames, std::int64_t(2));
            QCOMPARE(int(kept->image.values[0]), 255);
        }
    }

    // While a frame is given back: it is whole, and handed out.
    void unpluggedBehindAFrame() {
        Opened it = opened({.frames = {changed([](ScriptedFrame& of) { of.requeueError = ENODEV; }), white()}});
        QVERIFY(it.camera);
        QCOMPARE(told(*it.camera), QStringLiteral("255"));
        QVERIFY(it.camera->hasEnded());
        QVERIFY(told(*it.camera).startsWith(QStringLiteral("/dev/video7: is gone: ")));
    }

    void errorsWithoutAnEnd() {
        Opened it = opened(
            {.frames = std::deque<ScriptedFrame>(1000, changed([](ScriptedFrame& of) { of.error = EIO; }))});
        QVERIFY(it.camera);
        int asked = 0;
        for (; !it.camera->hasEnded() && asked < 1000; ++asked)
            QVERIFY(!it.camera->next({}));
        QCOMPARE(asked, 100);
    }

    void nothingForALongTime() {
        Opened it = opened({.frames = {changed([](ScriptedFrame& of) { of.error = EAGAIN; })}});
        QVERIFY(it.camera);
        const auto frame = it.camera->next({}); // poll() was wrong once, then silence
        QVERIFY(!frame && frame.error().code == ErrorCode::TimedOut);
        QVERIFY(frame.error().message.find("for 10 s") != std::string::npos);
        QVERIFY(!it.camera->hasEnded());
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = it.camera->next({stop.get_token()});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QVERIFY(!it.camera->hasEnded());
    }

    void filesThatAreNoCameras() {
        const auto fault = [](const std::filesystem::path& path) {
            const auto camera = openCamera(path);
            return camera ? std::string() : camera.error().message;
        };
        QTemporaryFile file;
        QVERIFY(file.open());
        QVERIFY(fault("/no/such/video0").starts_with("/no/such/video0: cannot be opened: "));
        QVERIFY(fault(file.fileName().toStdString()).find("is no video device") != std::string::npos);
        QVERIFY(fault("/dev/null").find("captures no video") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(FramesCameraTest)

} // namespace edgewright::frames_camera_test

#include "frames_camera_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Every gesture on a picture that writes down what it is asked to do.
#include "tests/support/test_class.h"
#include "views/support/viewport/viewport_controller.h"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>

namespace edgewright::viewport_controller_test {

using namespace edgewright::views;

namespace {

class Picture final : public QWidget, private Viewport {
public:
    double zoom = 1;
    QPointF about, way, hovered{-1, -1};
    ZoomAxes axes = ZoomAxes::Both;
    int fits = 0, clicks = 0, clears = 0, ownMoves = 0;
    bool takes = true, bands = false, clearable = true;

    Picture() {
        setMouseTracking(true);
        resize(200, 100);
    }

protected:
    void mouseMoveEvent(QMouseEvent*) override { ++ownMoves; }

private:
    void zoomView(double factor, QPointF at, ZoomAxes along) override {
        zoom *= factor;
        about = at;
        axes = along;
    }
    void panView(QPointF by) override { way += by; }
    void fitView() override { ++fits; }
    QPointF viewCentre() const override { return {100, 50}; }
    void hoverView(QPointF at) override { hovered = at; }
    void clickView(const QMouseEvent&) override { ++clicks; }
    bool clearView() override {
        ++clears;
        return clearable;
    }
    bool ownsPress(const QMouseEvent& event) override { return event.position().x() < 10; }
    bool ownsDrag(const QMouseEvent&, QPointF) override { return bands; }
    bool takesWheel(QPointF, Qt::KeyboardModifiers) const override { return takes; }

    ViewportController m_controller{*this, *this, *this};
};

void drag(QWidget& widget, QPoint from, QPoint to) {
    QTest::mousePress(&widget, Qt::LeftButton, {}, from);
    for (const QPoint at : {(from + to) / 2, to}) {
        QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&widget, &move);
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, to);
}

bool wheel(QWidget& widget, QPoint angle, Qt::KeyboardModifiers keys = {}, QPoint pixels = {},
           Qt::ScrollPhase phase = Qt::NoScrollPhase) {
    const QPointF at(50, 40);
    QWheelEvent event(at, widget.mapToGlobal(at), pixels, angle, Qt::NoButton, keys, phase, false);
    event.ignore();
    QApplication::sendEvent(&widget, &event);
    return event.isAccepted();
}

} // namespace

class ViewportControllerTest : public QObject {
    Q_OBJECT
private slots:
    void wheelZoomsAboutThePointer() {
        Picture picture;
        wheel(picture, {0, 120});
        QCOMPARE(picture.zoom, ViewportController::WheelStep);
        QCOMPARE(picture.about, QPointF(50, 40));
        QCOMPARE(picture.axes, ZoomAxes::Both);
        wheel(picture, {0, -120}, Qt::ShiftModifier);
        QCOMPARE(picture.axes, ZoomAxes::Horizontal);
        wheel(picture, {120, 0}, Qt::ShiftModifier); // turned by the platform
        QCOMPARE(picture.zoom, ViewportController::WheelStep);
        wheel(picture, {0, -120}, Qt::ControlModifier);
        QCOMPARE(picture.axes, ZoomAxes::Vertical);
        QVERIFY(std::abs(picture.zoom - 1) < 1e-12);
        QCOMPARE(picture.way, QPointF());
    }
    void wheelIsLeftToOthers() {
        Picture picture;
        picture.takes = false;
        wheel(picture, {0, 120});
        QCOMPARE(picture.zoom, 1.0);
    }
    void fingersPanAndPinch() {
        Picture picture;
        wheel(picture, {0, 30}, {}, {4, -7}, Qt::ScrollUpdate);
        QCOMPARE(picture.way, QPointF(4, -7));
        QCOMPARE(picture.zoom, 1.0);
        wheel(picture, {60, 0}); // a wheel that tilts
        QCOMPARE(picture.way, QPointF(34, -7));
        wheel(picture, {0, 120}, Qt::ControlModifier, {0, 9}, Qt::ScrollUpdate);
        QCOMPARE(picture.zoom, ViewportController::WheelStep);
        QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, {20, 30},
                                  {20, 30}, {20, 30}, 0.5, {});
        QApplication::sendEvent(&picture, &pinch);
        QCOMPARE(picture.zoom, ViewportController::WheelStep * 1.5);
        QCOMPARE(picture.about, QPointF(20, 30));
        QNativeGestureEvent tap(Qt::SmartZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2,
                                {20, 30}, {20, 30}, {20, 30}, 0, {});
        QApplication::sendEvent(&picture, &tap);
        QCOMPARE(picture.fits, 1);
    }
    void dragPans() {
        Picture picture;
        drag(picture, {50, 50}, {90, 30});
        QCOMPARE(picture.way, QPointF(40, -20));
        QCOMPARE(picture.clicks, 0);
        QCOMPARE(picture.hovered, QPointF(90, 30)); // the cursor is that of what lies below again
        QTest::mouseClick(&picture, Qt::LeftButton, {}, {50, 50});
        QCOMPARE(picture.clicks, 1);
        QTest::mouseClick(&picture, Qt::RightButton, {}, {50, 50});
        QCOMPARE(picture.clicks, 1);
    }
    void pictureKeepsItsOwnDrags() {
        Picture picture;
        drag(picture, {5, 50}, {90, 30}); // ownsPress
        QCOMPARE(picture.way, QPointF());
        QCOMPARE(picture.ownMoves, 2);
        picture.bands = true;
        drag(picture, {50, 50}, {150, 30});
        QCOMPARE(picture.way, QPointF());
        QVERIFY(picture.ownMoves > 2);
        QCOMPARE(picture.clicks, 0);
    }
    void keysAndDoubleClick() {
        Picture picture;
        QTest::keyClick(&picture, Qt::Key_Plus);
        QCOMPARE(picture.zoom, ViewportController::KeyStep);
        QCOMPARE(picture.about, QPointF(100, 50));
        QTest::keyClick(&picture, Qt::Key_Minus);
        QVERIFY(std::abs(picture.zoom - 1) < 1e-12);
        QTest::keyClick(&picture, Qt::Key_Home);
        QTest::keyClick(&picture, Qt::Key_0);
        QTest::mouseDClick(&picture, Qt::LeftButton, {}, {50, 50});
        QCOMPARE(picture.fits, 3);
        QTest::keyClick(&picture, Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(picture.fits, 3);
    }
    void escapeGoesOnWhereItMeantNothing() {
        struct Page : QWidget {
            int escapes = 0;
            void keyPressEvent(QKeyEvent*) override { ++escapes; }
        } page;
        auto* picture = new Picture;
        picture->setParent(&page);
        QTest::keyClick(picture, Qt::Key_Escape);
        QCOMPARE(page.escapes, 0);
        picture->clearable = false;
        QTest::keyClick(picture, Qt::Key_Escape);
        QCOMPARE(page.escapes, 1);
        QCOMPARE(picture->clears, 2);
    }
};

EDGEWRIGHT_TEST(ViewportControllerTest)

} // namespace edgewright::viewport_controller_test

#include "viewport_controller_test.moc"

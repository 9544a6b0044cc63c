// SPDX-License-Identifier: GPL-3.0-or-later
// A paint device that notes where texts, lines and fills come to lie, and what is wrong with the texts: cut
// off, over each other, crossed by a line, covered.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRegion>
#include <QStringList>

#include <cmath>
#include <vector>

namespace edgewright::test {

struct PaintedThing {
    enum Kind { Text, Line, Fill } kind = Fill;
    QRectF rect;           // of a line: its bounds
    QLineF line = {};      // of a line
    QString text = {};     // of a text
    double opacity = 1;    // of a fill
    QRectF clip = {};      // null: none
    double lineHeight = 0; // of a text, whichever way it is turned
};

class RecordingEngine final : public QPaintEngine {
public:
    RecordingEngine() : QPaintEngine(AllFeatures) {}
    std::vector<PaintedThing> things;

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
        PaintedThing thing{.kind = PaintedThing::Text, .rect = transform().mapRect(box)};
        thing.text = item.text();
        thing.lineHeight = box.height() * std::sqrt(std::abs(transform().determinant()));
        if (painter()->hasClipping()) thing.clip = transform().mapRect(painter()->clipBoundingRect());
        if (!thing.text.trimmed().isEmpty()) things.push_back(thing);
    }
    void drawPath(const QPainterPath& path) override {
        fill(path.boundingRect());
        for (const QPolygonF& polygon : path.toSubpathPolygons())
            outline(polygon);
    }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        const QPolygonF polygon(QList<QPointF>(points, points + count));
        if (mode != PolylineMode) fill({}); // its bounds would say that it covers what it does not
        outline(polygon);
    }
    void drawRects(const QRectF* rects, int count) override {
        for (int i = 0; i < count; ++i) {
            fill(rects[i]);
            outline(QPolygonF(rects[i]));
        }
    }
    void drawLines(const QLineF* lines, int count) override {
        for (int i = 0; i < count; ++i)
            note(lines[i]);
    }
    void drawEllipse(const QRectF&) override {}

private:
    QTransform transform() const { return painter()->combinedTransform(); }
    void fill(const QRectF& rect) {
        if (painter()->brush().style() != Qt::SolidPattern || rect.isEmpty()) return;
        things.push_back({.kind = PaintedThing::Fill,
                          .rect = transform().mapRect(rect),
                          .opacity = static_cast<double>(painter()->brush().color().alphaF())});
    }
    void outline(const QPolygonF& polygon) {
        for (qsizetype i = 0; i + 1 < polygon.size(); ++i)
            note({polygon[i], polygon[i + 1]});
    }
    void note(const QLineF& line) {
        if (painter()->pen().style() == Qt::NoPen) return;
        const QLineF mapped = transform().map(line);
        things.push_back({.kind = PaintedThing::Line,
                          .rect = QRectF(mapped.p1(), mapped.p2()).normalized(),
                          .line = mapped});
    }
};

class RecordingDevice final : public QPaintDevice {
public:
    explicit RecordingDevice(QSize size) : m_size(size) {}
    QPaintEngine* paintEngine() const override { return &m_engine; }
    const std::vector<PaintedThing>& things() const { return m_engine.things; }

    // One line for each text that cannot be read.
    QStringList faults() const {
        QStringList found;
        const std::vector<PaintedThing>& all = m_engine.things;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const PaintedThing& text = all[i];
            if (text.kind != PaintedThing::Text) continue;
            const QRectF core = text.rect.adjusted(1, 2, -1, -2); // what the letters fill
            if (!QRectF(QPointF(-1, -1), m_size + QSizeF(2, 2)).contains(core))
                found << QStringLiteral("'%1' leaves the picture").arg(text.text);
            if (!text.clip.isNull() && !text.clip.adjusted(-1, -1, 1, 1).contains(core))
                found << QStringLiteral("'%1' is cut off").arg(text.text);
            for (std::size_t j = 0; j < all.size(); ++j) {
                if (j == i) continue;
                const PaintedThing& other = all[j];
                switch (other.kind) {
                case PaintedThing::Text:
                    if (j > i && other.rect.adjusted(1, 2, -1, -2).intersects(core))
                        found << QStringLiteral("'%1' and '%2' are over each other").arg(text.text, other.text);
                    break;
                case PaintedThing::Line:
                    if (crosses(other.line, core) && (j > i || !coveredBetween(j, i, core)))
                        found << QStringLiteral("'%1' is crossed by a line").arg(text.text);
                    break;
                case PaintedThing::Fill:
                    if (j > i && other.opacity > 0.3 && other.rect.intersects(core))
                        found << QStringLiteral("'%1' is covered").arg(text.text);
                }
            }
        }
        return found;
    }

protected:
    int metric(PaintDeviceMetric which) const override {
        switch (which) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 96;
        case PdmDepth:
            return 32;
        default:
            return QPaintDevice::metric(which);
        }
    }

private:
    static bool crosses(const QLineF& line, const QRectF& rect) {
        if (rect.contains(line.p1()) || rect.contains(line.p2())) return true;
        const QPolygonF sides(rect);
        for (qsizetype i = 0; i + 1 < sides.size(); ++i)
            if (line.intersects(QLineF(sides[i], sides[i + 1]), nullptr) == QLineF::BoundedIntersection)
                return true;
        return false;
    }
    bool coveredBetween(std::size_t line, std::size_t text, const QRectF& core) const {
        for (std::size_t i = line + 1; i < text; ++i)
            if (const PaintedThing& thing = m_engine.things[i];
                thing.kind == PaintedThing::Fill && thing.opacity > 0.85 &&
                thing.rect.adjusted(-1, -1, 1, 1).contains(core))
                return true;
        return false;
    }

    QSize m_size;
    mutable RecordingEngine m_engine;
};

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/canvas_accessible.h"

#include "views/graph/canvas/graph_canvas.h"
#include "views/support/operator_title.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <unordered_map>

namespace edgewright::views {

namespace {

class BoxAccessible final : public QAccessibleInterface {
public:
    BoxAccessible(GraphCanvas* canvas, std::shared_ptr<const GraphScene> scene, std::uint32_t box)
        : m_canvas(canvas), m_scene(std::move(scene)), m_index(box) {}

    bool isValid() const override { return m_canvas && m_canvas->scene() == m_scene; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_canvas); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.invalid = !isValid();
        if (state.invalid) return state;
        const SceneBox& own = box();
        state.selected = own.node.valid() && m_canvas->highlighted().count(own.node) != 0;
        state.offscreen = !m_canvas->visibleRect().intersects(own.rect);
        state.expandable = own.openable;
        return state;
    }
    QRect rect() const override {
        if (!isValid()) return {};
        const QRectF own = box().rect;
        const QPointF corner = (own.topLeft() - m_canvas->origin()) * m_canvas->zoom();
        return {m_canvas->mapToGlobal(corner.toPoint()), (own.size() * m_canvas->zoom()).toSize()};
    }
    QString text(QAccessible::Text kind) const override {
        if (!isValid()) return {};
        const SceneBox& own = box();
        if (own.module.valid() && kind == QAccessible::Name)
            return own.card.title + QStringLiteral(", ") + own.card.subtitle;
        const ir::Node* node = m_scene->nodeOf(own);
        if (kind == QAccessible::Name)
            return node ? operatorTitle(*node) + u' ' + QString::fromStdString(node->label())
                        : QString::fromStdString(m_scene->graph().value(own.value).name);
        if (kind != QAccessible::Description) return {};
        QStringList chips;
        for (const Chip& chip : own.card.chips)
            chips << chip.text;
        return node ? chips.join(QStringLiteral(", ")) : own.card.subtitle;
    }
    void setText(QAccessible::Text, const QString&) override {}

private:
    const SceneBox& box() const { return m_scene->boxes()[m_index]; }

    QPointer<GraphCanvas> m_canvas;
    std::shared_ptr<const GraphScene> m_scene;
    std::uint32_t m_index;
};

class CanvasAccessible final : public QAccessibleWidget {
public:
    explicit CanvasAccessible(GraphCanvas* canvas) : QAccessibleWidget(canvas, QAccessible::List) {}
    ~CanvasAccessible() override { forget(); }

    int childCount() const override { return static_cast<int>(boxes()); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || static_cast<std::size_t>(index) >= boxes()) return nullptr;
        if (m_scene != canvas().scene()) forget();
        m_scene = canvas().scene();
        const auto box = static_cast<std::uint32_t>(index);
        if (const auto known = m_children.find(box); known != m_children.end())
            return QAccessible::accessibleInterface(known->second);
        auto* made = new BoxAccessible(&canvas(), m_scene, box);
        m_children.emplace(box, QAccessible::registerAccessibleInterface(made));
        return made;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        if (boxes() == 0) return nullptr;
        const QPointF at = canvas().mapFromGlobal(QPointF(x, y));
        const auto hit = hitTest(*canvas().scene(), canvas().origin() + at / canvas().zoom(), 0);
        return hit.box ? child(static_cast<int>(*hit.box)) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* wanted) const override {
        for (const auto& [box, id] : m_children)
            if (QAccessible::accessibleInterface(id) == wanted) return static_cast<int>(box);
        return -1;
    }

private:
    GraphCanvas& canvas() const { return *static_cast<GraphCanvas*>(widget()); }
    std::size_t boxes() const {
        const auto& scene = canvas().scene();
        return scene && scene->placed() ? scene->boxes().size() : 0;
    }
    void forget() const {
        for (const auto& entry : m_children)
            QAccessible::deleteAccessibleInterface(entry.second);
        m_children.clear();
    }

    mutable std::shared_ptr<const GraphScene> m_scene;
    mutable std::unordered_map<std::uint32_t, QAccessible::Id> m_children;
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* canvas = qobject_cast<GraphCanvas*>(object);
    return canvas ? new CanvasAccessible(canvas) : nullptr;
}

} // namespace

void makeCanvasesAccessible() {
    static const bool once = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    static_cast<void>(once);
}

} // namespace edgewright::views

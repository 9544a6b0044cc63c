// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/bookmarks.h"

#include <QCryptographicHash>
#include <QSettings>
#include <QVariantList>

namespace edgewright::views {

QString Bookmarks::key(int number) const { return QStringLiteral("bookmarks/%1/%2").arg(m_model).arg(number); }

void Bookmarks::setModel(const QString& file) {
    m_model = file.isEmpty()
                  ? QString()
                  : QString::fromLatin1(
                        QCryptographicHash::hash(file.toUtf8(), QCryptographicHash::Sha1).toHex().left(16));
    m_marks = {};
    if (m_model.isEmpty()) return;
    const QSettings stored;
    for (int number = 1; number <= Count; ++number) {
        const QVariantList mark = stored.value(key(number)).toList();
        if (mark.size() == 2)
            m_marks[static_cast<std::size_t>(number - 1)] = {mark[0].toUInt(), mark[1].toString()};
    }
}

void Bookmarks::set(int number, NodeId node, const QString& label) {
    if (number < 1 || number > Count) return;
    m_marks[static_cast<std::size_t>(number - 1)] = {node.valid() ? node.index() : 0, label};
    if (m_model.isEmpty()) return;
    QSettings stored;
    if (label.isEmpty())
        stored.remove(key(number));
    else
        stored.setValue(key(number), QVariantList{node.index(), label});
}

QString Bookmarks::label(int number) const {
    return number < 1 || number > Count ? QString() : m_marks[static_cast<std::size_t>(number - 1)].label;
}

std::optional<NodeId> Bookmarks::find(int number, const ir::Graph& graph) const {
    if (label(number).isEmpty()) return std::nullopt;
    const Mark& mark = m_marks[static_cast<std::size_t>(number - 1)];
    const std::string label = mark.label.toStdString();
    const NodeId id(mark.id);
    if (graph.contains(id) && graph.node(id).label() == label) return id;
    return graph.findNode(label);
}

} // namespace edgewright::views

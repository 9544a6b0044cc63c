// SPDX-License-Identifier: GPL-3.0-or-later
// The way from the model to where we are: "model › Loop_3 · body › …", "model › features › 5 › attn"; a click
// goes there.
#pragma once

#include <QStringList>
#include <QWidget>

#include "core/ir/node.h"

#include <memory>
#include <vector>

class QHBoxLayout;

namespace edgewright::views {

// The graphs inside a node: branches, bodies of loops, functions and fused groups, with what to call them.
struct Inside {
    QString name; // "then_branch", "body", "members"
    std::shared_ptr<const ir::Graph> graph;
};
std::vector<Inside> insidesOf(const ir::Node& node);

class Breadcrumbs final : public QWidget {
    Q_OBJECT
public:
    explicit Breadcrumbs(QWidget* parent = nullptr);
    void setPath(const QStringList& names);
    QStringList path() const { return m_names; }

signals:
    void chosen(int depth); // 0: the model

private:
    QStringList m_names;
    QHBoxLayout* m_row;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The way from the model to where we are: "model › Loop_3 · body › …", "model › features › 5 › attn"; a click
// goes there.
#pragma once

#include <QStringList>
#include <QWidget>

class QHBoxLayout;

namespace edgewright::views {

class Breadcrumbs final : public QWidget {
    Q_OBJECT
public:
    explicit Breadcrumbs(QWidget* parent = nullptr);
    void setPath(const QStringList& names);
    QStringList path() const { return m_names; }

signals:
    void chosen(int depth); // 0: the model

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QStringList m_names;
    QHBoxLayout* m_row;
};

} // namespace edgewright::views

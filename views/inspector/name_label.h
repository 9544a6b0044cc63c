// SPDX-License-Identifier: GPL-3.0-or-later
// Text with names of any length: what does not fit is left out of the middle, the tooltip has it, and copying
// yields it.
#pragma once

#include <QLabel>

namespace edgewright::views {

class NameLabel final : public QLabel {
    Q_OBJECT
public:
    // One line, or a text that wraps between words and shortens those that are wider than itself.
    enum class Shape { Line, Text };
    explicit NameLabel(Shape shape, const QString& full = {}, QWidget* parent = nullptr);
    void setFull(const QString& full);
    const QString& full() const { return m_full; }
    void copyFull() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fit(int room);

    Shape m_shape;
    QString m_full;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// A line to search with: words to type, the number of hits, next and previous. Searches once nobody has typed
// for a moment; Enter and the arrow keys step, Escape as FocusReturn has it.
#pragma once

#include <QTimer>
#include <QWidget>

#include <cstddef>

class QLabel;
class QLineEdit;
class QToolButton;

namespace edgewright::views {

class SearchLine : public QWidget {
    Q_OBJECT
public:
    void focus();
    QString text() const;
    void setText(const QString& text); // and searches at once
    virtual void step(int by) = 0;     // to the next hit, or the previous

protected:
    struct Texts {
        QString object, name, placeholder, tip; // object: "graph" makes "graphSearch", "graphSearchCount" ...
        QString previous, next;
        Qt::ArrowType previousArrow = Qt::UpArrow, nextArrow = Qt::DownArrow;
    };
    SearchLine(const Texts& texts, QWidget* parent);
    virtual void search() = 0;
    // Searches now if that still waits for the next key.
    void finishTyping();
    void stopTyping() { m_typing.stop(); }
    // `at`: the hit that is shown, -1: none yet. `shown`: something is searched. `fault`: instead of the count.
    void showCount(bool shown, std::size_t count, std::ptrdiff_t at, const QString& fault = {});
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void tint();

    QLineEdit* m_line;
    QLabel* m_count;
    QToolButton *m_previous, *m_next;
    QTimer m_typing;
    bool m_hasHits = true;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/timeline/timeline_search_bar.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <utility>

namespace edgewright::views {

namespace {

constexpr int SearchDelay = 120; // milliseconds after the last key

} // namespace

TimelineSearchBar::TimelineSearchBar(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this)),
      m_previous(new QToolButton(this)), m_next(new QToolButton(this)),
      m_job(pool, tr("Search in the timeline")) {
    setObjectName(QStringLiteral("timelineSearchBar"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_line->setObjectName(QStringLiteral("timelineSearch"));
    m_line->setAccessibleName(tr("Find operators in the timeline"));
    m_line->setPlaceholderText(tr("Find operators (Ctrl+F)"));
    m_line->setToolTip(tr("Words that a span has in its name, its operator or its node"));
    m_line->setClearButtonEnabled(true);
    m_line->setMinimumWidth(120);
    m_count->setObjectName(QStringLiteral("timelineSearchCount"));
    m_count->setAccessibleName(tr("Number of hits"));
    m_count->setFont(views::font(TextSize::Small));
    m_count->hide();
    const auto button = [this](QToolButton* made, Qt::ArrowType arrow, const QString& name, int by) {
        made->setArrowType(arrow);
        made->setAutoRaise(true);
        made->setAccessibleName(name);
        made->setToolTip(name);
        made->setEnabled(false);
        connect(made, &QToolButton::clicked, this, [this, by] { step(by); });
    };
    button(m_previous, Qt::LeftArrow, tr("Previous hit (Shift+Enter)"), -1);
    button(m_next, Qt::RightArrow, tr("Next hit (Enter)"), 1);
    m_previous->setObjectName(QStringLiteral("timelinePreviousHit"));
    m_next->setObjectName(QStringLiteral("timelineNextHit"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    m_typing.setSingleShot(true);
    m_typing.setInterval(SearchDelay);
    connect(&m_typing, &QTimer::timeout, this, &TimelineSearchBar::search);
    connect(m_line, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    m_line->installEventFilter(this);
}

void TimelineSearchBar::setScene(std::shared_ptr<const TimelineScene> scene) {
    if (scene == m_scene) return;
    m_scene = std::move(scene);
    m_hits.reset();
    search();
}

void TimelineSearchBar::setText(const QString& text) {
    m_line->setText(text);
    search();
}

void TimelineSearchBar::focus() {
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void TimelineSearchBar::search() {
    m_typing.stop();
    m_at = -1;
    const QString asked = m_line->text().simplified();
    if (asked.isEmpty() || !m_scene) {
        m_job.stop();
        m_stepWhenFound = 0;
        const bool had = m_hits != nullptr;
        m_hits.reset();
        showCount();
        if (had) emit found();
        return;
    }
    m_job.start(
        [scene = m_scene, asked](const RunContext& run) -> Result<std::shared_ptr<const TimelineHits>> {
            auto hits = findSpans(*scene, asked, run);
            if (!hits) return std::move(hits).error();
            return std::make_shared<const TimelineHits>(*std::move(hits));
        },
        [this](Result<std::shared_ptr<const TimelineHits>> hits) {
            m_hits = hits ? *std::move(hits) : nullptr;
            showCount();
            emit found();
            if (const int by = std::exchange(m_stepWhenFound, 0); by != 0) step(by);
        });
}

void TimelineSearchBar::step(int by) {
    if (m_typing.isActive()) search();
    if (m_job.running()) {
        m_stepWhenFound = by;
        return;
    }
    const auto count = m_hits ? static_cast<std::ptrdiff_t>(m_hits->order.size()) : 0;
    if (count == 0) return;
    if (m_at >= 0)
        m_at = (m_at + by + count) % count;
    else {
        m_at = static_cast<std::ptrdiff_t>(m_hits->nextFrom(*m_scene, m_begin));
        if (by < 0) m_at = (m_at + count - 1) % count;
    }
    showCount();
    emit current(m_hits->order[static_cast<std::size_t>(m_at)]);
}

void TimelineSearchBar::showCount() {
    const std::size_t count = m_hits ? m_hits->order.size() : 0;
    m_count->setVisible(m_hits != nullptr);
    if (count == 0)
        m_count->setText(tr("none"));
    else if (m_at < 0)
        m_count->setText(integerText(static_cast<std::int64_t>(count)));
    else
        m_count->setText(tr("%1 of %2").arg(m_at + 1).arg(count));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    tint();
}

void TimelineSearchBar::tint() {
    const Theme& theme = Theme::forPalette(palette());
    QPalette colours = m_count->palette();
    const QColor wanted = m_hits && m_hits->order.empty() ? theme.warn : theme.muted;
    if (colours.color(QPalette::WindowText) == wanted) return;
    colours.setColor(QPalette::WindowText, wanted);
    m_count->setPalette(colours);
}

bool TimelineSearchBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
            step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        case Qt::Key_Down:
        case Qt::Key_Up:
            step(key->key() == Qt::Key_Down ? 1 : -1);
            return true;
        case Qt::Key_Escape:
            if (m_line->text().isEmpty()) break;
            m_line->clear();
            return true;
        default:
            break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TimelineSearchBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views

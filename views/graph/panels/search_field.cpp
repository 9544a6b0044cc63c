// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/search_field.h"

#include "core/base/propagate.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int TypingMilliseconds = 120;

} // namespace

SearchField::SearchField(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this)),
      m_previous(new QToolButton(this)), m_next(new QToolButton(this)), m_job(pool, tr("Search in the graph")) {
    setObjectName(QStringLiteral("searchField"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_line->setObjectName(QStringLiteral("graphSearch"));
    m_line->setAccessibleName(tr("Find nodes"));
    m_line->setPlaceholderText(tr("Find nodes (Ctrl+F)"));
    m_line->setClearButtonEnabled(true);
    m_line->setMinimumWidth(120);
    m_line->setToolTip(tr(
        "<p>Words that a node has in its name, operator, attributes, tensors, shapes or types.</p>"
        "<table cellspacing='4'>"
        "<tr><td><b>op:Conv</b>, <b>name:</b>, <b>tensor:</b></td><td>only there</td></tr>"
        "<tr><td><b>attr:group=32</b></td><td>an attribute</td></tr>"
        "<tr><td><b>shape:64x56x*</b>, <b>dtype:int8</b></td><td>of a tensor that it reads or writes</td></tr>"
        "<tr><td><b>\"conv1\"</b></td><td>exactly</td></tr>"
        "<tr><td><b>/^layer[12]/</b></td><td>regular expression</td></tr>"
        "<tr><td><b>Conv &gt; * &gt; Relu</b></td><td>operators that follow each other</td></tr></table>"));
    m_count->setObjectName(QStringLiteral("searchCount"));
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
    button(m_previous, Qt::UpArrow, tr("Previous hit (Shift+F3)"), -1);
    button(m_next, Qt::DownArrow, tr("Next hit (F3)"), 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_line, 1);
    row->addWidget(m_count);
    row->addWidget(m_previous);
    row->addWidget(m_next);

    m_typing.setSingleShot(true);
    m_typing.setInterval(TypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &SearchField::search);
    connect(m_line, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    m_line->installEventFilter(this);
}

QString SearchField::text() const { return m_line->text(); }

void SearchField::focus() {
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void SearchField::setGraphs(std::vector<std::shared_ptr<const ir::Graph>> graphs) {
    if (graphs == m_graphs) return;
    m_graphs = std::move(graphs);
    search();
}

void SearchField::search() {
    m_typing.stop();
    m_at = -1;
    auto query = NodeQuery::parse(m_line->text());
    if (!query || query->empty() || m_graphs.empty()) {
        m_job.cancel();
        m_stepWhenFound = false;
        const bool had = !m_found.all.empty();
        m_found = {};
        showCount(query ? QString() : QString::fromStdString(query.error().message));
        if (had) emit foundChanged();
        return;
    }
    m_job.start(
        [graphs = m_graphs, query = std::move(*query)](const RunContext& run) -> Result<Found> {
            Found sum;
            std::set<NodeId> known, knownHits;
            for (const auto& graph : graphs) {
                ASSIGN_OR_RETURN(const auto found, query.find(*graph, run));
                for (const NodeId id : found.hits)
                    if (knownHits.insert(id).second) sum.hits.push_back(id);
                for (const NodeId id : found.all)
                    if (known.insert(id).second) sum.all.push_back(id);
            }
            return sum;
        },
        [this](Result<Found> found) {
            m_found = found ? std::move(found).value() : Found{};
            showCount(found ? QString() : QString::fromStdString(found.error().message));
            emit foundChanged();
            if (std::exchange(m_stepWhenFound, false)) step(1);
        });
}

void SearchField::step(int by) {
    if (m_typing.isActive()) search();
    if (m_job.running()) {
        m_stepWhenFound = true;
        return;
    }
    const auto count = static_cast<int>(m_found.hits.size());
    if (count == 0) return;
    m_at = m_at < 0 ? (by > 0 ? 0 : count - 1) : (m_at + by + count) % count;
    showCount();
    emit current(m_found.hits[static_cast<std::size_t>(m_at)]);
}

void SearchField::showCount(const QString& fault) {
    const bool asked = !m_line->text().trimmed().isEmpty();
    const auto count = m_found.hits.size();
    m_count->setVisible(asked);
    m_count->setToolTip(fault);
    if (!fault.isEmpty())
        m_count->setText(fault.size() > 24 ? fault.left(22) + QStringLiteral(" …") : fault);
    else if (count == 0)
        m_count->setText(tr("none"));
    else if (m_at < 0)
        m_count->setText(integerText(count));
    else
        m_count->setText(tr("%1 of %2").arg(m_at + 1).arg(count));
    m_previous->setEnabled(count > 0);
    m_next->setEnabled(count > 0);
    tint();
}

void SearchField::tint() {
    const Theme& theme = Theme::forPalette(palette());
    QPalette colours = m_count->palette();
    const QColor wanted = m_found.hits.empty() ? theme.warn : theme.muted;
    if (colours.color(QPalette::WindowText) == wanted) return;
    colours.setColor(QPalette::WindowText, wanted);
    m_count->setPalette(colours);
}

bool SearchField::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up) {
            step(key->key() == Qt::Key_Down ? 1 : -1);
            return true;
        }
        if (key->key() == Qt::Key_Escape && !m_line->text().isEmpty()) {
            m_line->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SearchField::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views

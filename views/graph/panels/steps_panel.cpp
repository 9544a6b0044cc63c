// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/steps_panel.h"

#include "views/graph/panels/benefits_text.h"
#include "views/graph/panels/step_delegate.h"
#include "views/graph/panels/steps_model.h"
#include "views/support/focus_return.h"
#include "views/support/fusion_edits.h"
#include "views/support/table/table_copy.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace edgewright::views {

namespace {

constexpr int MaxExpanded = 12;       // entries of a rule that are unfolded at first
constexpr int StepsTypingDelay = 120; // ms

} // namespace

StepsPanel::StepsPanel(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(new StepsModel(this)), m_tree(new QTreeView(this)),
      m_words(new QLineEdit(this)), m_filter(new QLabel(this)), m_all(new QToolButton(this)) {
    setObjectName(QStringLiteral("stepsPanel"));
    m_tree->setObjectName(QStringLiteral("fusionSteps"));
    m_tree->setAccessibleName(tr("Applied, possible and refused fusions"));
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(12);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setTextElideMode(Qt::ElideRight);
    m_tree->setMouseTracking(true);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerItem); // sizes of all rows would take seconds
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setModel(m_model);
    m_tree->viewport()->installEventFilter(this);
    addTableCopy(*m_tree, QStringLiteral("fusion-steps"));
    auto* delegate = new StepDelegate(m_tree);
    m_tree->setItemDelegate(delegate);
    connect(delegate, &StepDelegate::pressed, this, &StepsPanel::press);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { pick(index); });
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        pick(index);
        // Of a rule: the places themselves; a second click folds them again.
        if (m_model->levelOf(index) == StepsModel::Level::Entry) return;
        m_tree->setExpanded(index, !m_tree->isExpanded(index));
        if (const std::vector<NodeId> nodes = m_model->nodesBelow(index); !nodes.empty())
            emit nodesChosen(nodes);
    });
    m_tree->setExpandsOnDoubleClick(false);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (m_model->levelOf(index) == StepsModel::Level::Entry &&
            m_model->groupOf(index) == StepsModel::Applied)
            emit stepChosen(m_model->entryAt(index) + 1);
    });

    m_filter->setObjectName(QStringLiteral("stepsFilter"));
    m_all->setText(tr("Show all"));
    m_all->setAutoRaise(true);
    connect(m_all, &QToolButton::clicked, this, [this] { setRule({}); });
    m_words->setObjectName(QStringLiteral("stepsWords"));
    m_words->setPlaceholderText(tr("Filter: name, rule or reason"));
    m_words->setAccessibleName(m_words->placeholderText());
    new FocusReturn(*m_words);
    m_words->setClearButtonEnabled(true);
    m_typing.setSingleShot(true);
    m_typing.setInterval(StepsTypingDelay);
    connect(m_words, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, [this] {
        m_model->setWords(m_words->text());
        expandGroups();
    });
    auto* words = new QHBoxLayout;
    words->setContentsMargins(12, 8, 12, 0);
    words->addWidget(m_words);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 4, 8, 4);
    row->addWidget(m_filter, 1);
    row->addWidget(m_all);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(words);
    layout->addLayout(row);
    layout->addWidget(m_tree, 1);
    setRule({});
}

void StepsPanel::setHistory(std::shared_ptr<const fusion::History> history) {
    if (history == m_model->history()) return;
    m_model->show(std::move(history));
    expandGroups();
}

void StepsPanel::setRule(const std::string& rule) {
    m_model->setRule(rule);
    m_filter->setText(tr("Only %1").arg(QString::fromStdString(rule)));
    m_filter->setVisible(!rule.empty());
    m_all->setVisible(!rule.empty());
    expandGroups();
}

// Everything that was looked for; otherwise what is short.
void StepsPanel::expandGroups() {
    const bool wanted = !m_model->rule().empty() || !m_words->text().isEmpty();
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex verdict = m_model->index(group, 0);
        m_tree->setExpanded(verdict, true);
        for (int row = 0; row < m_model->rowCount(verdict); ++row) {
            const QModelIndex rule = m_model->index(row, 0, verdict);
            m_tree->setExpanded(rule, wanted || m_model->rowCount(rule) <= MaxExpanded);
        }
    }
}

// Reasons wrap anew.
bool StepsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize) m_tree->doItemsLayout();
    return QWidget::eventFilter(watched, event);
}

void StepsPanel::setStepShown(std::size_t step) { m_model->setStepShown(step); }

void StepsPanel::showStep(std::size_t step) {
    m_words->clear();
    m_typing.stop();
    m_model->setWords({});
    setRule({});
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex verdict = m_model->index(group, 0);
        if (m_model->groupOf(verdict) != StepsModel::Applied) continue;
        for (int row = 0; row < m_model->rowCount(verdict); ++row) {
            const QModelIndex rule = m_model->index(row, 0, verdict);
            for (int entry = 0; entry < m_model->rowCount(rule); ++entry) {
                const QModelIndex index = m_model->index(entry, 0, rule);
                if (m_model->entryAt(index) != step) continue;
                m_tree->setExpanded(rule, true);
                m_tree->setCurrentIndex(index);
                return m_tree->scrollTo(index);
            }
        }
    }
}

void StepsPanel::setBenefits(std::shared_ptr<const pipeline::Benefits> benefits) {
    const auto& history = m_model->history();
    if (std::exchange(m_told, benefits) == benefits || !benefits || !history ||
        benefits->steps.size() != history->steps.size())
        return;
    std::vector<QString> details;
    details.reserve(benefits->steps.size());
    for (const pipeline::StepBenefit& benefit : benefits->steps)
        details.push_back(stepText(benefit));
    m_model->setDetails(std::move(details));
}

void StepsPanel::pick(const QModelIndex& index) {
    const NodeId node = m_model->nodeAt(index);
    if (!node.valid()) return;
    m_context.selection.select({node, {}});
}

void StepsPanel::press(const QModelIndex& index) {
    const fusion::Step* step = m_model->stepAt(index);
    if (!step) return;
    const QString reason = QString::fromStdString(step->reason);
    const auto history = m_model->history(); // the change replaces it
    if (m_model->groupOf(index) == StepsModel::Applied) {
        emit said(tr("Left out: %1").arg(reason));
        undoStep(m_context.settings, *step);
    } else {
        emit said(tr("Applied: %1").arg(reason));
        applyPossible(m_context.settings, *history, *step);
    }
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/experiments_pane.h"

#include "core/experiment/overview.h"
#include "views/support/answer_line.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"

#include <QLabel>
#include <QStackedWidget>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

QString nameText(const std::filesystem::path& file) { return QString::fromStdString(file.filename().string()); }

} // namespace

ExperimentsPane::ExperimentsPane(views::ViewContext& context, QWidget* parent)
    : QWidget(parent), m_answer(new views::PageAnswer(u"experimentAnswer"_s, this)),
      m_bar(new ExperimentBar(context.settings, this)), m_stack(new QStackedWidget(this)),
      m_empty(new QLabel(this)), m_results(new ExperimentResults(context.pool, this)) {
    setObjectName(u"experiments"_s);
    m_empty->setObjectName(u"experimentsEmpty"_s);
    m_empty->setText(
        tr("No experiment yet. An experiment runs models, input sizes, float32 and INT8, fusion and reuse "
           "of memory in all combinations, and compares each with its baseline. New… writes one for the "
           "model that is open; Open… takes a file that is there."));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(48);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_results);
    auto* all = views::columnIn(this, {0, 8, 0, 0}, 8);
    all->addWidget(m_answer);
    all->addWidget(m_bar);
    all->addWidget(m_stack, 1);
}

void ExperimentsPane::follow(views::Session& session) {
    m_session = &session;
    m_bar->follow(session);
    views::Experiments& experiments = session.experiments();
    connect(&experiments, &views::Experiments::listChanged, this, [this] { m_answer->forget(); });
    connect(&experiments, &views::Experiments::changed, this, &ExperimentsPane::showChosen);
    showChosen();
}

void ExperimentsPane::showChosen() {
    const views::Experiments& experiments = m_session->experiments();
    const bool isChosen = experiments.chosen() >= 0;
    m_stack->setCurrentWidget(isChosen ? static_cast<QWidget*>(m_results) : m_empty);
    m_results->display(experiments.overview(),
                       isChosen ? nameText(experiments.files()[static_cast<std::size_t>(experiments.chosen())])
                                : QString());
    if (!experiments.problem().isEmpty()) {
        m_answer->display({views::AnswerLine::alarm(experiments.problem().toHtmlEscaped()), {}, {}, false});
        return;
    }
    table::Answer found = experiments.found();
    if (experiments.overview() && found.headline.empty()) {
        QStringList conditions;
        for (const std::string& each : found.conditions)
            conditions << QString::fromStdString(each);
        m_answer->display({tr("No result yet."), conditions, {}, false});
        return;
    }
    m_answer->setAnswer(found, views::AnswerLine::mark(views::Sureness::Measured));
}

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/experiment_bar.h"

#include "core/experiment/overview.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/save_name.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace edgewright::workbench {

using namespace Qt::StringLiterals;

namespace {

QString pathText(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }

} // namespace

ExperimentBar::ExperimentBar(views::SettingsModel& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_list(new QComboBox(this)),
      m_new(new QPushButton(tr("New…"), this)), m_open(new QPushButton(tr("Open…"), this)),
      m_remove(new QPushButton(tr("Remove"), this)), m_run(new QPushButton(tr("Run"), this)),
      m_state(new QLabel(this)), m_progress(new QProgressBar(this)) {
    m_list->setObjectName(u"experimentList"_s);
    m_list->setAccessibleName(tr("Experiments of the study"));
    m_list->setToolTip(tr("Experiments of the study"));
    m_list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_list->setMinimumContentsLength(20);
    m_new->setObjectName(u"experimentNew"_s);
    m_new->setToolTip(
        tr("New experiment from what is open: this model in float32 and in INT8 as it is chosen, in "
           "all configurations, on the chosen accelerator"));
    m_open->setObjectName(u"experimentOpen"_s);
    m_open->setToolTip(tr("Open experiment: a file that was written here or by hand joins the study"));
    m_remove->setObjectName(u"experimentRemove"_s);
    m_remove->setToolTip(tr("From the study; the file and its results stay where they are"));
    m_run->setObjectName(u"experimentRun"_s);
    views::holdWidth(*m_run, {tr("Run"), tr("Cancel")});
    m_state->setObjectName(u"experimentState"_s);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(u"experimentProgress"_s);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(120);
    QSizePolicy stays = m_progress->sizePolicy();
    stays.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(stays);
    auto* row = views::rowIn(this, {}, 8);
    row->addWidget(m_list);
    row->addWidget(m_new);
    row->addWidget(m_open);
    row->addWidget(m_remove);
    row->addWidget(m_state, 1);
    row->addWidget(m_progress);
    row->addWidget(m_run);
    connect(m_new, &QPushButton::clicked, this, &ExperimentBar::createNew);
    connect(m_open, &QPushButton::clicked, this, &ExperimentBar::openOther);
    connect(m_run, &QPushButton::clicked, this, &ExperimentBar::runOrCancel);
    m_new->setEnabled(false);
    m_remove->setEnabled(false);
    m_run->setEnabled(false);
    m_progress->hide();
}

void ExperimentBar::follow(views::Session& session) {
    m_session = &session;
    views::Experiments& experiments = session.experiments();
    connect(&experiments, &views::Experiments::listChanged, this, &ExperimentBar::showList);
    connect(&experiments, &views::Experiments::changed, this, &ExperimentBar::showRun);
    connect(&experiments, &views::Experiments::progressed, this, &ExperimentBar::showRun);
    connect(&session.measurements(), &views::Measurements::stateChanged, this, &ExperimentBar::showRun);
    connect(&session, &views::Session::changed, this, &ExperimentBar::showRun);
    connect(m_list, &QComboBox::currentIndexChanged, &experiments, &views::Experiments::choose);
    connect(m_remove, &QPushButton::clicked, &experiments,
            [&experiments] { experiments.remove(experiments.chosen()); });
    showList();
}

void ExperimentBar::showList() {
    const views::Experiments& experiments = m_session->experiments();
    const QSignalBlocker quiet(m_list);
    if (m_files != experiments.files()) {
        m_files = experiments.files();
        m_list->clear();
        for (const std::filesystem::path& each : m_files) {
            m_list->addItem(QFileInfo(pathText(each)).fileName());
            m_list->setItemData(m_list->count() - 1, views::plainTip(pathText(each)), Qt::ToolTipRole);
        }
    }
    m_list->setCurrentIndex(experiments.chosen());
    m_list->setEnabled(m_list->count() > 0);
    showRun();
}

void ExperimentBar::showRun() {
    const views::Experiments& experiments = m_session->experiments();
    const int running = experiments.running();
    const auto& overview = experiments.overview();
    const bool isMeasuring = m_session->measurements().state() != views::Measurements::State::Idle;
    const bool isAllDone = overview && overview->left == std::size_t(0);
    m_new->setEnabled(m_session->analysis()->opened != nullptr);
    m_open->setEnabled(m_new->isEnabled());
    m_remove->setEnabled(experiments.chosen() >= 0 && experiments.chosen() != running);
    m_run->setText(running >= 0 ? tr("Cancel") : tr("Run"));
    m_run->setEnabled(running >= 0 || (overview && !isAllDone && !isMeasuring));
    m_run->setToolTip(running >= 0  ? tr("Results until now stay, and the next run goes on from them")
                      : isMeasuring ? tr("While something is measured, nothing else is")
                      : isAllDone   ? tr("Every cell has a result of this model and these settings")
                                    : tr("The cells that have no result yet, one after the other"));
    m_progress->setVisible(running >= 0);
    m_state->clear();
    if (running < 0) return;
    const views::Experiments::Progress& progress = experiments.progress();
    m_progress->setRange(0, static_cast<int>(std::max<std::size_t>(progress.cells, 1)));
    m_progress->setValue(static_cast<int>(progress.done));
    QStringList told;
    if (running != experiments.chosen()) told << m_list->itemText(running);
    if (progress.cells > 0) told << tr("%1 of %2").arg(progress.done).arg(progress.cells);
    if (progress.failed > 0) told << tr("%1 failed").arg(progress.failed);
    if (progress.secondsLeft && *progress.secondsLeft > 0)
        told << tr("%1 left").arg(views::secondsText(*progress.secondsLeft));
    told << QString::fromStdString(progress.now);
    told.removeAll(QString());
    m_state->setText(told.join(u" · "_s));
    m_state->setToolTip(views::plainTip(m_state->text()));
}

std::filesystem::path ExperimentBar::folder() const {
    const QString study = m_session->studyFile();
    if (!study.isEmpty()) return std::filesystem::path(study.toStdString()).parent_path();
    const auto opened = m_session->analysis()->opened;
    return opened ? opened->file.parent_path() : std::filesystem::path();
}

void ExperimentBar::createNew() {
    const auto opened = m_session->analysis()->opened;
    if (!opened) return;
    const QString proposal = pathText(folder() / opened->file.stem()) + u".experiment.json"_s;
    const QString file =
        views::askSaveName(this, tr("New experiment"), proposal, tr("Experiments (*.experiment.json *.json)"),
                           u".experiment.json"_s);
    if (!file.isEmpty()) m_session->experiments().create(file.toStdString(), opened->file, m_settings.get());
}

void ExperimentBar::openOther() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open experiment"), pathText(folder()),
                                                      tr("Experiments (*.json);;All files (*)"));
    if (!file.isEmpty()) m_session->experiments().add(file.toStdString());
}

void ExperimentBar::runOrCancel() {
    if (m_session->experiments().running() >= 0)
        m_session->experiments().cancel();
    else
        m_session->experiments().run();
}

} // namespace edgewright::workbench

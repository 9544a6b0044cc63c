// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/tuning/tuning_controls.h"

#include "core/cost/search/strategy.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/support/field/field_editor.h"
#include "views/support/flow_layout.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/quantity.h"
#include "views/support/save_name.h"
#include "views/support/short_name.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

const QString TuningFolderKey = u"tuningLogs"_s; // of QSettings
constexpr int MaxWord = 60;                      // characters of a name in what is being done

QJsonValue tuningJson(const FieldValue& value) {
    if (const auto* count = std::get_if<std::int64_t>(&value)) return static_cast<qint64>(*count);
    if (const auto* number = std::get_if<double>(&value)) return *number;
    if (const auto* words = std::get_if<std::string>(&value)) return text(*words);
    if (const auto* seed = std::get_if<std::uint64_t>(&value)) return QString::number(*seed);
    return {};
}

// Nothing where the field cannot have it: files hold anything.
std::optional<FieldValue> tuningValue(const FieldInfo& field, const QJsonValue& json) {
    switch (field.kind) {
    case FieldKind::Count:
        if (json.isDouble() && field.admits(json.toDouble())) return std::int64_t(json.toInteger());
        break;
    case FieldKind::Number:
        if (json.isDouble() && field.admits(json.toDouble())) return json.toDouble();
        break;
    case FieldKind::Choice: {
        const FieldValue value = json.toString().toStdString();
        if (json.isString() && (field.choiceOf(value) || (json.toString().isEmpty() && !field.absent.empty())))
            return value;
        break;
    }
    case FieldKind::Seed: {
        bool isNumber = false;
        const qulonglong seed = json.toString().toULongLong(&isNumber);
        if (isNumber) return std::uint64_t(seed);
        break;
    }
    case FieldKind::Flag:
    case FieldKind::Text:
        break;
    }
    return std::nullopt;
}

} // namespace

TuningControls::TuningControls(Tuning& tuning, QWidget* parent)
    : QWidget(parent), m_tuning(tuning), m_run(new QPushButton(this)), m_progress(new QLabel(this)),
      m_logs(new QWidget(this)), m_use(new QPushButton(tr("Measure the tuned kernels"), m_logs)) {
    setObjectName(u"tuningControls"_s);
    auto* flow = new FlowLayout(this, 8, 4);
    m_run->setObjectName(u"tuningRun"_s);
    m_run->setText(tr("Tune"));
    holdWidth(*m_run, {tr("Tune"), tr("Stop")});
    flow->addWidget(m_run);
    m_use->setObjectName(u"tuningUse"_s);
    for (const Field<tuner::TuneChoices>& field : tuner::tuneFields())
        addField(field, *flow);
    m_writes = makeButton(u"tuningLog"_s, tr("Log to…"), {}, m_logs);
    connect(m_writes, &QToolButton::clicked, this, &TuningControls::chooseLog);
    QToolButton* open =
        makeButton(u"tuningOpen"_s, tr("Open log…"),
                   tr("A log of this program, of Kernel Tuner (T4, cache), AutoTVM or auto_scheduler"), m_logs);
    connect(open, &QToolButton::clicked, this, &TuningControls::askLog);
    auto* logs = rowIn(m_logs, {}, 8);
    logs->addWidget(m_use);
    logs->addWidget(m_writes);
    logs->addWidget(open);
    m_progress->setObjectName(u"tuningProgress"_s);
    m_progress->setTextFormat(Qt::PlainText);
    m_progress->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a window does not grow with it
    connect(m_run, &QPushButton::clicked, this, &TuningControls::toggle);
    connect(m_use, &QPushButton::clicked, this, [this] { emit measureRequested(m_choices.runs.threads); });
    connect(&m_tuning, &Tuning::stateChanged, this, &TuningControls::showState);
    connect(&m_tuning, &Tuning::changed, this, &TuningControls::showState);
    showChoices();
    showState();
}

void TuningControls::addField(const Field<tuner::TuneChoices>& field, QLayout& into) {
    auto* editor = m_editors.emplace_back(new FieldEditor(field, this));
    QWidget* widget = editor->widget();
    const QString title = settingWords(field.title) + u' ';
    if (auto* box = qobject_cast<QAbstractSpinBox*>(widget)) box->setAlignment(Qt::AlignLeft);
    if (auto* box = qobject_cast<QSpinBox*>(widget)) box->setPrefix(title);
    if (auto* box = qobject_cast<QDoubleSpinBox*>(widget)) {
        box->setPrefix(tr("at most ", "seconds"));
        box->setSingleStep(10);
    }
    if (auto* box = qobject_cast<QComboBox*>(widget); box && field.key == "space")
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    if (auto* box = qobject_cast<QComboBox*>(widget); box && field.key == "strategy")
        for (int i = 0; i < box->count(); ++i)
            if (const auto* found = cost::search::findStrategy(box->itemData(i).toString().toStdString()))
                box->setItemText(i, QCoreApplication::translate("Word", found->title));
    widget->setVisible(!field.isRare);
    into.addWidget(widget);
    connect(editor, &FieldEditor::edited, this, [this, &field](const FieldValue& value) {
        field.set(m_choices, value);
        showState();
        emit choicesChanged();
    });
}

tuner::TuneChoices TuningControls::choices() const {
    tuner::TuneChoices choices = m_choices;
    if (!m_tuning.generatedObstacle(m_device).isEmpty()) choices.space = tuner::SpaceChoice::Template;
    return choices;
}

// Whoever cannot choose is told why.
void TuningControls::showSpace() {
    const auto fields = tuner::tuneFields();
    const auto& space = fieldNamed(fields, "space");
    FieldEditor& editor = *m_editors[static_cast<std::size_t>(&space - fields.data())];
    editor.display(space.get(choices()));
    const QString obstacle = m_tuning.generatedObstacle(m_device);
    editor.widget()->setEnabled(!m_tuning.isRunning() && obstacle.isEmpty());
    if (!obstacle.isEmpty()) editor.widget()->setToolTip(plainTip(obstacle));
}

void TuningControls::setDevice(const std::string& device, const QString& obstacle) {
    m_device = device;
    m_deviceObstacle = obstacle;
    showState();
}

void TuningControls::toggle() {
    if (m_tuning.isRunning()) return m_tuning.stop();
    m_tuning.start(choices(), m_device, m_log);
}

void TuningControls::chooseLog() {
    const QString proposal = m_log.isEmpty() ? u"tuning.jsonl"_s : m_log;
    const QString file = askSaveName(this, tr("Log that trials are added to"), proposal,
                                     tr("Tuning logs (*.jsonl)"), u".jsonl"_s);
    if (file.isEmpty()) return;
    m_log = file;
    showState();
}

void TuningControls::askLog() {
    const QString usual = m_tuning.usualLog(m_device);
    const QString folder =
        QSettings().value(TuningFolderKey, QFileInfo::exists(usual) ? usual : QString()).toString();
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a tuning log"), folder,
                                                      tr("Tuning logs (*.json *.jsonl *.log);;All files (*)"));
    if (file.isEmpty()) return;
    QSettings().setValue(TuningFolderKey, QFileInfo(file).absolutePath());
    emit logChosen(file);
}

void TuningControls::showState() {
    const bool runs = m_tuning.isRunning();
    const QString obstacle = m_deviceObstacle.isEmpty() ? m_tuning.obstacle() : m_deviceObstacle;
    m_run->setText(runs ? tr("Stop") : tr("Tune"));
    m_run->setEnabled(runs || obstacle.isEmpty());
    m_run->setToolTip(runs ? tr("Ends the search: what was found until now is decided on and kept")
                      : obstacle.isEmpty()
                          ? tr("Searches for something faster for each kernel of the model, by trying it")
                          : obstacle);
    for (const FieldEditor* each : m_editors)
        each->widget()->setEnabled(!runs);
    showSpace();
    m_writes->setEnabled(!runs);
    const QString log = m_log.isEmpty() ? m_tuning.usualLog(m_device) : m_log;
    m_writes->setToolTip(log.isEmpty() ? tr("Choose a file that every trial is added to")
                                       : plainTip(tr("Every trial is added to %1").arg(log)));
    const bool isKnown = m_tuning.variant(m_device, m_choices.runs.threads).has_value();
    m_use->setEnabled(isKnown && !runs);
    m_use->setToolTip(isKnown ? tr("Measures the network with the tuned kernels beside the same without them")
                              : tr("There are no tuned kernels for this device and so many threads yet"));
    QString progress;
    if (runs && !m_tuning.doing().isEmpty())
        progress = m_tuning.doing();
    else if (runs && m_tuning.searching() == tuner::KernelSpace::Generated)
        progress = tr("%1 of the trials, generated kernels").arg(percentText(m_tuning.progress()));
    else if (runs)
        progress = tr("%1 of the trials").arg(percentText(m_tuning.progress()));
    else if (m_tuning.isReading())
        progress = tr("reading the log");
    m_progress->setText(shortNames(progress, MaxWord));
    m_progress->setToolTip(m_progress->text() == progress ? QString() : plainTip(progress));
}

void TuningControls::showChoices() {
    const auto fields = tuner::tuneFields();
    for (std::size_t i = 0; i < fields.size(); ++i)
        m_editors[i]->display(fields[i].get(m_choices));
}

QJsonObject TuningControls::save() const {
    QJsonObject state;
    for (const Field<tuner::TuneChoices>& field : tuner::tuneFields())
        state.insert(text(field.key), tuningJson(field.get(m_choices)));
    state.insert(u"log"_s, m_log);
    return state;
}

void TuningControls::restore(const QJsonObject& state) {
    for (const Field<tuner::TuneChoices>& field : tuner::tuneFields())
        if (const auto value = tuningValue(field, state.value(text(field.key)))) field.set(m_choices, *value);
    m_log = state.value(u"log"_s).toString();
    showChoices();
    showState();
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/scenario_pictures.h"

#include "views/support/chart/run_chart.h"
#include "views/support/field/number_box.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t JobsAtFirst = 30;           // that the timeline shows of a new scenario
constexpr double MinLength = 1e-6, MaxTime = 1e9; // seconds

QString chartText(const char* text) { return QCoreApplication::translate("Chart", text); }

} // namespace

ScenarioPictures::ScenarioPictures(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_tabs(new QTabWidget(this)) {
    m_tabs->setObjectName(u"scenarioPictures"_s);
    m_tabs->setDocumentMode(true);
    for (const ScenarioChart* each : scenarioCharts()) {
        auto* chart = new RunChart(QString::fromLatin1(each->name), chartText(each->title), pool, m_tabs);
        m_charts.push_back(chart);
        m_tabs->addTab(chart, chartText(each->tab));
    }
    auto* column = columnIn(this, {}, 4);
    column->addWidget(m_tabs, 1);
    column->addWidget(makeTimeRow());
    connect(m_tabs, &QTabWidget::currentChanged, this, &ScenarioPictures::showTab);
    showTab(m_tabs->currentIndex());
}

QDoubleSpinBox* ScenarioPictures::makeTime(const QString& name, const QString& title, QWidget* parent) {
    auto* box = new NumberBox(parent);
    box->setObjectName(name);
    box->setAccessibleName(title);
    box->setToolTip(title);
    box->setDecimals(6);
    box->setKeyboardTracking(false);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setSuffix(u" s"_s);
    box->setMinimumWidth(96);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this] {
        m_input.from = m_from->value();
        m_input.length = m_length->value();
        for (std::size_t chart = 0; chart < m_charts.size(); ++chart)
            if (scenarioCharts()[chart]->showsTime) drawOne(chart, false);
    });
    return box;
}

// Below all pictures, so that none moves; what has no meaning for the picture is disabled.
QWidget* ScenarioPictures::makeTimeRow() {
    auto* all = new QWidget(this);
    auto* row = rowIn(all, {}, 8);
    m_model = new QComboBox(all);
    m_model->setObjectName(u"scenarioShownModel"_s);
    m_model->setAccessibleName(tr("Model that is shown"));
    m_model->setToolTip(tr("The model whose batches are shown"));
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_model->setMinimumContentsLength(10);
    connect(m_model, &QComboBox::activated, this,
            [this](int index) { setModel(static_cast<std::size_t>(index)); });
    m_from = makeTime(u"scenarioFrom"_s, tr("Begin of the timeline"), all);
    m_from->setRange(0, MaxTime);
    m_length = makeTime(u"scenarioLength"_s, tr("Length of the timeline"), all);
    m_length->setRange(MinLength, MaxTime);
    m_length->setValue(1);
    m_late = makeButton(u"scenarioFirstLate"_s, tr("First late"), {}, all);
    connect(m_late, &QToolButton::clicked, this, &ScenarioPictures::goToFirstLate);
    auto* from = new QLabel(tr("From"), all);
    from->setBuddy(m_from);
    auto* length = new QLabel(tr("for", "a time"), all);
    length->setBuddy(m_length);
    for (QWidget* each : std::initializer_list<QWidget*>{from, m_from, length, m_length, m_late})
        row->addWidget(each);
    row->addStretch(1);
    row->addWidget(m_model);
    return all;
}

void ScenarioPictures::showTab(int tab) {
    const bool has = tab >= 0 && !m_input.runs.empty();
    const ScenarioChart* const chart = has ? scenarioCharts()[static_cast<std::size_t>(tab)] : nullptr;
    const bool time = chart && chart->showsTime;
    m_from->setEnabled(time);
    m_length->setEnabled(time);
    const bool isLate = time && firstLate();
    m_late->setEnabled(isLate);
    m_late->setToolTip(time && !isLate
                           ? tr("None of the batches that are kept was late")
                           : tr("The timeline from shortly before the first request that misses its deadline"));
    m_model->setVisible(m_model->count() > 0);
    m_model->setEnabled(chart && chart->showsModel);
}

bool ScenarioPictures::isSameModels(const ShownRun& run) const {
    return m_simulated.result && run.result &&
           std::ranges::equal(m_simulated.result->models, run.result->models, {}, &scenario::ModelResult::name,
                              &scenario::ModelResult::name);
}

void ScenarioPictures::fillModels() {
    m_model->clear();
    for (const scenario::ModelResult& each : m_simulated.result->models)
        m_model->addItem(text(each.name));
    m_input.model = std::min(m_input.model, m_simulated.result->models.size() - 1);
    m_model->setCurrentIndex(static_cast<int>(m_input.model));
}

void ScenarioPictures::showSimulated(ShownRun run) {
    const bool isSame = isSameModels(run);
    m_simulated = std::move(run);
    if (!isSameModels(m_real)) m_real = {};
    m_why.clear();
    if (!isSame) {
        fillModels();
        fitTime();
    }
    draw(isSame);
}

void ScenarioPictures::showReallyRun(ShownRun run) {
    m_real = isSameModels(run) ? std::move(run) : ShownRun();
    if (m_simulated.result) draw(true);
}

void ScenarioPictures::showCurve(std::shared_ptr<const scenario::LoadCurve> curve, const QString& why) {
    m_input.curve = std::move(curve);
    m_input.whyNoCurve = why;
    if (m_simulated.result) draw(true);
}

void ScenarioPictures::showNothing(const QString& why) {
    if (m_input.runs.empty() && m_why == why) return;
    m_simulated = {};
    m_real = {};
    m_input.runs.clear();
    m_input.curve.reset();
    m_why = why;
    draw(false);
}

void ScenarioPictures::setPending(bool pending) {
    if (pending == m_pending) return;
    m_pending = pending;
    draw(true);
}

void ScenarioPictures::setModel(std::size_t model) {
    if (!m_simulated.result || model >= m_simulated.result->models.size()) return;
    m_input.model = model;
    m_model->setCurrentIndex(static_cast<int>(model));
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart)
        if (scenarioCharts()[chart]->showsModel) drawOne(chart, false);
}

void ScenarioPictures::fitTime() {
    const QSignalBlocker noFrom(m_from), noLength(m_length);
    const auto& segments = m_simulated.result->segments;
    if (segments.empty()) return;
    const double begin = scenario::secondsOf(segments.front().begin);
    const double end = scenario::secondsOf(segments[std::min(JobsAtFirst, segments.size()) - 1].end);
    const double length = std::max(roundedScale(end - begin), MinLength);
    m_from->setValue(std::floor(begin / length * 10) * length / 10);
    m_length->setValue(length);
    m_input.from = m_from->value();
    m_input.length = m_length->value();
}

const scenario::Segment* ScenarioPictures::firstLate() const {
    for (const ShownRun& run : m_input.runs)
        for (const scenario::Segment& each : run.result->segments)
            if (each.isLate) return &each;
    return nullptr;
}

void ScenarioPictures::goToFirstLate() {
    if (const scenario::Segment* const late = firstLate())
        m_from->setValue(std::max(0.0, scenario::secondsOf(late->end) - m_length->value() * 0.8));
}

void ScenarioPictures::draw(bool keepView) {
    m_input.runs.clear();
    if (m_simulated.result) m_input.runs.push_back(m_simulated);
    if (m_simulated.result && m_real.result) m_input.runs.push_back(m_real);
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart)
        drawOne(chart, keepView);
    showTab(m_tabs->currentIndex());
}

void ScenarioPictures::drawOne(std::size_t chart, bool keepView) {
    if (m_input.runs.empty()) return m_charts[chart]->displayNothing(m_why, m_pending);
    const ScenarioChart& spec = *scenarioCharts()[chart];
    if (const QString why = spec.emptyText ? spec.emptyText(m_input) : QString(); !why.isEmpty())
        return m_charts[chart]->displayNothing(why, m_pending);
    m_charts[chart]->display(
        [input = m_input, build = spec.build](const Theme& theme) { return build(input, theme); }, keepView,
        m_pending);
}

std::vector<Figure> ScenarioPictures::figures() const {
    std::vector<Figure> result;
    for (std::size_t chart = 0; chart < m_charts.size(); ++chart) {
        auto figure = m_charts[chart]->figure();
        if (!figure) continue;
        if (const auto finding = scenarioCharts()[chart]->finding) figure->finding = finding(m_input);
        result.push_back(*std::move(figure));
    }
    if (!result.empty()) result.front().hasAnswer = true;
    return result;
}

} // namespace edgewright::views

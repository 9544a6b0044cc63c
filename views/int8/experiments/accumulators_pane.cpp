// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/accumulators_pane.h"

#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/pipeline/quantization/simulation/accumulator_findings.h"
#include "core/pipeline/quantization/simulation/fixed_point_note.h"
#include "views/support/answer_line.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/run_chart.h"
#include "views/support/fold_button.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

namespace edgewright::views {

namespace {

constexpr int NoteLines = 10; // of the note are seen at once

// The effect of the accumulator's width on the model's output, saturating and wrapping.
struct AccumulatorWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::AccumulatorChart)
};

QString accumulatorTip(const pipeline::AccumulatorRow& row) {
    const QString mode = row.accumulator.overflow == quant::Overflow::Saturate
                             ? AccumulatorWords::tr("saturating")
                             : AccumulatorWords::tr("wrapping");
    QStringList lines{AccumulatorWords::tr("%1 bits, %2").arg(row.accumulator.bits).arg(mode),
                      AccumulatorWords::tr("SQNR %1 at %2")
                          .arg(decibelText(row.outputSqnrDb()), QString::fromStdString(row.weakest().place())),
                      AccumulatorWords::tr("%1 overflows in %2 layers")
                          .arg(integerText(row.overflows))
                          .arg(row.overflowing.size())};
    if (const auto agreeing = row.model.counts.agreeing())
        lines << AccumulatorWords::tr("Agreement %1").arg(QString::fromStdString(agreeing->text()));
    if (const auto accuracy = row.model.counts.rightInt8())
        lines << AccumulatorWords::tr("Accuracy %1").arg(QString::fromStdString(accuracy->text()));
    return lines.join(u'\n');
}

// Over the width, the widest left: SQNR of the output; beside each point the interval of the agreement. Targets
// are the rows.
BuiltChart buildAccumulators(const pipeline::AccumulatorExperiment& experiment, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    std::set<int, std::greater<>> widths;
    double low = INFINITY, high = -INFINITY;
    for (const pipeline::AccumulatorRow& row : experiment.rows) {
        widths.insert(row.accumulator.bits);
        if (const double sqnr = row.outputSqnrDb(); std::isfinite(sqnr)) {
            low = std::min(low, sqnr);
            high = std::max(high, sqnr);
        }
    }
    if (!(low <= high)) low = 0, high = 1;
    low = std::min(low, 0.0);
    const double room = std::max(high - low, 1.0) * 0.15;
    const auto placeOf = [&](int bits) {
        return static_cast<double>(std::distance(widths.begin(), widths.find(bits))) + 0.5;
    };
    auto* x = new QCategoryAxis;
    x->setRange(0, static_cast<double>(widths.size()));
    x->setStartValue(0);
    x->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    for (const int bits : widths)
        x->append(QString::number(bits), placeOf(bits) + 0.5);
    x->setTitleText(AccumulatorWords::tr(
        "Accumulator (bits); beside the points: 95 % interval of the agreement with float32"));
    QAbstractAxis* y = makeValueAxis(low - room, high + room, roundedScale((high - low + 2 * room) / 6),
                                     AccumulatorWords::tr("● Output SQNR, all samples (dB)"));
    auto* notes = new ChartAnnotations(chart, theme);
    std::array<QScatterSeries*, 2> points{};
    std::array<QLineSeries*, 2> lines{};
    const std::array<quant::Overflow, 2> modes{quant::Overflow::Saturate, quant::Overflow::Wrap};
    for (std::size_t mode = 0; mode < modes.size(); ++mode) {
        const QColor ink = mode == 0 ? theme.before : theme.after;
        lines[mode] = addLine(chart, QPen(ink, 1.6, mode == 0 ? Qt::SolidLine : Qt::DashLine));
        points[mode] = addMarks(
            chart, mode == 0 ? QScatterSeries::MarkerShapeCircle : QScatterSeries::MarkerShapeRectangle, 9, ink,
            theme.surface, mode == 0 ? AccumulatorWords::tr("saturating") : AccumulatorWords::tr("wrapping"));
    }
    addAxes(chart, x, y);
    for (const pipeline::AccumulatorRow& row : experiment.rows) {
        const std::size_t mode = row.accumulator.overflow == quant::Overflow::Saturate ? 0 : 1;
        const double sqnr = row.outputSqnrDb();
        const double shift = mode == 0 ? -0.08 : 0.08; // so that equal points are seen
        const QPointF at(placeOf(row.accumulator.bits) + shift, std::isfinite(sqnr) ? sqnr
                                                                : sqnr > 0          ? high
                                                                                    : low);
        lines[mode]->append(at);
        points[mode]->append(at);
        built.targets.push_back({points[mode], at, accumulatorTip(row)});
        const bool isEqual = row.overflows == 0;
        if (const auto agreeing = row.model.counts.agreeing(); agreeing && (mode == 0 || !isEqual))
            notes->add(ChartLabel{points[mode], at, QString::fromStdString(agreeing->ends()),
                                  mode == 0 ? theme.before : theme.after,
                                  mode == 0 ? Qt::AlignTop : Qt::AlignBottom});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

} // namespace

AccumulatorsPane::AccumulatorsPane(ViewContext& context, QWidget* parent)
    : ExperimentFrame(context,
                      {"int8_accumulators", QStringLiteral("int8-accumulators"),
                       tr("Accumulators of several widths"), tr("Try accumulators"), tr("Use this accumulator"),
                       tr("32 bits down to 12, saturating and wrapping: what leaves them, and what "
                          "becomes of the output. Press Try accumulators.")},
                      pipeline::accumulatorTable(nullptr), parent),
      m_fold(new QToolButton(this)), m_note(new QScrollArea(this)), m_sentences(new AnswerLine) {
    makeNote();
    showNote();
}

void AccumulatorsPane::makeNote() {
    m_fold->setObjectName(QStringLiteral("int8FixedPointFold"));
    m_fold->setToolTip(tr("How far sums grow, what holds them, and the way of one of them to its code"));
    addControl(m_fold);
    auto* content = new QWidget;
    auto* rows = columnIn(content);
    m_sentences->setObjectName(QStringLiteral("int8FixedPointText"));
    m_sentences->setFont(views::font(TextSize::Small));
    m_sentences->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_sentences->setMinimumHeight(0);
    rows->addWidget(m_sentences);
    rows->addStretch(1);
    m_note->setObjectName(QStringLiteral("int8FixedPoint"));
    m_note->setAccessibleName(tr("The model in fixed point"));
    m_note->setWidget(content);
    m_note->setWidgetResizable(true);
    m_note->setFrameShape(QFrame::NoFrame);
    m_note->setFixedHeight(NoteLines * m_sentences->fontMetrics().lineSpacing());
    addBelowControls(m_note);
    makeFold(
        *m_fold, tr("Fixed point"), [this](bool on) { m_note->setVisible(on); },
        QStringLiteral("why/int8-fixed-point"));
}

// The note follows, which is of what is found.
void AccumulatorsPane::start() {
    settings().look([](pipeline::ViewState& view) {
        ++view.accumulatorsAsked;
        ++view.fixedPointAsked;
    });
}

void AccumulatorsPane::setAnalysis(const std::shared_ptr<const pipeline::Analysis>& analysis) {
    if (ExperimentFrame::setAnalysis(analysis, analysis && analysis->quantized)) showExperiment();
    showNote();
}

void AccumulatorsPane::showNote() { m_sentences->setAnswer(noteText()); }

QString AccumulatorsPane::noteText() const {
    const pipeline::Analysis* now = analysis();
    if (const QString error = now ? errorText(*now, "int8_fixed_point") : QString(); !error.isEmpty())
        return tr("No layer was followed in fixed point: %1").arg(error.toHtmlEscaped());
    if (isPending(now, {"int8_fixed_point"})) return tr("An output is being followed in fixed point.");
    if (!now || !now->fixedPoint)
        return tr(
            "Press Try accumulators: what the sums of this model need, and the way of its largest sum to a "
            "code, are told with its own numbers.");
    const QString said = answerText(); // above, already
    QString html;
    for (const table::Answer& each : pipeline::paragraphsOf(*now->fixedPoint)) {
        html += QStringLiteral("<p style=\"margin: 0 0 2px\">%1</p><ul style=\"margin: 0 0 6px\">")
                    .arg(QString::fromStdString(each.headline).toHtmlEscaped());
        for (const auto* lines : {&each.conditions, &each.reasons})
            for (const std::string& line : *lines)
                if (const QString text = QString::fromStdString(line); !said.contains(text))
                    html += QStringLiteral("<li>%1</li>").arg(text.toHtmlEscaped());
        html += QStringLiteral("</ul>");
    }
    return html;
}

std::shared_ptr<const pipeline::AccumulatorExperiment> AccumulatorsPane::experiment() const {
    return analysis() ? analysis()->accumulators : nullptr;
}

void AccumulatorsPane::showExperiment() {
    const auto shown = experiment();
    rows().show(pipeline::accumulatorTable(shown));
    showAnswer(shown ? pipeline::answerOf(pipeline::findingsOf(*shown)) : table::Answer());
    if (shown) {
        table().fitColumns(rows().columnOf("worst_layer"));
        chart().display([shown](const Theme& theme) { return buildAccumulators(*shown, theme); }, false,
                        isStale());
    } else {
        showInvitation();
    }
}

bool AccumulatorsPane::isAdopted(int row) const {
    const auto shown = experiment();
    if (!shown || static_cast<std::size_t>(row) >= shown->rows.size()) return false;
    const pipeline::Int8Accumulator& accumulator = shown->rows[static_cast<std::size_t>(row)].accumulator;
    const quant::StudyOptions& now = settings().get().int8.study;
    return now.accumulatorBits == accumulator.bits && now.overflow == accumulator.overflow;
}

// One layer is then computed with such an accumulator.
void AccumulatorsPane::adopt(int row) {
    const auto shown = experiment();
    if (!shown || row < 0 || static_cast<std::size_t>(row) >= shown->rows.size()) return;
    const pipeline::Int8Accumulator accumulator = shown->rows[static_cast<std::size_t>(row)].accumulator;
    settings().change(tr("Accumulator"), [&](pipeline::Settings& s) {
        s.int8.study.accumulatorBits = accumulator.bits;
        s.int8.study.overflow = accumulator.overflow;
    });
}

} // namespace edgewright::views

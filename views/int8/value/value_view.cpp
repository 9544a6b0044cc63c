// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_view.h"

#include "views/int8/value/term_table.h"
#include "views/int8/value/value_drawing.h"
#include "views/support/figure/figure_menu.h"
#include "views/support/icon.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QScrollArea>
#include <QSlider>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int MillisecondsPerStep = 450, ShortestStep = 60;

// Positions as coordinates, sums that did not fit with their sign, and the step of a term in words.
QVariant termWords(const quant::ValueTrace& trace, std::size_t row, std::string_view key, int role) {
    const quant::TraceTerm& term = trace.terms[row];
    if (role == Qt::ToolTipRole) return QString(stepTitle(trace, row) + u'\n' + stepText(trace, row));
    if (role != Qt::DisplayRole) return {};
    if (key == "held" && term.overflows) return QString(u"× "_s + groupedText(term.held));
    if (key != "kernel") return {};
    const QString position = indexText(trace.tapOf(row));
    return term.padding ? ValueView::tr("%1 pad").arg(position) : position;
}

constexpr int MinRoom = 140;                // pixels of the drawing that are in sight in the smallest window
constexpr int MinTerms = 150;               // pixels that the table of terms keeps beside it
constexpr std::size_t MaxPlayedSteps = 400; // longer sums are played in strides

} // namespace

ValueView::ValueView(QThreadPool& pool, QWidget* parent) : QWidget(parent) {
    auto* rows = columnIn(this);
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setObjectName(u"int8Value"_s);
    m_split->setHandleWidth(8);
    m_split->setChildrenCollapsible(true);
    auto* left = new QWidget(m_split);
    auto* column = columnIn(left, {}, 4);
    auto* room = new QScrollArea(left); // the window may be smaller than the drawing
    room->setFrameShape(QFrame::NoFrame);
    room->setWidgetResizable(true);
    room->setFocusPolicy(Qt::NoFocus);
    m_drawing = new ValueDrawing(room);
    room->setWidget(m_drawing);
    room->setMinimumHeight(MinRoom);
    m_drawing->setObjectName(u"int8ValueDrawing"_s);
    m_drawing->setAccessibleName(tr("How one output is computed"));
    column->addWidget(room, 1);
    column->addWidget(makeControls(left));
    m_terms = new RowTable(termTable(nullptr), this, [this](int row, std::string_view key, int role) {
        return row >= 0 && trace() ? termWords(*trace(), static_cast<std::size_t>(row), key, role) : QVariant();
    });
    m_table = new DataTable(*m_terms, u"int8Terms"_s, m_split);
    m_table->view().setAccessibleName(tr("Terms of the sum"));
    m_split->addWidget(left);
    m_split->addWidget(m_table);
    m_split->setStretchFactor(0, 1);
    m_split->setCollapsible(0, false);
    m_split->setSizes({640, 376});
    rows->addWidget(m_split);
    addFigureMenu(*m_drawing, *m_drawing, pool, [this] { return figure(); });
    m_overlay = new StageOverlay(this);
    m_overlay->setObjectName(u"int8ValueStage"_s);
    connect(m_overlay, &StageOverlay::retryRequested, this, &ValueView::retryRequested);

    connect(m_drawing, &ValueDrawing::stepChosen, this, &ValueView::setStep);
    connect(m_table, &DataTable::rowChosen, this, [this](int row) { setStep(static_cast<std::size_t>(row)); });
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (!trace() || step() + 1 >= stepCount(*trace())) {
            play(false);
            return;
        }
        const std::size_t terms = trace()->terms.size();
        const std::size_t stride = step() < terms ? std::max<std::size_t>(terms / MaxPlayedSteps, 1) : 1;
        setStep(step() < terms ? std::min(step() + stride, std::max(terms, step() + 1)) : step() + 1);
    });
    tint();
    showTrace(nullptr);
    setAnalysis(nullptr, -1);
}

QWidget* ValueView::makeControls(QWidget* parent) {
    auto* bar = new QWidget(parent);
    auto* row = rowIn(bar, {}, 4);
    const auto button = [&](const QString& name, const QString& tip) {
        auto* made = new QToolButton(bar);
        made->setObjectName(name);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setAutoRaise(true);
        made->setMinimumSize(24, 24);
        row->addWidget(made);
        return made;
    };
    m_back = button(u"int8ValueBack"_s, tr("One step back (Left)"));
    m_play = button(u"int8ValuePlay"_s, tr("Play the steps (Space)"));
    m_play->setCheckable(true);
    m_forward = button(u"int8ValueForward"_s, tr("One step forward (Right)"));
    m_slider = new QSlider(Qt::Horizontal, bar);
    m_slider->setObjectName(u"int8ValueSlider"_s);
    m_slider->setAccessibleName(tr("Step"));
    row->addWidget(m_slider, 1);
    m_copy = button(u"int8ValueCopy"_s, tr("Copies all steps and the parts of the error as text"));
    m_copy->setText(tr("Copy steps"));
    connect(m_back, &QToolButton::clicked, this,
            [this] { setStep(step() - std::min<std::size_t>(step(), 1)); });
    connect(m_forward, &QToolButton::clicked, this, [this] { setStep(step() + 1); });
    connect(m_play, &QToolButton::toggled, this, &ValueView::play);
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int value) { setStep(static_cast<std::size_t>(value)); });
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (trace()) QGuiApplication::clipboard()->setText(withPlainMinus(traceText(*trace())));
    });
    return bar;
}

void ValueView::setAnalysis(const pipeline::Analysis* analysis, std::int64_t element) {
    const NodeId layer = analysis && analysis->int8 ? analysis->int8->node : NodeId();
    const auto known = analysis ? analysis->int8Value : nullptr;
    const auto shown = known && known->element == element && known->node == layer ? known : nullptr;
    const bool isSame = layer == m_layer && element == m_element;
    m_layer = layer;
    m_element = element;
    if (!isSame) play(false);
    if (shown.get() != trace()) showTrace(shown);
    if (!isSame) setStep(0);
    const QString failure = analysis ? errorText(*analysis, "int8_value") : QString();
    const QString message = element < 0          ? tr("Click a cell of the pictures above, or press Enter on "
                                                               "one, to see how that output is computed.")
                            : shown              ? QString()
                            : !failure.isEmpty() ? tr("This value could not be traced: %1").arg(failure)
                                                 : tr("The steps are being written out.");
    m_overlay->display(message, element >= 0 && isPending(analysis, {"int8_value"}),
                       element < 0 ? QString() : cancelledOf(analysis, {"int8_value"}));
    for (QWidget* each : std::initializer_list<QWidget*>{m_back, m_play, m_forward, m_slider, m_copy})
        each->setEnabled(m_painter != nullptr);
}

void ValueView::showTrace(std::shared_ptr<const quant::ValueTrace> shown) {
    m_painter = shown ? std::make_shared<const ValuePainter>(shown) : nullptr;
    m_drawing->display(m_painter);
    m_terms->show(termTable(std::move(shown)));
    const int kernel = m_terms->columnOf("kernel");
    m_table->view().setColumnHidden(kernel, trace() && trace()->kernelPositions() == 1);
    m_table->fitColumns(kernel);
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, trace() ? static_cast<int>(stepCount(*trace())) - 1 : 0);
        m_slider->setPageStep(trace() ? static_cast<int>(std::max<std::int64_t>(trace()->inputChannels, 10))
                                      : 1);
    }
    setStep(step());
}

std::size_t ValueView::step() const { return m_drawing->step(); }

void ValueView::setStep(std::size_t step) {
    m_drawing->setStep(step);
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(static_cast<int>(this->step()));
    m_table->markRows(trace() && this->step() < trace()->terms.size()
                          ? std::vector<int>{static_cast<int>(this->step())}
                          : std::vector<int>());
}

void ValueView::play(bool on) {
    on = on && trace() != nullptr;
    if (on && step() + 1 >= stepCount(*trace())) setStep(0);
    {
        const QSignalBlocker quiet(m_play);
        m_play->setChecked(on);
    }
    // Short sums slowly enough to be read, long ones within half a minute.
    if (on)
        m_clock.start(std::clamp(30000 / static_cast<int>(std::min(stepCount(*trace()), MaxPlayedSteps)),
                                 ShortestStep, MillisecondsPerStep));
    else
        m_clock.stop();
    tint();
}

std::optional<Figure> ValueView::figure() const {
    if (!m_painter) return std::nullopt;
    return Figure{
        u"int8-value"_s, tr("One output of %1, computed").arg(text(m_painter->trace().name)),
        m_painter->paperSize(),
        [painter = m_painter, step = step()](QPainter& target, const QRectF& area, const Theme& theme) {
            painter->paint(target, area.adjusted(6, 6, -6, -6), theme, step);
        }};
}

void ValueView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitDrawing();
}

// It is seen in its whole width where the table can spare the room.
void ValueView::fitDrawing() {
    const QList<int> sizes = m_split->sizes();
    const int wanted =
        m_drawing->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    if (const int more = std::min(wanted - sizes.value(0), sizes.value(1) - MinTerms); more > 0)
        m_split->setSizes({sizes.value(0) + more, sizes.value(1) - more});
}

void ValueView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && m_painter)
        play(!m_clock.isActive());
    else if (event->key() == Qt::Key_Escape && m_element >= 0)
        emit cleared();
    else
        QWidget::keyPressEvent(event);
}

void ValueView::tint() {
    const QColor colour = Theme::forPalette(palette()).text;
    m_back->setIcon(lineIcon(u":/icons/step-back.svg"_s, colour));
    m_forward->setIcon(lineIcon(u":/icons/step-forward.svg"_s, colour));
    m_play->setIcon(lineIcon(m_play->isChecked() ? u":/icons/pause.svg"_s : u":/icons/play.svg"_s, colour));
}

void ValueView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_play) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views

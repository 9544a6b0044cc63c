// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/model/quantized_pane.h"

#include "views/int8/model/model_answer.h"
#include "views/support/answer_line.h"
#include "views/support/job/stage_overlay.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QTableView>

#include <algorithm>
#include <utility>

namespace edgewright::views {

namespace {

constexpr const char* CompareStage = "int8_dequantized";

} // namespace

QuantizedPane::QuantizedPane(ViewContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    auto* rows = columnIn(this, {}, 8);
    m_answer = new PageAnswer(QStringLiteral("int8QuantizedAnswer"), this);
    m_answer->reserveLines(2);
    rows->addWidget(new AnswerRoom(m_answer, this));
    m_layers = new RowTable(pipeline::codedProductsTable(nullptr), this);
    m_table = new DataTable(*m_layers, QStringLiteral("int8CodedLayers"), this);
    m_table->view().setAccessibleName(tr("Layers that run in integers"));
    rows->addWidget(m_table, 1);
    m_overlay = new StageOverlay(m_table);
    m_overlay->setObjectName(QStringLiteral("int8QuantizedStage"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        if (m_products && row >= 0 && static_cast<std::size_t>(row) < m_products->layers.size())
            m_context.selection.select({m_products->layers[static_cast<std::size_t>(row)].node, {}});
    });
    connect(m_answer, &PageAnswer::linkFollowed, this, &QuantizedPane::retryRequested);
}

void QuantizedPane::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    const auto typed = m_analysis && comesQuantized(*m_analysis) ? m_analysis->typed : nullptr;
    if (typed != m_typed) {
        m_typed = typed;
        m_products =
            typed ? std::make_shared<const pipeline::CodedProducts>(pipeline::codedProducts(*typed->graph))
                  : nullptr;
        showLayers();
    }
    showAnswer();
    markSelected();
}

void QuantizedPane::showLayers() {
    m_layers->show(pipeline::codedProductsTable(m_products));
    if (m_products) m_table->fitColumns(m_layers->columnOf("name"));
}

void QuantizedPane::showAnswer() {
    if (!m_products) return m_answer->forget();
    PageWords words = quantizedAnswer(*m_products, m_analysis->dequantized.get());
    if (!cancelledOf(m_analysis.get(), {CompareStage}).isEmpty())
        words.headline += u' ' + AnswerLine::link(QString::fromLatin1(CompareStage),
                                                  tr("Compare it with the same graph in float32"));
    if (isPending(m_analysis.get(), {CompareStage}))
        words.conditions.prepend(tr("being compared with the same graph in float32"));
    else if (const QString error = errorText(*m_analysis, CompareStage); !error.isEmpty())
        words.conditions << tr("not compared with the same graph in float32: %1").arg(error);
    m_answer->display(words);
    m_overlay->display(m_products->layers.empty()
                           ? tr("None of its convolutions and matrix products multiplies codes: what is "
                                "quantized are weights, or what lies between operators in float32.")
                           : QString(),
                       false);
}

void QuantizedPane::markSelected() {
    const NodeId selected = m_context.selection.current().node;
    std::vector<int> rows;
    if (m_products && selected.valid()) {
        std::vector<NodeId> candidates{selected};
        if (const auto& fusion = m_analysis->fusion;
            fusion && !fusion->base.contains(selected) && fusion->graph.contains(selected))
            candidates = fusion->originsOf(selected);
        for (std::size_t i = 0; i < m_products->layers.size(); ++i)
            if (std::ranges::find(candidates, m_products->layers[i].node) != candidates.end())
                rows.push_back(static_cast<int>(i));
    }
    m_table->markRows(rows);
}

} // namespace edgewright::views

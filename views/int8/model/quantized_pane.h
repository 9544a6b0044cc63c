// SPDX-License-Identifier: GPL-3.0-or-later
// A model that comes quantized: how much of it runs in integers, what that costs beside the same graph in
// float, and its layers with the codes of the file.
#pragma once

#include "core/pipeline/quantization/dequantized_model.h"
#include "views/support/page/view.h"

namespace edgewright::views {

class DataTable;
class PageAnswer;
class RowTable;
class StageOverlay;

class QuantizedPane final : public QWidget {
    Q_OBJECT
public:
    explicit QuantizedPane(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    void markSelected(); // what the window has selected

signals:
    void retryRequested(const QString& stage);

private:
    void showLayers();
    void showAnswer();

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::shared_ptr<const pipeline::Typed> m_typed; // that the layers are of; null: a model in float, or none
    std::shared_ptr<const pipeline::CodedProducts> m_products;

    PageAnswer* m_answer = nullptr;
    RowTable* m_layers = nullptr;
    DataTable* m_table = nullptr;
    StageOverlay* m_overlay = nullptr;
};

} // namespace edgewright::views

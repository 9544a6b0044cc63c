// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a layer's input, weights or output as a histogram; a person chooses which.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"
#include "views/support/figure/figure.h"

#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;

namespace edgewright::views {

class RunChart;

class ValuesPane final : public QWidget {
    Q_OBJECT
public:
    explicit ValuesPane(QThreadPool& pool, QWidget* parent = nullptr);
    // Null: `why` there is nothing. `channel`: whose weights are shown; none: of all channels.
    void display(std::shared_ptr<const pipeline::LayerFacts> facts, std::optional<std::int64_t> channel,
                 const QString& why, bool pending);
    std::vector<Figure> figures() const; // one for each tensor that is known

    pipeline::LayerTensor tensor() const;
    void setTensor(pipeline::LayerTensor tensor);

private:
    std::shared_ptr<const pipeline::ValueHistogram>
    histogram(pipeline::LayerTensor tensor) const; // null: not known
    void draw(bool keepView);

    std::shared_ptr<const pipeline::LayerFacts> m_facts;
    std::optional<std::int64_t> m_channel;
    QString m_why;
    bool m_pending = false;
    QComboBox* m_tensor;
    RunChart* m_chart;
};

} // namespace edgewright::views

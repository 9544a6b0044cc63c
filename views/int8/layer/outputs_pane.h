// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of a layer as points; a person chooses what stands over their FP32 value.
#pragma once

#include "views/int8/layer/output_chart.h"
#include "views/support/figure/figure.h"

#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;

namespace edgewright::views {

class RunChart;

class OutputsPane final : public QWidget {
    Q_OBJECT
public:
    explicit OutputsPane(QThreadPool& pool, QWidget* parent = nullptr);
    // Null: `why` there is nothing. `channel`: that is marked.
    void display(std::shared_ptr<const pipeline::LayerFacts> facts, std::optional<std::int64_t> channel,
                 const QString& why, bool pending);
    std::vector<Figure> figures() const; // one for each axis

    OutputAxis axis() const;
    void setAxis(OutputAxis axis);

signals:
    void elementChosen(std::int64_t element);

private:
    void draw(bool keepView);

    std::shared_ptr<const pipeline::LayerFacts> m_facts;
    std::optional<std::int64_t> m_channel;
    QString m_why;
    bool m_pending = false;
    QComboBox* m_axis;
    RunChart* m_chart;
};

} // namespace edgewright::views

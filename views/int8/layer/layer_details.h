// SPDX-License-Identifier: GPL-3.0-or-later
// Explanations of the error of one layer, as tabs: its channels, values, scales, worst outputs, sums, and one
// output written out.
#pragma once

#include "core/pipeline/quantization/layer/layer_facts.h"
#include "views/support/page/view.h"

#include <QTabWidget>

namespace edgewright::views {

class ChartCard;
class DataTable;
class HeatMap;
class OutputsPane;
class RowTable;
class RunChart;
class StageOverlay;
class ValuesPane;
class ValueView;

class LayerDetails final : public QTabWidget {
    Q_OBJECT
public:
    explicit LayerDetails(ViewContext& context, QWidget* parent = nullptr);
    // Values that were counted before stay, dimmed, until the newest are, where they are of the same layer.
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    void setChannel(std::optional<std::int64_t> channel);      // that the page shows; none: all of them
    void showElement(std::int64_t element);                    // writes it out; -1: none
    void openElement();                                        // turns to it
    std::shared_ptr<const pipeline::LayerFacts> facts() const; // null: not counted yet
    std::vector<Figure> figures() const;
    void saveState(QJsonObject& state) const; // what the charts were asked to show
    void restoreState(const QJsonObject& state);

signals:
    void channelChosen(std::int64_t channel); // -1: all
    void elementChosen(std::int64_t element); // -1: none
    void retryRequested(const QString& stage);

private:
    void makeTabs(ViewContext& context);
    QWidget* makeBits(ViewContext& context);
    QString whyNothing() const; // while there are no facts
    void showFacts(bool keepView);
    void showWeights(bool keepView);
    std::optional<Figure> weightFigure() const;
    void showChannels(bool keepView); // what depends on the channel

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::optional<std::int64_t> m_channel;
    QString m_why;
    bool m_isCounting = false;

    ChartCard* m_sqnr = nullptr;
    ValuesPane* m_values = nullptr;
    OutputsPane* m_outputs = nullptr;
    RunChart *m_scales = nullptr, *m_bits = nullptr;
    HeatMap* m_weights = nullptr;
    StageOverlay* m_noWeights = nullptr;
    RowTable* m_worst = nullptr;
    DataTable* m_worstTable = nullptr;
    RowTable* m_growth = nullptr;
    DataTable* m_growthTable = nullptr;
    ValueView* m_value = nullptr;
};

} // namespace edgewright::views

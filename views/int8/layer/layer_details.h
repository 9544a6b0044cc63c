// SPDX-License-Identifier: GPL-3.0-or-later
// What explains the error of one layer, as tabs: its channels, values, scales, worst outputs, sums, and one
// output written out.
#pragma once

#include "views/int8/layer/facts/layer_facts.h"
#include "views/support/job/job_slot.h"
#include "views/support/view.h"

#include <QTabWidget>

namespace edgewright::views {

class BitsTable;
class ChartCard;
class DataTable;
class HeatMap;
class OutputsPane;
class RunChart;
class StageOverlay;
class ValuesPane;
class ValueView;
class WorstTable;

class LayerDetails final : public QTabWidget {
    Q_OBJECT
public:
    explicit LayerDetails(ViewContext& context, QWidget* parent = nullptr);
    // What a layer's charts show is counted on another thread; what stood there before stays until then where
    // it is of the same layer. Null: nothing is studied.
    void display(std::shared_ptr<const pipeline::Analysis> analysis, std::shared_ptr<const StudiedLayer> layer);
    void setChannel(std::optional<std::int64_t> channel);     // that the page shows; none: all of them
    void showElement(std::int64_t element);                   // writes it out; -1: none
    void openElement();                                       // turns to it
    const LayerFacts* facts() const { return m_facts.get(); } // null: not counted yet
    std::vector<Figure> figures() const;
    void saveState(QJsonObject& state) const; // what the charts were asked to show
    void restoreState(const QJsonObject& state);

signals:
    void channelChosen(std::int64_t channel); // -1: all
    void elementChosen(std::int64_t element); // -1: none
    void factsChanged();

private:
    void makeTabs(ViewContext& context);
    QWidget* makeBits(ViewContext& context);
    void startCounting();
    void showFacts(bool keepView);
    void showWeights(bool keepView);
    std::optional<Figure> weightFigure() const;
    void showChannels(bool keepView); // what depends on the channel

    std::shared_ptr<const StudiedLayer> m_layer;
    std::shared_ptr<const LayerFacts> m_facts;
    std::optional<std::int64_t> m_channel;
    QString m_why; // nothing is shown, while there are no facts
    JobSlot m_job;

    ChartCard* m_sqnr = nullptr;
    ValuesPane* m_values = nullptr;
    OutputsPane* m_outputs = nullptr;
    RunChart *m_scales = nullptr, *m_bits = nullptr;
    HeatMap* m_weights = nullptr;
    StageOverlay* m_noWeights = nullptr;
    WorstTable* m_worst = nullptr;
    DataTable* m_worstTable = nullptr;
    BitsTable* m_growth = nullptr;
    DataTable* m_growthTable = nullptr;
    ValueView* m_value = nullptr;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// Everything known about whatever is selected, the same on every page.
#pragma once

#include "core/ops/work.h"
#include "core/pipeline/weight_stats.h"
#include "views/support/page/view.h"

#include <QPointer>
#include <QScrollArea>

#include <memory>
#include <optional>
#include <vector>

namespace edgewright::views {

class FoldSection;
class NameLabel;
class TensorView;

class Inspector final : public QScrollArea {
    Q_OBJECT
public:
    explicit Inspector(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);

private:
    void refresh();
    const ir::Connections& connections(const ir::Graph& graph);
    void showInside(const ir::Graph& graph, const Item& item);
    void showNothing();
    void describeValue(const ir::Value& value);
    void describeNode(const ir::Graph& graph, const ir::Node& node);
    void showNode(const ir::Graph& graph, const ir::Node& node);
    void showValue(const ir::Graph& graph, const ir::Value& value);
    void showWeights(const ir::Graph& graph, const ir::Node& node);
    void chooseWeight(const ir::Graph& graph, const std::vector<ValueId>& weights);
    void showTensorStats(const QString& name, const ir::Tensor& tensor);
    void writeStats(const pipeline::WeightStats& stats, const QString& name);
    // Sums of a module, or without a title of what was chosen.
    void showSums(const ir::Graph& graph, const std::vector<NodeId>& nodes, const QString& title);
    void addArithmetic(double macs, const ops::Uncounted& uncounted);
    void showFusion(const ir::Node& node);
    void showRemedies(const fusion::History& history, const fusion::Refusal& refusal);
    void showMemory(const std::vector<ValueId>& values);
    void showInt8(const ir::Node& node);
    void showCost(const ir::Node& node);
    void showMeasured(const ir::Graph& graph, const ir::Node& node);
    // The nodes of the original and of the fused graph that `node` has to do with, itself included.
    std::vector<NodeId> relatives(NodeId node) const;

    ViewContext& m_context;
    Selection& m_selection;
    ValueId m_weight; // that was chosen among those of the node
    // Kept while one tensor stays selected: a new analysis must not throw away where somebody looks.
    struct Looked {
        pipeline::InspectedTensor tensor;
        QString name;
        QPointer<TensorView> view;
    };
    Looked m_looked;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    // The graph that a tensor was last looked up in, which m_analysis keeps alive.
    const ir::Graph* m_connected = nullptr;
    std::optional<ir::Connections> m_connections;
    NameLabel* m_title;
    NameLabel* m_subtitle;
    FoldSection *m_shapes, *m_attributes, *m_weights, *m_fusion, *m_memory, *m_int8, *m_cost, *m_measured;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of quantization, and its places: the whole model layer by layer, and one layer element by element.
#pragma once

#include "views/support/page/view.h"

class QLabel;
class QListView;
class QStackedWidget;
class QToolButton;

namespace edgewright::views {

class LayerList;
class LayerPane;
class ModelPane;
class NameLabel;
class QuantizedPane;

// ViewState::int8Layer says which of the two is shown.
class Int8View final : public View {
    Q_OBJECT
public:
    explicit Int8View(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;
    std::vector<Slide> slides() const override;
    std::size_t currentSlide() const override; // the first of the layer that one is in
    void reveal(QWidget& part) override; // at the depth that has it
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeSide();
    QWidget* makeTrail(QWidget* parent);
    void choose(NodeId layer); // of the base graph; invalid: the whole model
    void selectionChanged();
    void showDepth();
    void fitSide();

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    Item m_seen; // that was selected when the page looked last
    bool m_updating = false, m_isQuantized = false;

    QWidget *m_layerList = nullptr, *m_target = nullptr; // parts of the side that belong to one layer
    QLabel* m_quantized = nullptr;                       // why the controls are off
    QWidget* m_controls = nullptr;
    LayerList* m_layers = nullptr;
    QListView* m_list = nullptr;
    QToolButton* m_toModel = nullptr;
    NameLabel* m_name = nullptr;
    QStackedWidget* m_depths = nullptr;
    ModelPane* m_model = nullptr;
    LayerPane* m_layer = nullptr;
    QuantizedPane* m_quantizedModel = nullptr;
};

extern const ViewEntry int8_view;

} // namespace edgewright::views

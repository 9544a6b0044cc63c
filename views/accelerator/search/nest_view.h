// SPDX-License-Identifier: GPL-3.0-or-later
// The loop nest of the chosen layer as text, and edited: tiles by numbers, the order by choice, and what that
// costs beside the chosen tiling. Without a choice it is the layer that takes most cycles.
#pragma once

#include "core/cost/tilings/loop_nest.h"
#include "views/support/page/view.h"

#include <array>
#include <optional>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace edgewright::views {

class NestView final : public QWidget {
    Q_OBJECT
public:
    explicit NestView(ViewContext& context, QWidget* parent = nullptr);
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    QString title() const { return tr("Loop nest"); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeControls();
    const cost::LayerCost* layer() const; // null: none on the array
    cost::Tiling edited() const;
    void choose();                              // the layer
    void setTiling(const cost::Tiling& tiling); // into the fields
    void showNest();
    QString costText() const;

    ViewContext& m_context;
    std::shared_ptr<const pipeline::Analysis> m_analysis;
    cost::Layer m_layer; // that the fields are of
    cost::Accelerator m_accelerator;
    cost::Tiling m_own; // of the layer, when it was chosen
    std::optional<cost::TilingTrial> m_trial;
    std::string m_problem; // there is no trial
    bool m_late = true;    // something changed while it was hidden
    QLabel *m_title, *m_cost;
    QWidget* m_controls = nullptr;
    std::array<QSpinBox*, 4> m_extents{}; // rows, columns, filters, channels
    QComboBox* m_order = nullptr;
    QPushButton *m_use = nullptr, *m_reset = nullptr, *m_drop = nullptr;
    QPlainTextEdit* m_text;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tensors live, before and after fusion: lifetimes and arena, side by side at one scale.
#pragma once

#include "views/memory/plan_chart.h"
#include "views/support/view.h"

#include <array>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;

namespace edgewright::views {

class StageOverlay;

class MemoryView final : public View {
    Q_OBJECT
public:
    explicit MemoryView(ViewContext& context, QWidget* parent = nullptr);
    void update(std::shared_ptr<const pipeline::Analysis> analysis) override;
    std::vector<Figure> figures() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Shown { Original, Fused, Both };
    struct Side { // one column of the page
        QWidget* column = nullptr;
        QLabel* summary = nullptr;
        PlanChart *gantt = nullptr, *arena = nullptr;
        std::shared_ptr<const PlanSide> data;
    };

    QWidget* makeControls();
    void makeSide(Side& side, bool after);
    void connectChart(PlanChart* chart);
    void follow(PlanChart* source, const PlaneWindow& window); // the other charts show the same steps
    void settingsChanged();
    void selectionChanged();
    void rebuild(); // painters, fits and summaries from m_sides
    void style();
    QString summaryOf(const PlanSide& side) const;
    QString savingText() const;
    QString obstacle() const; // the sentence that replaces the charts; empty when there is something to show
    double scaleBytes() const;
    RowOrder order() const;

    std::shared_ptr<const pipeline::Analysis> m_analysis;
    std::array<Side, 2> m_sides; // original, fused
    QButtonGroup* m_shown = nullptr;
    QComboBox *m_planner = nullptr, *m_alignment = nullptr, *m_order = nullptr;
    QCheckBox* m_inPlace = nullptr;
    QLabel *m_saving = nullptr, *m_legend = nullptr;
    QWidget* m_content = nullptr;
    StageOverlay* m_overlay = nullptr;
};

extern const ViewEntry memory_view;

} // namespace edgewright::views

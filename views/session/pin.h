// SPDX-License-Identifier: GPL-3.0-or-later
// A | B: A is a state that a person pinned, B the one that runs. A view state: undo knows nothing of it.
#pragma once

#include "core/pipeline/study.h"
#include "views/session/quantities.h"
#include "views/session/setting_differences.h"
#include "views/support/job/job_slot.h"
#include "views/support/settings_model.h"

#include <QAction>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace edgewright::views {

struct PinState {
    QString model; // pipeline::modelName
    pipeline::Settings settings;
    Numbers numbers{};
    // The results themselves. Of A as long as its model is open, and then null, since they keep the weights
    // mapped. Until then they share weights with B, and graph and plans with it where nothing that these depend
    // on differs: what A holds alone is at most one fused graph, what rules folded into its weights, and two
    // plans. Without them A is its settings and numbers, some kilobytes.
    std::shared_ptr<const pipeline::Analysis> analysis;
};

class Pin final : public QObject {
    Q_OBJECT
public:
    // `pool`: computes the results of an A that comes from a study.
    Pin(SettingsModel& settings, QThreadPool& pool, QObject* parent = nullptr);
    // The analysis that runs. As long as the settings are those that were pinned, results that arrive belong to
    // A, too.
    void setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis);
    // A is these settings, of the model that is open; its results follow.
    void restore(const pipeline::Settings& settings);
    const PinState* a() const { return m_a ? &*m_a : nullptr; } // null: nothing is pinned
    PinState b() const;
    // The settings of A where a study of the open model keeps them.
    std::optional<pipeline::Settings> kept() const;
    bool isSameModel() const; // then nodes of A have partners in B, found by their names
    // The differences of A and B (settingDifferences); extents of two models are not compared.
    std::vector<SettingDifference> differences(std::span<const std::string_view> stages = {}) const;

    // Pins what runs; makes A run, and pins what did; forgets A. For menus, buttons and the command field.
    void nameActions(); // in the language of now
    QAction& pinAction() { return m_pin; }
    QAction& swapAction() { return m_swap; }
    QAction& releaseAction() { return m_release; }

signals:
    void changed(); // A, or while there is one B

private:
    void pin();
    void swap();
    void release();
    void refresh();
    void settle();
    void predict();

    SettingsModel& m_settings;
    JobSlot m_compute;
    QAction m_pin, m_swap, m_release;
    std::shared_ptr<const pipeline::Analysis> m_now;
    std::optional<PinState> m_a;
    std::weak_ptr<const pipeline::Opened> m_opened;        // of A
    bool m_follows = false;                                // A is what runs
    std::shared_ptr<const cost::Processor> m_processorOfA; // that its times are predicted for
};

} // namespace edgewright::views

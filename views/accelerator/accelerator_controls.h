// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerator as a form: a preset, then an editor for each of its fields.
#pragma once

#include "core/cost/accelerator.h"
#include "core/device/roof/roof.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QFormLayout;
class QLabel;

namespace edgewright::views {

class SettingsModel;

class AcceleratorControls final : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorControls(SettingsModel& settings, QWidget* parent = nullptr);
    // To choose from behind the presets: what was measured of this machine; null: nothing was.
    void setRoof(const device::Roof* roof);

private:
    struct Preset {
        QString title, tip, checked; // `checked`: how far its numbers can be trusted
        cost::Accelerator accelerator;
    };
    void addPresets(QFormLayout& form);
    void addFields(QFormLayout& form);
    void showChoices();
    void showSettings();
    const Preset* presetAt(int index) const; // null: "Own settings", or what cannot be chosen

    SettingsModel& m_settings;
    std::vector<Preset> m_presets, m_measured;
    QComboBox* m_preset;
    QLabel* m_rate; // the bandwidth in GB/s
    QLabel* m_checked;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The open dimensions of the model's inputs as chips, "batch 1"; a click changes the extent.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/settings_model.h"

#include <QHBoxLayout>
#include <QWidget>

namespace edgewright::workbench {

class BindingChips final : public QWidget {
    Q_OBJECT
public:
    BindingChips(views::SettingsModel& settings, QWidget* parent = nullptr);
    void setAnalysis(const pipeline::Analysis& analysis);

private:
    void addChip(const std::string& symbol, std::int64_t extent);

    views::SettingsModel& m_settings;
    QHBoxLayout* m_row;
    ops::Bindings m_shown;
};

} // namespace edgewright::workbench

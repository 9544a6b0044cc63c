// SPDX-License-Identifier: GPL-3.0-or-later
// The open dimensions of the model's inputs as chips, "batch 1"; a click changes the extent, or takes those of
// test data beside the model.
#pragma once

#include "core/pipeline/study.h"
#include "views/support/job/job_slot.h"
#include "views/support/settings_model.h"

#include <QHBoxLayout>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

class QMenu;

namespace edgewright::workbench {

class BindingChips final : public QWidget {
    Q_OBJECT
public:
    BindingChips(views::SettingsModel& settings, QThreadPool& pool, QWidget* parent = nullptr);
    void setAnalysis(const pipeline::Analysis& analysis);

private:
    using Offers = std::vector<std::pair<QString, ir::Bindings>>; // by the name of the test data
    void lookForTestData(std::shared_ptr<const pipeline::Opened> opened);
    void showChips();
    void addChip(const std::string& symbol, std::int64_t extent);
    void addPresets(QMenu& menu, const std::string& symbol, std::int64_t extent);
    void addOffers(QMenu& menu);
    void bind(const std::string& symbol, std::int64_t extent);

    views::SettingsModel& m_settings;
    views::JobSlot m_look;
    std::shared_ptr<const pipeline::Opened> m_opened; // whose test data is known
    QHBoxLayout* m_row;
    ir::Bindings m_shown;
    Offers m_offers;
};

} // namespace edgewright::workbench

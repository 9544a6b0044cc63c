// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of what the costs are compared with: what differs from the accelerator as it is set.
#pragma once

#include "views/support/page/view.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;

namespace edgewright::views {

class CompareBox final : public QWidget {
    Q_OBJECT
public:
    explicit CompareBox(ViewContext& context, QWidget* parent = nullptr);

private:
    void offer(const pipeline::Settings& settings);

    QComboBox* m_box;
    std::vector<std::string> m_names; // that are offered, behind "Compare with…"
};

} // namespace edgewright::views

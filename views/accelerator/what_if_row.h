// SPDX-License-Identifier: GPL-3.0-or-later
// The gain of single changes of the accelerator: a button for each, with a bar; a click asks for it.
#pragma once

#include "core/cost/findings/what_if.h"

#include <QWidget>

#include <vector>

namespace edgewright::views {

class WhatIfRow final : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfRow(QWidget* parent = nullptr);
    // `isOld`: they are of other settings, and being computed again.
    void display(const std::vector<cost::WhatIf>& whatIfs, bool isOld);

signals:
    void chosen(const edgewright::cost::Accelerator& accelerator);

private:
    std::vector<cost::WhatIf> m_whatIfs;
};

} // namespace edgewright::views

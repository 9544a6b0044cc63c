// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/quit.h"

#include <QSettings>

#include <cstdio>
#include <cstdlib>

namespace edgewright::workbench {

int quit(views::JobBoard& jobs, int code) {
    constexpr std::chrono::milliseconds Patience(300);
    if (jobs.leave(Patience)) return code;
    QSettings().sync();
    std::fflush(nullptr);
    std::_Exit(code);
}

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/files/quit.h"

#include "core/base/temporary_folder.h"

#include <QSettings>
#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace edgewright::workbench {

namespace {

std::array<int, 2> ends{-1, -1}; // of a pipe: the handler writes, the event loop reads

void onSignal(int number) {
    const int error = errno;
    const auto byte = static_cast<unsigned char>(number);
    std::signal(number, SIG_DFL); // the second one does not wait
    if (::write(ends[1], &byte, 1) < 0) ::_exit(128 + number);
    errno = error;
}

} // namespace

void whenAskedToEnd(QObject& owner, std::function<void(int signal)> act) {
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
    for (const int each : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(each, onSignal) == SIG_IGN && each == SIGHUP) std::signal(each, SIG_IGN); // nohup
    auto* notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, &owner);
    QObject::connect(notifier, &QSocketNotifier::activated, &owner, [act = std::move(act)] {
        unsigned char number = 0;
        if (::read(ends[0], &number, 1) == 1) act(number);
    });
}

int quit(views::JobBoard& jobs, int code) {
    constexpr std::chrono::milliseconds Patience(300);
    if (jobs.leave(Patience)) return code;
    QSettings().sync();
    TemporaryFolder::removeAll();
    std::fflush(nullptr);
    std::_Exit(code);
}

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/gpu_here.h"

#include "core/base/propagate.h"
#include "core/device/gpu/gpu_run.h"

#include <utility>

namespace edgewright::views {

GpuHere::GpuHere(QThreadPool& pool, QObject* parent) : QObject(parent), m_look(pool, tr("Look for a GPU")) {
    connect(&m_look, &JobSlot::cancelled, this, [this] { set({}); });
}

void GpuHere::look() {
    m_look.start(
        [](const RunContext&) -> Result<std::string> {
            ASSIGN_OR_RETURN(const gpu::Programs programs, device::openThisGpu());
            return programs.gpu()->info().name;
        },
        [this](const Result<std::string>& name) {
            if (name)
                setFound(QString::fromStdString(*name));
            else
                set(DeviceStatus::failed(name.error()));
        });
    set({DeviceStatus::State::Busy, tr("Looking for a GPU …")});
}

void GpuHere::setFound(const QString& name) {
    m_look.stop();
    set({DeviceStatus::State::Connected, name});
}

void GpuHere::set(DeviceStatus status) {
    m_status = std::move(status);
    emit changed();
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// A sample cut for devices that nobody measured, and a run of it that nobody ran.
#pragma once

#include "core/device/stages/split_run.h"
#include "tests/support/shared_files.h"
#include "views/session/split/split_runs.h"

#include <QTemporaryDir>

#include <memory>

namespace edgewright::test {

class SplitExample {
public:
    // Each is as quick as the first, times its factor; links of 100 MB/s.
    explicit SplitExample(std::vector<double> factors = {1, 1.5}, bool takesTurns = false) {
        const auto opened = pipeline::open(sample("residual_cnn_2d.onnx"));
        if (!opened) qFatal("%s", opened.error().message.c_str());
        m_task.typed = pipeline::type(*opened, {}, true);
        m_task.history = *pipeline::fuse(*m_task.typed, {});
        m_task.takesTurns = takesTurns;
        const auto devices =
            [&](std::span<const NodeId> steps) -> Result<std::vector<partition::PlannedDevice>> {
            std::vector<partition::PlannedDevice> all;
            for (const double factor : factors) {
                partition::PlannedDevice one;
                for (std::size_t i = 0; i < steps.size(); ++i)
                    one.seconds.push_back(1e-3 * factor * static_cast<double>(1 + i % 3));
                one.link = {1e-4, 1e8};
                all.push_back(std::move(one));
            }
            return all;
        };
        auto planner = *relay::StagePlanner::of(m_task.history->graph, m_task.history->opsets, devices,
                                                m_folder.path().toStdString());
        planner.replicas = takesTurns;
        m_shown.choice = *planner.choose();
        for (std::size_t i = 0; i < factors.size(); ++i) {
            m_shown.devices.push_back("here:" + std::to_string(i));
            m_task.machines.push_back(*device::StageMachine::parsed(m_shown.devices.back()));
        }
    }

    // `slower`: its times over those of the plan.
    void run(std::size_t frames, double slower = 1.1) {
        auto measured = std::make_shared<relay::Measured>();
        const partition::Figures& figures = m_shown.choice.figures;
        for (std::size_t number = 0; number < frames; ++number) {
            relay::FrameDone& frame = measured->frames.emplace_back();
            frame.number = number;
            double at = frame.begun = static_cast<double>(number) * figures.period * slower;
            for (std::size_t stage = 0; stage < figures.stages.size(); ++stage) {
                const auto& devices = figures.stages[stage].devices;
                const partition::DeviceFigures& device = devices[number % devices.size()];
                relay::Visit& visit = frame.visits.emplace_back();
                visit = {stage, device.device, at, 0, device.compute * slower};
                at += (device.receive + device.compute + device.send) * slower;
                visit.done = at;
            }
            frame.done = at;
        }
        m_shown.measured = std::move(measured);
    }

    const relay::SplitShown& shown() const { return m_shown; }
    const device::SplitTask& task() const { return m_task; }
    std::shared_ptr<const device::SplitRecord> record() const {
        auto record = std::make_shared<device::SplitRecord>();
        record->model = m_task.typed->opened->file.string();
        record->front = *partition::frontOf(m_shown.choice.problem, 16);
        if (m_shown.measured) record->run = device::FramesRun{{}, m_shown.measured, {}};
        record->shown = std::make_shared<const relay::SplitShown>(m_shown);
        return record;
    }
    std::shared_ptr<const views::SplitResult> result() const {
        return std::make_shared<const views::SplitResult>(views::SplitResult{m_task, record()});
    }

private:
    QTemporaryDir m_folder;
    device::SplitTask m_task;
    relay::SplitShown m_shown;
};

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_choice.h"

#include "core/device/operator_rows.h"

#include <algorithm>
#include <utility>

namespace edgewright::views {

MeasureChoice::MeasureChoice(Measurements& measurements, QObject* parent)
    : QObject(parent), m_measurements(measurements) {
    connect(&measurements, &Measurements::measured, this, [this] {
        if (m_measurements.deviceOf(m_measurements.runs().back()) == m_device) m_wanted.reset();
    });
    connect(&measurements, &Measurements::changed, this, &MeasureChoice::follow);
    connect(&measurements, &Measurements::stateChanged, this, [this] {
        const Record live = this->live();
        if (!live || live != std::exchange(m_live, live)) emit progressed();
    });
    connect(&measurements.boards(), &Boards::changed, this, [this] {
        if (!m_device.empty() && !m_measurements.isMeasurable(m_device) && !m_measurements.newest(m_device))
            chooseDevice({}); // it was forgotten
    });
    follow();
}

void MeasureChoice::forget() {
    m_wanted.reset();
    m_isDeviceChosen = !m_device.empty() && m_measurements.isMeasurable(m_device);
    m_choice = {};
    follow();
}

QString MeasureChoice::deviceText() const { return m_measurements.deviceText(m_device); }

bool MeasureChoice::isMeasuring() const { return m_measurements.state(m_device) != Measurements::State::Idle; }

MeasureChoice::Record MeasureChoice::live() const {
    return m_measurements.runningOn() == m_device ? m_measurements.live() : nullptr;
}

void MeasureChoice::chooseDevice(const std::string& device) {
    m_device = device;
    m_isDeviceChosen = true;
    m_wanted.reset();
    follow();
}

void MeasureChoice::chooseRun(Record record) {
    m_wanted = std::move(record);
    m_isDeviceChosen = true;
    follow();
}

void MeasureChoice::show(const VariantChoice& variant) {
    m_choice.shown = variant;
    settle();
}

void MeasureChoice::putBeside(const VariantChoice& variant) {
    m_choice.beside = variant;
    settle();
}

void MeasureChoice::putRunBeside(const Record& record) {
    putBeside(m_choice.shown ? sameVariant(record, m_choice.shown.get().variant) : defaultChoice(record).shown);
}

void MeasureChoice::follow() {
    const auto& runs = m_measurements.runs();
    const auto runOf = [&](const Record& record) {
        const auto found = std::ranges::find(runs, record, &device::Run::record);
        return found == runs.end() ? nullptr : &*found;
    };
    if (!m_isDeviceChosen)
        m_device =
            runs.empty() || m_measurements.newest({}) ? std::string() : m_measurements.deviceOf(runs.back());
    if (m_wanted && !runOf(m_wanted)) m_wanted.reset();
    if (m_wanted) m_device = m_measurements.deviceOf(*runOf(m_wanted));
    const device::Run* run = m_measurements.current(m_device);
    if (!run) run = m_measurements.newest(m_device);
    const Record record = m_wanted ? m_wanted : run ? run->record : nullptr;
    if (record != m_choice.shown.record) {
        const VariantChoice beside =
            m_choice.isPaired() ? VariantChoice{} : m_choice.beside; // put there by a person
        m_choice = defaultChoice(record);
        if (beside && beside.record != m_choice.shown.record && runOf(beside.record)) m_choice.beside = beside;
    } else if (m_choice.beside && !runOf(m_choice.beside.record)) {
        m_choice.beside = {};
    }
    emit runChanged();
    settle();
}

// Nothing stands beside itself.
void MeasureChoice::settle() {
    if (m_choice.isPaired() && m_choice.beside.variant == m_choice.shown.variant) m_choice.beside = {};
    emit changed();
}

std::vector<VariantChoice> MeasureChoice::variants() const {
    std::vector<VariantChoice> rows;
    const Record live = this->live();
    const Record record = live ? live : m_choice.shown.record;
    if (!record) return rows;
    for (std::size_t i = 0; i < record->variants.size(); ++i)
        if (!record->variants[i].blocks.empty()) rows.push_back({record, i});
    if (!live && m_choice.beside && !m_choice.isPaired() && !m_choice.beside.get().blocks.empty())
        rows.push_back(m_choice.beside);
    return rows;
}

// Of each device the newest run that answers for the present settings, else the newest one: all its variants.
std::vector<DeviceRow> MeasureChoice::devices() const {
    std::vector<std::string> devices{{}};
    for (const device::Run& run : m_measurements.runs())
        if (const std::string device = m_measurements.deviceOf(run); std::ranges::count(devices, device) == 0)
            devices.push_back(device);
    std::vector<DeviceRow> rows;
    for (const std::string& device : devices) {
        const device::Run* run = m_measurements.current(device);
        if (!run) run = m_measurements.newest(device);
        if (!run) continue;
        for (std::size_t i = 0; i < run->record->variants.size(); ++i) {
            const VariantChoice choice{run->record, i};
            if (choice.get().blocks.empty()) continue;
            rows.push_back({m_measurements.deviceText(device), choice,
                            device::predictedSeconds(choice.get(), m_measurements.predictor(device).processor),
                            !m_measurements.isCurrent(*run)});
        }
    }
    return rows;
}

std::vector<HistoryRun> MeasureChoice::history() const {
    std::vector<HistoryRun> runs;
    for (const device::Run& run : m_measurements.runs())
        if (m_measurements.deviceOf(run) == m_device && !run.record->variants.empty())
            runs.push_back({run.record, !m_measurements.isCurrent(run)});
    std::ranges::stable_sort(runs, {}, [](const HistoryRun& run) { return run.record->date; });
    return runs;
}

} // namespace edgewright::views

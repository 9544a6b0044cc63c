// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles that were opened: of another runtime, to stand beside a measurement, with its operators against
// those of a variant; and traces of accelerators, whose kernels are a measurement of their own.
#pragma once

#include "core/device/against.h"
#include "views/measure/timeline/model/timeline_source.h"
#include "views/support/job/job_slot.h"
#include "views/support/measurement/run_choice.h"

#include <QStringList>

#include <map>
#include <memory>

namespace edgewright::views {

// A trace of a program that used an accelerator.
struct DeviceTrace {
    TimelineSource source;
    std::shared_ptr<const device::Record> record; // of its kernels; null: none was started for a node
    QStringList sentences;                        // trace::sentences(): the use that was made of the device
    QString unmatched;                            // device::unmatchedText()
    QString otherModel;                           // trace::otherModelText()
};

class ProfileBeside final : public QObject {
    Q_OBJECT
public:
    using Graph = std::shared_ptr<const ir::Graph>;
    using Trace = std::shared_ptr<const DeviceTrace>;

    explicit ProfileBeside(QThreadPool& pool, QObject* parent = nullptr);
    // Away from this thread: opened() or traced() tells, or message() why not. `graph`: the original one.
    void open(const QString& file, const Graph& graph);
    void close() {
        m_read.stop();
        m_profile.reset();
        m_alone.reset();
    }
    void forget();                                                    // of another model
    const TimelineSource* profile() const { return m_profile.get(); } // with its matches; null: none
    // Likewise: compared() tells. No variant or no profile: nothing to compare.
    void compare(const VariantChoice& variant, const Graph& graph);
    const device::Against* against() const { return m_against.get(); } // null: not compared yet

    // The trace of which `choice` is the record; null: it is of none that was opened.
    const DeviceTrace* traceOf(const VariantChoice& choice) const;
    // From now on `trace` belongs to this record, which tells the same.
    void keep(const Trace& trace, const std::shared_ptr<const device::Record>& record);
    // The one that was opened last and has no record, until something else is shown; null: none.
    const DeviceTrace* alone() const { return m_alone.get(); }
    void leaveAlone() { m_alone.reset(); }

signals:
    void opened();
    void traced(std::shared_ptr<const DeviceTrace> trace);
    void compared();
    void message(const QString& text);

private:
    void take(const QString& file, Trace trace);

    std::shared_ptr<const TimelineSource> m_profile;
    std::shared_ptr<const device::Against> m_against;
    std::map<std::shared_ptr<const device::Record>, Trace> m_traces;
    Trace m_alone;
    JobSlot m_read, m_compare;
};

} // namespace edgewright::views

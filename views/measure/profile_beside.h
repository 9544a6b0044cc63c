// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of another runtime that stands beside a measurement, and its operators against those of a
// variant.
#pragma once

#include "core/device/against.h"
#include "views/measure/timeline/model/timeline_source.h"
#include "views/support/job/job_slot.h"
#include "views/support/measurement/run_choice.h"

namespace edgewright::views {

class ProfileBeside final : public QObject {
    Q_OBJECT
public:
    using Graph = std::shared_ptr<const ir::Graph>;

    explicit ProfileBeside(QThreadPool& pool, QObject* parent = nullptr);
    // Away from this thread: opened() tells, or message() why not. `graph`: the original one.
    void open(const QString& file, const Graph& graph);
    void close() {
        m_read.stop();
        m_profile.reset();
    }
    const TimelineSource* profile() const { return m_profile.get(); } // with its matches; null: none
    // Likewise: compared() tells. No variant or no profile: nothing to compare.
    void compare(const VariantChoice& variant, const Graph& graph);
    const device::Against* against() const { return m_against.get(); } // null: not compared yet

signals:
    void opened();
    void compared();
    void message(const QString& text);

private:
    std::shared_ptr<const TimelineSource> m_profile;
    std::shared_ptr<const device::Against> m_against;
    JobSlot m_read, m_compare;
};

} // namespace edgewright::views

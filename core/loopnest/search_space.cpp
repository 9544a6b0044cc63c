// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/search_space.h"

#include "core/loopnest/features.h"

#include <algorithm>

namespace edgewright::loopnest {

using cost::search::Choice;

// Lists of one key are beginnings of each other, or, of the axis of vectors, another list: the values of a
// sketch are those of its own list.
ScheduleSpace::ScheduleSpace(std::shared_ptr<const Computation> computation, const Target& target)
    : m_computation(std::move(computation)), m_target(target), m_sketches(sketchesOf(*m_computation, target)) {
    std::vector<std::vector<Knob>> bySketch;
    for (const Sketch& sketch : m_sketches) {
        bySketch.push_back(knobsOf(*m_computation, sketch, target));
        for (const Knob& knob : bySketch.back()) {
            const auto known = std::ranges::find(m_knobs, knob.key, &Knob::key);
            if (known == m_knobs.end())
                m_knobs.push_back(knob);
            else if (known->values.size() < knob.values.size())
                known->values = knob.values;
        }
    }
    for (const std::vector<Knob>& knobs : bySketch) {
        std::vector<std::size_t>& counts = m_counts.emplace_back();
        for (const Knob& each : m_knobs) {
            const auto known = std::ranges::find(knobs, each.key, &Knob::key);
            counts.push_back(known == knobs.end() ? 0 : known->values.size());
        }
    }
}

Schedule ScheduleSpace::scheduleAt(std::span<const Choice> point) const {
    const auto sketch = static_cast<std::size_t>(point[0]);
    Schedule schedule{m_computation, m_target, m_sketches[sketch], {}};
    for (const Knob& knob : knobsOf(*m_computation, schedule.sketch, m_target)) {
        const auto at =
            static_cast<std::size_t>(std::ranges::find(m_knobs, knob.key, &Knob::key) - m_knobs.begin());
        const auto choice = static_cast<std::size_t>(point[1 + at]);
        schedule.choices.emplace_back(knob.key, knob.values[std::min(choice, knob.values.size() - 1)]);
    }
    return schedule;
}

bool ScheduleSpace::admits(std::span<const Choice> point) const {
    const std::vector<std::size_t>& counts = m_counts[static_cast<std::size_t>(point[0])];
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (static_cast<std::size_t>(point[1 + i]) >= std::max<std::size_t>(1, counts[i])) return false;
    return Nest::of(scheduleAt(point)).has_value();
}

cost::search::Space ScheduleSpace::space() const {
    const auto self = std::make_shared<const ScheduleSpace>(*this);
    cost::search::Space space;
    space.axes.push_back({.name = "sketch",
                          .choices = static_cast<std::int64_t>(m_sketches.size()),
                          .scale = cost::search::Scale::Names});
    for (const Knob& each : m_knobs)
        space.axes.push_back({.name = each.key, .choices = static_cast<std::int64_t>(each.values.size())});
    space.admits = [self](std::span<const Choice> point) { return self->admits(point); };
    space.features = [self](std::span<const Choice> point, std::vector<float>& into) {
        const Schedule schedule = self->scheduleAt(point);
        const auto nest = Nest::of(schedule); // admitted
        const std::vector<float> features = featuresOf(*nest, schedule.target);
        into.insert(into.end(), features.begin(), features.end());
        for (std::size_t i = 0; i < self->m_sketches.size(); ++i)
            into.push_back(i == static_cast<std::size_t>(point[0]) ? 1.0F : 0.0F);
        for (const auto& [key, value] : schedule.choices)
            if (key == "order" || key == "reduction_order") into.push_back(static_cast<float>(value));
    };
    return space;
}

} // namespace edgewright::loopnest

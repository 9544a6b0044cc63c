// SPDX-License-Identifier: GPL-3.0-or-later
// Names where room is short, by the names that stand together in one picture: what they have
// in common goes first, what tells them apart stays. "/features/features.3/conv/Conv" beside
// "/features/features.13/conv/Conv" becomes "…/features.3…/Conv", then "…3…".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

using TextWidth = std::function<double(std::string_view)>; // in the unit of rooms: pixels, characters

// Two different names never have the same label, whatever the rooms of the two; equal names have the same one
// in the same room. No character and no number is cut. Construction takes the time of sorting the names, a
// label the time of reading its name.
class ShortLabels {
public:
    ShortLabels() = default;
    explicit ShortLabels(std::span<const std::string> names);

    std::size_t size() const { return m_of.size(); }
    // As much of that name as `room` holds. Wider only where nothing shorter tells it from the others.
    std::string label(std::size_t index, double room, const TextWidth& width) const;
    std::vector<std::string> labels(double room, const TextWidth& width) const; // of all

private:
    // A part of a name by which it differs from names that end as it does, and the least of that part that
    // does.
    struct Telling {
        std::uint32_t begin, end;
        std::uint32_t from, to; // of a long part it may be the middle
    };
    void findTelling();

    std::vector<std::uint32_t> m_of; // by index: the place in m_names
    std::vector<std::string> m_names;
    std::vector<std::vector<Telling>> m_telling; // by place, from left to right
};

} // namespace edgewright

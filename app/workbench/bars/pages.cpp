// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/page_stack.h"

#include <array>

namespace edgewright::views {
extern const ViewEntry graph_view;
extern const ViewEntry memory_view;
extern const ViewEntry int8_view;
extern const ViewEntry accelerator_view;
extern const ViewEntry measure_view;
extern const ViewEntry scenario_view;
extern const ViewEntry pipeline_view;
} // namespace edgewright::views

namespace edgewright::workbench {

extern const views::ViewEntry study_page;

std::span<const views::ViewEntry* const> pages() {
    static const std::array entries{&views::graph_view,       &views::memory_view,  &views::int8_view,
                                    &views::accelerator_view, &views::measure_view, &views::scenario_view,
                                    &views::pipeline_view,    &study_page};
    return entries;
}

} // namespace edgewright::workbench

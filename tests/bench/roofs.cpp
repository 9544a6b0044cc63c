// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/roofs.h"

#include "tests/bench/timing.h"

#include <algorithm>

namespace edgewright::bench {

namespace baseline {
extern const PeakLoops peakLoops;
}
#ifdef EDGEWRIGHT_X86_KERNELS
namespace avx2 {
extern const PeakLoops peakLoops;
}
namespace avx512 {
extern const PeakLoops peakLoops;
}
namespace avx512vnni {
extern const PeakLoops peakLoops;
}
#endif

namespace {

// So that each sample takes a millisecond or some: as long as kernels take, which see no shorter burst of a
// high clock.
std::int64_t turnsOf(const PeakLoop& loop) { return 8'000'000 / loop.accumulators; }

const PeakLoops& loopsOf(kernels::Isa isa) {
    switch (isa) {
#ifdef EDGEWRIGHT_X86_KERNELS
    case kernels::Isa::Avx2:
        return avx2::peakLoops;
    case kernels::Isa::Avx512:
        return avx512::peakLoops;
    case kernels::Isa::Avx512Vnni:
        return avx512vnni::peakLoops;
#endif
    default:
        return baseline::peakLoops;
    }
}

void measure(Roofs::Point& point) {
    float memory[64] = {};
    point.time.add(timed([&] { point.loop->run(turnsOf(*point.loop), memory); }));
}

} // namespace

double Roofs::Point::rate() const {
    return loop->operations * static_cast<double>(turnsOf(*loop)) / time.best().cpu / 1e9;
}

Roofs::Roof& Roofs::of(kernels::Isa isa, Arithmetic kind) {
    const auto [entry, added] = m_roofs.try_emplace({isa, kind});
    Roof& roof = entry->second;
    if (!added) return roof;
    const PeakLoops& loops = loopsOf(isa);
    const bool floats = kind == Arithmetic::MultiplyAdd;
    const PeakLoop* first = floats ? loops.multiplyAdd : loops.dot;
    for (int i = 0; i < (floats ? loops.multiplyAdds : loops.dots); ++i)
        roof.points.push_back({first + i, {}});
    for (int round = 0; round < m_rounds; ++round)
        for (Point& point : roof.points)
            measure(point);
    return roof;
}

std::span<const Roofs::Point> Roofs::sweep(kernels::Isa isa, Arithmetic kind) { return of(isa, kind).points; }

double Roofs::roof(kernels::Isa isa, Arithmetic kind) {
    const Roof& roof = of(isa, kind);
    double highest = roof.seen;
    for (const Point& point : roof.points)
        highest = std::max(highest, point.rate());
    return highest;
}

void Roofs::seen(kernels::Isa isa, Arithmetic kind, double rate) {
    Roof& roof = of(isa, kind);
    roof.seen = std::max(roof.seen, rate);
}

void Roofs::refresh(kernels::Isa isa, Arithmetic kind) {
    std::vector<Point>& points = of(isa, kind).points;
    if (!points.empty()) measure(*std::ranges::max_element(points, {}, &Point::rate));
}

} // namespace edgewright::bench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/kernel_nest.h"

#include "core/agent/roof/stream.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/gemm.h"
#include "core/kernels/winograd.h"
#include "core/loopnest/loops.h"
#include "core/tuner/tuned_log.h"

#include <algorithm>
#include <limits>

namespace edgewright::tuner {

namespace {

using Algorithm = kernels::ConvolutionAlgorithm;

constexpr std::int64_t FloatBytes = 4;

bool cutsOnly(const ops::ParameterSpace& space, std::string_view axis) {
    return !space.axes.empty() && std::ranges::all_of(space.axes, [axis](const ops::ParameterAxis& each) {
        return each.key == axis || each.key == "threads";
    });
}
bool isConvolution(const Task& task) { return task.kind.ends_with("Conv") || task.kind == "ConvInteger"; }

// The nearest level that holds the bytes of all threads; empty: not known.
std::string levelOf(std::int64_t bytes, int threads, const measure::ThreadRoof* roof) {
    const measure::LevelBandwidth* const level = roof ? roof->levelHolding(bytes * threads) : nullptr;
    return level ? level->level : std::string();
}

class Nest {
public:
    Nest(const Task& task, const kernels::KernelParameters& parameters, int threads,
         const measure::ThreadRoof* roof)
        : m_task(task), m_product(task.products.front()), m_by(parameters), m_threads(threads), m_roof(roof) {
        if (m_product.windows) m_windows = *m_product.windows;
    }

    KernelNest build() {
        if (m_task.products.size() > 1) {
            addAttention();
        } else if (!isConvolution(m_task)) {
            m_nest.title = say("Matrix product in blocks");
            if (m_task.isInteger)
                addIntegerProduct();
            else
                addProduct(m_product.m, m_product.n, m_product.k, 1);
        } else if (cutsOnly(m_task.space, "strip")) {
            addDepthwise();
        } else if (m_task.isInteger) {
            addIntegerConvolution();
        } else if (m_by.algorithm == Algorithm::Direct) {
            addDirect();
        } else if (m_by.algorithm == Algorithm::Winograd) {
            addWinograd();
        } else { // filters are its rows, pixels its columns
            m_nest.title = say("Convolution as a matrix product in blocks");
            addProduct(m_product.n, m_product.m, m_product.k, taps());
        }
        return std::move(m_nest);
    }

private:
    std::int64_t taps() const { return m_windows.high.filter * m_windows.wide.filter; }
    // Rows of the input that so many rows of outputs read.
    std::int64_t rowsRead(std::int64_t rows) const {
        const auto& high = m_windows.high;
        return std::min(high.in, (rows - 1) * high.stride + (high.filter - 1) * high.dilation + 1);
    }

    // `elements`: that a turn works on.
    void add(std::string over, std::int64_t extent, std::int64_t step, std::int64_t elements,
             bool isParallel = false) {
        KernelLoop loop{.depth = m_nest.loops.size(),
                        .over = std::move(over),
                        .extent = extent,
                        .step = std::min(step, extent),
                        .isParallel = isParallel,
                        .bytes = step > 0 ? elements * (m_task.isInteger ? 1 : FloatBytes) : 0};
        if (loop.bytes > 0) loop.level = levelOf(loop.bytes, m_threads, m_roof);
        m_nest.loops.push_back(std::move(loop));
    }
    void addRegisters(std::string over, std::int64_t extent, std::int64_t elements) {
        add(std::move(over), extent, 1, elements);
        m_nest.loops.back().level = RegisterLevel;
    }
    void addCount(std::int64_t elements) {
        if (m_product.count > 1)
            add(isConvolution(m_task) ? say("images and groups") : say("products"), m_product.count, 1,
                elements, true);
    }

    // As kernels::gemm() goes through it.
    void addProduct(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t unit) {
        const kernels::GemmTiles& tiles = kernels::tilesOf(m_by.gemm);
        const int useful = m_by.threads > 0 ? std::min(m_threads, static_cast<int>(m_by.threads)) : m_threads;
        kernels::GemmBlocking block = kernels::gemmBlocking(m, n, k, unit, useful, m_product.count, m_by.gemm);
        block = {std::min(block.k, k), std::min(block.n, n), std::min(block.m, m)};
        const std::int64_t rows = std::min<std::int64_t>(tiles.rows, block.m),
                           columns = std::min<std::int64_t>(tiles.columns, block.n);
        addCount(m * k + k * n + m * n);
        add(say("columns of the result"), n, block.n, m * k + k * block.n + m * block.n, true);
        add(say("rows of the result"), m, block.m, block.m * k + k * block.n + block.m * block.n, true);
        add(say("depth"), k, block.k, block.m * block.k + block.k * block.n + block.m * block.n);
        add(say("rows of the block"), block.m, rows, rows * block.k + block.k * block.n + rows * block.n);
        add(say("columns of the block"), block.n, columns, rows * block.k + block.k * columns + rows * columns);
        addRegisters(say("depth of the block"), block.k, rows * columns);
    }

    // Sums are written as codes.
    void addIntegerProduct() {
        const std::int64_t m = m_product.m, n = m_product.n, k = m_product.k;
        const std::int64_t rows = std::min(m_by.gemm.m, m), columns = std::min(m_by.gemm.n, n);
        addCount(m * k + k * n + m * n);
        add(say("rows of the result"), m, rows, rows * k + k * n + rows * n, true);
        add(say("columns of the result"), n, columns, rows > 0 ? rows * k + k * columns + rows * columns : 0,
            true);
        addRegisters(say("depth"), k, 0);
        m_nest.loops.back().bytes = 0;
    }

    void addIntegerConvolution() {
        const std::int64_t filters = m_product.n, pixels = m_product.m, depth = m_product.k;
        addCount(0);
        if (m_by.algorithm == Algorithm::Direct) {
            m_nest.title = say("Convolution by its definition");
            const std::int64_t strip = std::min(m_by.strip, m_windows.high.out);
            add(say("rows of outputs"), m_windows.high.out, strip,
                m_windows.channels * rowsRead(std::max<std::int64_t>(strip, 1)) * m_windows.wide.in +
                    filters * depth + filters * strip * m_windows.wide.out,
                true);
        } else {
            m_nest.title = say("Convolution as a matrix product in blocks");
            const std::int64_t columns = std::min(m_by.gemm.n, pixels);
            add(say("columns of the result"), pixels, columns,
                filters * depth + depth * columns + filters * columns, true);
        }
        add(say("filters and pixels"), filters, 0, 0);
        addRegisters(say("taps and channels"), depth, 0);
        m_nest.loops.back().bytes = 0;
    }

    void addAttention() {
        const auto scores =
            std::ranges::find(m_task.products, std::string_view("scores"), &ops::MatrixProduct::part);
        if (scores == m_task.products.end()) return;
        m_nest.title = say("Attention, some queries at a time");
        const std::int64_t queries = scores->m, keys = scores->n, size = scores->k,
                           strip = std::min(m_by.strip, queries);
        add(say("heads"), scores->count, 1, 2 * (queries + keys) * size, true);
        add(say("queries"), queries, strip, 2 * (strip + keys) * size + strip * keys, true);
        addRegisters(say("keys"), keys, 0);
        m_nest.loops.back().bytes = 0;
    }

    void addDirect() {
        m_nest.title = say("Convolution by its definition");
        const std::int64_t filters = m_product.n, depth = m_product.k, height = m_windows.high.out,
                           strip = std::min(m_by.strip, height);
        addCount(0);
        if (!m_product.windows) { // pixels of a 1 x 1 convolution: nothing is cut
            add(say("pixels"), m_product.m, 0, 0, true);
        } else {
            add(say("rows of outputs"), height, strip,
                m_windows.channels * rowsRead(std::max<std::int64_t>(strip, 1)) * m_windows.wide.in +
                    filters * depth + filters * strip * m_windows.wide.out,
                true);
        }
        add(say("filters and pixels"), filters, 0, 0);
        addRegisters(say("taps and channels"), depth, 0);
        m_nest.loops.back().bytes = 0;
    }

    void addWinograd() {
        m_nest.title = say("Convolution by Winograd's minimal filtering");
        constexpr std::int64_t Elements = kernels::WinogradElements, Outputs = kernels::WinogradOutputs;
        const std::int64_t filters = m_product.n, channels = m_windows.channels,
                           across = kernels::ceilDivide(m_windows.wide.out, Outputs),
                           down = kernels::ceilDivide(m_windows.high.out, Outputs),
                           strip = std::min(m_by.strip, down), tiles = strip * across;
        addCount(0);
        add(say("rows of tiles"), down, strip,
            Elements * (channels * tiles + filters * channels) + filters * tiles * Outputs * Outputs, true);
        add(say("filters"), filters, m_by.channels,
            strip > 0 ? Elements * (channels * tiles + m_by.channels * (channels + tiles)) : 0);
        add(say("elements of a transformed tile"), Elements, 1,
            strip > 0 && m_by.channels > 0 ? channels * tiles + m_by.channels * (channels + tiles) : 0);
        addRegisters(say("channels"), channels, 0);
        m_nest.loops.back().bytes = 0;
    }

    void addDepthwise() {
        m_nest.title = say("Convolution of each channel by itself");
        const std::int64_t strip = std::min(m_by.strip, m_product.count);
        add(say("channels"), m_product.count, strip,
            strip * (m_windows.high.in * m_windows.wide.in + m_product.m + taps()), true);
        add(say("rows of outputs"), m_windows.high.out, 1,
            rowsRead(1) * m_windows.wide.in + taps() + m_windows.wide.out);
        addRegisters(say("taps"), taps(), 0);
        m_nest.loops.back().bytes = 0;
    }

    const Task& m_task;
    const ops::MatrixProduct& m_product;
    const kernels::KernelParameters& m_by;
    int m_threads;
    const measure::ThreadRoof* m_roof;
    ops::MatrixProduct::Windows m_windows; // of one element where there are none
    KernelNest m_nest;
};

} // namespace

std::string KernelLoop::text() const {
    if (!how.empty()) return say("{1}: {2}, {3}", over, Grouped{turns()}, how);
    if (step <= 0) return say("{1}: {2}, by the kernel's own rule", over, Grouped{extent});
    if (step == 1) return say("{1}: {2}", over, Grouped{extent});
    return sayCount(turns(), "{2}: {3} by {4}, {1} turn", "{2}: {3} by {4}, {1} turns", over, Grouped{extent},
                    Grouped{step});
}

KernelNest kernelNest(const Task& task, const kernels::KernelParameters& parameters, int threads,
                      const measure::ThreadRoof* roof) {
    if (task.products.empty()) return {};
    return Nest(task, parameters, threads, roof).build();
}

KernelNest kernelNest(const loopnest::Nest& nest, int threads, const measure::ThreadRoof* roof) {
    KernelNest made{say("Generated loop nest"), {}};
    for (const loopnest::Loop& each : loopnest::loopsOf(nest)) {
        KernelLoop loop{.depth = made.loops.size(),
                        .over = nest.computation->axes[each.axis].name,
                        .extent = each.extent,
                        .step = each.step,
                        .isParallel = each.kind == loopnest::LoopKind::Parallel,
                        .bytes = each.bytes};
        const bool isVector = each.kind == loopnest::LoopKind::Vector;
        if (isVector) loop.extent = nest.lanes;
        if (isVector || each.kind == loopnest::LoopKind::Unrolled) {
            loop.how = isVector ? say("in a vector") : say("unrolled");
            loop.level = RegisterLevel;
        } else {
            loop.level = levelOf(loop.bytes, threads, roof);
        }
        made.loops.push_back(std::move(loop));
    }
    return made;
}

Result<KernelNest> kernelNest(const Task& task, const TriedChoice& choice, int threads,
                              const measure::ThreadRoof* roof) {
    if (choice.space == KernelSpace::Parameters) {
        ASSIGN_OR_RETURN(const kernels::KernelParameters parameters, parametersOf(choice.knobs, task.key));
        return kernelNest(task, parameters, threads, roof);
    }
    ASSIGN_OR_RETURN(const GeneratedWinner winner, winnerOf(choice.knobs, task.key));
    ASSIGN_OR_RETURN(loopnest::Computation given, loopnest::computationOf(*task.graph));
    const auto computation = std::make_shared<const loopnest::Computation>(simplified(std::move(given)));
    ASSIGN_OR_RETURN(
        const loopnest::Schedule schedule,
        loopnest::scheduleNamed(computation, loopnest::targetHere(), winner.sketch, winner.choices));
    const auto nest = loopnest::Nest::of(schedule);
    if (!nest) return badInput(say("a schedule does not fit the machine: {1}", schedule.text()));
    return kernelNest(*nest, threads, roof);
}

measure::ThreadRoof cachesHere(int threads) {
    measure::ThreadRoof roof{.threads = threads, .levels = {}};
    const std::vector<measure::Cache> caches = measure::thisMachine().caches;
    if (caches.empty()) return roof;
    for (const agent::WorkingSet& each :
         agent::workingSets(caches, threads, std::numeric_limits<std::int64_t>::max()))
        roof.levels.push_back({.level = each.level, .capacity = each.capacity});
    return roof;
}

} // namespace edgewright::tuner

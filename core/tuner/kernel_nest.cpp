// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/kernel_nest.h"

#include "core/base/say.h"
#include "core/kernels/gemm.h"
#include "core/kernels/winograd.h"

#include <algorithm>

namespace edgewright::tuner {

namespace {

using Algorithm = kernels::ConvolutionAlgorithm;

constexpr std::int64_t FloatBytes = 4;

class Nest {
public:
    Nest(const Task& task, const kernels::KernelParameters& parameters, int threads,
         const measure::ThreadRoof* roof)
        : m_task(task), m_product(*task.product), m_by(parameters), m_threads(threads), m_roof(roof) {
        if (m_product.windows) m_windows = *m_product.windows;
    }

    KernelNest build() {
        if (m_task.kind != "Conv") {
            m_nest.title = say("Matrix product in blocks");
            addProduct(m_product.m, m_product.n, m_product.k, 1);
        } else if (m_task.space.axes.size() == 1 && m_task.space.axes.front().key == "strip") {
            addDepthwise();
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

    void add(std::string over, std::int64_t extent, std::int64_t step, std::int64_t floats,
             bool isParallel = false) {
        KernelLoop loop{.depth = m_nest.loops.size(),
                        .over = std::move(over),
                        .extent = extent,
                        .step = std::min(step, extent),
                        .isParallel = isParallel,
                        .bytes = step > 0 ? floats * FloatBytes : 0};
        if (m_roof && loop.bytes > 0)
            if (const auto* const level = m_roof->levelHolding(loop.bytes * m_threads))
                loop.level = level->level;
        m_nest.loops.push_back(std::move(loop));
    }
    void addRegisters(std::string over, std::int64_t extent, std::int64_t floats) {
        add(std::move(over), extent, 1, floats);
        m_nest.loops.back().level = RegisterLevel;
    }
    void addCount(std::int64_t floats) {
        if (m_product.count > 1)
            add(m_task.kind == "Conv" ? say("images and groups") : say("products"), m_product.count, 1, floats,
                true);
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
    if (step <= 0) return say("{1}: {2}, by the kernel's own rule", over, Grouped{extent});
    if (step == 1) return say("{1}: {2}", over, Grouped{extent});
    return sayCount(turns(), "{2}: {3} by {4}, {1} turn", "{2}: {3} by {4}, {1} turns", over, Grouped{extent},
                    Grouped{step});
}

KernelNest kernelNest(const Task& task, const kernels::KernelParameters& parameters, int threads,
                      const measure::ThreadRoof* roof) {
    if (!task.product) return {};
    return Nest(task, parameters, threads, roof).build();
}

} // namespace edgewright::tuner

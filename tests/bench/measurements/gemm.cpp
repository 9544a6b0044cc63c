// SPDX-License-Identifier: GPL-3.0-or-later
// Square matrix products from plain matrices: packing counts.
#include "core/kernels/gemm.h"

#include "core/ir/tensor.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

namespace edgewright::bench {

namespace {

constexpr std::int64_t Sizes[] = {256, 512, 1024};

// Aligned as the executor's tensors are.
ir::Tensor floats(std::int64_t count) {
    ir::Tensor tensor = ir::Tensor::allocate(ir::DataType::Float32, {count}).value();
    const auto elements = tensor.as<float>();
    for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = static_cast<float>(i % 61) / 61.0f - 0.5f;
    return tensor;
}

class Product {
public:
    explicit Product(std::int64_t size) : m_size(size) {
        for (ir::Tensor* each : {&m_a, &m_b, &m_c})
            *each = floats(size * size);
        m_gemm.a = {m_a.as<float>().data(), size, false, nullptr};
        m_gemm.b = {m_b.as<float>().data(), size, false, nullptr};
        m_gemm.c = m_c.as<float>().data();
        m_gemm.cStride = m_gemm.m = m_gemm.n = m_gemm.k = size;
        m_scratch = floats(kernels::gemmScratch(m_gemm, 1));
    }
    Sample run() {
        return timed([&] { kernels::gemm(m_gemm, 1, m_scratch.as<float>().data()); });
    }
    double operations() const { return 2.0 * static_cast<double>(m_size * m_size * m_size); }

private:
    std::int64_t m_size;
    ir::Tensor m_a, m_b, m_c, m_scratch;
    kernels::Gemm m_gemm;
};

void run(Session& session) {
    const kernels::Isa before = kernels::isaInUse();
    Roofs& roofs = session.roofs;
    Table table({"GFLOPS (% of peak)", "256", "512", "1024", "peak"});
    double middle = 0; // share of the peak at 512, with the instruction set measured last: the best
    for (const kernels::Isa isa : kernels::available()) {
        kernels::useIsa(isa);
        roofs.roof(isa, Arithmetic::MultiplyAdd);
        std::vector<Product> products;
        for (const std::int64_t size : Sizes)
            products.emplace_back(size);
        std::vector<Fastest> times(products.size());
        const Stopwatch watch;
        for (int done = 0; !session.patience.enough(watch.elapsed().wall, done); ++done)
            for (std::size_t i = 0; i < products.size(); ++i) {
                roofs.refresh(isa, Arithmetic::MultiplyAdd);
                // In a row: the other sizes leave nothing of this one in the caches.
                for (int again = 0; again < 4; ++again)
                    times[i].add(products[i].run());
            }
        for (std::size_t i = 0; i < products.size(); ++i)
            roofs.seen(isa, Arithmetic::MultiplyAdd, products[i].operations() / times[i].best().cpu / 1e9);

        const double roof = roofs.roof(isa, Arithmetic::MultiplyAdd);
        std::vector<std::string> cells{std::string(kernels::nameOf(isa))};
        Json row{{"peak", roof}};
        for (std::size_t i = 0; i < products.size(); ++i) {
            const double rate = products[i].operations() / times[i].best().cpu / 1e9;
            cells.push_back(cli::fixed(rate, 1) + " (" + cli::fixed(100 * rate / roof, 0) + ")" +
                            (times[i].best().disturbed() ? "*" : ""));
            row[std::to_string(Sizes[i])] = {
                {"gflops", rate}, {"share_of_peak", rate / roof}, {"time", timeJson(times[i])}};
            if (Sizes[i] == 512) middle = rate / roof;
        }
        cells.push_back(cli::fixed(roof, 0));
        table.add(std::move(cells));
        session.report.figures()[std::string(kernels::nameOf(isa))] = std::move(row);
    }
    kernels::useIsa(before);
    session.report.print(table);
    session.report.asked("GEMM 512 at 70 % of the peak or more, with the best instruction set", middle >= 0.7,
                         cli::fixed(100 * middle, 1) + " %");
}

} // namespace

extern const Measurement gemm;
const Measurement gemm{"gemm", "square products in FP32, by instruction set", false, run};

} // namespace edgewright::bench

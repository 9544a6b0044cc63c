// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/onednn/convolution.h"

#include <omp.h>

#include <algorithm>
#include <limits>

namespace edgewright::onednn {

namespace {

using dnnl::memory;
using Layout = memory::desc;
using Tag = memory::format_tag;

constexpr auto Float = memory::data_type::f32;
constexpr std::int64_t Pixels = 512; // of a task that transposes: with 16 channels half of a first-level cache

const dnnl::engine& engine() {
    static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return cpu;
}

// The threads of OpenMP that oneDNN sees from here on; afterwards as before.
class Threads {
public:
    explicit Threads(int count) : m_before(omp_get_max_threads()) { omp_set_num_threads(count); }
    ~Threads() { omp_set_num_threads(m_before); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

private:
    int m_before;
};

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
std::int64_t aligned(std::int64_t bytes) { return ceilDivide(bytes, 64) * 64; }

// Two spatial axes wherever the first of the three is idle.
struct Extents {
    memory::dims source, weights, destination, strides, dilations, padBegin, padEnd;
    bool flat;

    explicit Extents(const kernels::BackendConvolution& shape) {
        const kernels::BackendAxis& first = shape.axes[0];
        flat = first.in == 1 && first.out == 1 && first.kernel == 1 && first.padBegin == 0;
        source = {1, shape.inChannels};
        destination = {1, shape.outChannels};
        if (shape.groups > 1) weights.push_back(shape.groups);
        weights.push_back(shape.outChannels / shape.groups);
        weights.push_back(shape.inChannels / shape.groups);
        for (int i = flat ? 1 : 0; i < 3; ++i) {
            const kernels::BackendAxis& axis = shape.axes[i];
            source.push_back(axis.in);
            destination.push_back(axis.out);
            weights.push_back(axis.kernel);
            strides.push_back(axis.stride);
            dilations.push_back(axis.dilation - 1);
            padBegin.push_back(axis.padBegin);
            const std::int64_t needed =
                (axis.out - 1) * axis.stride + axis.dilation * (axis.kernel - 1) + 1 - axis.in - axis.padBegin;
            padEnd.push_back(std::max<std::int64_t>(0, needed));
        }
    }
};

std::int64_t macsOfImage(const kernels::BackendConvolution& shape) {
    std::int64_t macs = shape.inChannels / shape.groups;
    for (const kernels::BackendAxis& axis : shape.axes)
        macs *= axis.kernel;
    for (const kernels::BackendAxis& axis : shape.axes)
        macs *= axis.out;
    return macs * shape.outChannels;
}

// oneDNN counts in 32 bits inside; windows that are mostly padding are rare and not what it is tested with; and
// nothing can stop it while it is at one image.
bool isOrdinary(const kernels::BackendConvolution& shape) {
    constexpr std::int64_t Largest = std::int64_t(1) << 28; // elements of a tensor
    constexpr std::int64_t MaxMacs = std::int64_t(1) << 35;
    std::int64_t in = shape.inChannels, out = shape.outChannels;
    std::int64_t weights = shape.inChannels / shape.groups;
    const auto grow = [](std::int64_t& product, std::int64_t by) {
        product = by > Largest || product > Largest ? Largest + 1 : product * by;
    };
    grow(weights, shape.outChannels);
    for (const kernels::BackendAxis& axis : shape.axes) {
        grow(in, axis.in);
        grow(out, axis.out);
        grow(weights, axis.kernel);
        if (axis.kernel > 4096 || axis.stride > 4096 || axis.dilation > 4096) return false;
        const std::int64_t reach = axis.dilation * (axis.kernel - 1) + 1;
        const std::int64_t padEnd = (axis.out - 1) * axis.stride + reach - axis.in - axis.padBegin;
        if (axis.padBegin >= std::max<std::int64_t>(reach, 2) || padEnd >= std::max<std::int64_t>(reach, 2))
            return false;
    }
    // Both factors fit 28 bits, so the MACs of an image fit 63.
    return std::max({in, out, weights}) <= Largest && macsOfImage(shape) <= MaxMacs;
}

// Waking a thread costs as much as about a million MACs.
int usefulThreads(const kernels::BackendConvolution& shape) {
    constexpr std::int64_t Worthwhile = 1 << 21;
    return static_cast<int>(std::min<std::int64_t>(shape.threads, 1 + macsOfImage(shape) / Worthwhile));
}

dnnl::convolution_forward::primitive_desc describe(const Extents& e, const Layout& source,
                                                   const Layout& weights, const Layout& bias,
                                                   const Layout& destination) {
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    attributes.set_fpmath_mode(dnnl::fpmath_mode::strict);
    constexpr auto Kind = dnnl::prop_kind::forward_inference;
    constexpr auto Direct = dnnl::algorithm::convolution_direct;
#if DNNL_VERSION_MAJOR >= 3
    return {engine(),    Kind,      Direct,      source,     weights,  bias,
            destination, e.strides, e.dilations, e.padBegin, e.padEnd, attributes};
#else
    return {{Kind, Direct, source, weights, bias, destination, e.strides, e.dilations, e.padBegin, e.padEnd},
            attributes,
            engine()};
#endif
}

template <typename Body>
void split(const kernels::BackendCall& call, std::int64_t threads, std::int64_t floats, std::int64_t tasks,
           const Body& body) {
    constexpr std::int64_t Worthwhile = 1 << 16; // floats for a thread
    const std::int64_t useful = std::min({threads, tasks, 1 + floats / Worthwhile});
    if (useful <= 1) {
        for (std::int64_t task = 0; task < tasks; ++task)
            body(task);
        return;
    }
    call.host->parallel(
        static_cast<int>(useful), tasks,
        [](const void* self, std::int64_t task, int) { (*static_cast<const Body*>(self))(task); }, &body);
}

} // namespace

std::unique_ptr<Convolution> Convolution::make(const kernels::BackendConvolution& shape, Way way) {
    if (way == Way::None || !isOrdinary(shape)) return nullptr;
    std::unique_ptr<Convolution> made(new Convolution(shape, way));
    return made->prepare() ? std::move(made) : nullptr;
}

Convolution::Convolution(const kernels::BackendConvolution& shape, Way way)
    : m_shape(shape), m_way(way), m_inPlane(1), m_outPlane(1), m_stream(engine()) {
    m_shape.threads = usefulThreads(shape);
    for (const kernels::BackendAxis& axis : shape.axes) {
        m_inPlane *= axis.in;
        m_outPlane *= axis.out;
    }
}

dnnl::memory Convolution::argument(int index, const Layout& layout) {
    const memory made(layout, engine(), DNNL_MEMORY_NONE);
    m_arguments[index] = made;
    return made;
}

bool Convolution::prepare() {
    const Threads threads(m_shape.threads);
    const Extents e(m_shape);
    const Tag planes = e.flat ? Tag::nchw : Tag::ncdhw;
    const Tag rows = e.flat ? Tag::nhwc : Tag::ndhwc;
    const Layout source(e.source, Float, m_way == Way::Rows ? rows : planes);
    const Layout destination(e.destination, Float,
                             m_way == Way::Rows     ? rows
                             : m_way == Way::Planes ? planes
                                                    : Tag::any);
    const bool biasInside = m_shape.bias && m_way != Way::Planes; // there it would be one more pass
    const Layout bias = biasInside ? Layout({m_shape.outChannels}, Float, Tag::a) : Layout();
    const auto chosen = describe(e, source, Layout(e.weights, Float, Tag::any), bias, destination);

    const std::string implementation = chosen.impl_info_str();
    const auto names = [&](const char* part) { return implementation.find(part) != std::string::npos; };
    if (names("ref") || (m_way != Way::Planes && names("gemm:"))) return false;
    if (m_way == Way::Blocks) {
        const Tag by16 = e.flat ? Tag::nChw16c : Tag::nCdhw16c;
        const Tag by8 = e.flat ? Tag::nChw8c : Tag::nCdhw8c;
        m_block = chosen.dst_desc() == Layout(e.destination, Float, by16)  ? 16
                  : chosen.dst_desc() == Layout(e.destination, Float, by8) ? 8
                                                                           : 0;
        if (m_block == 0) return false;
    }

    memory weights(chosen.weights_desc(), engine());
    const bool groups = m_shape.groups > 1;
    memory given(
        {e.weights, Float, e.flat ? (groups ? Tag::goihw : Tag::oihw) : (groups ? Tag::goidhw : Tag::oidhw)},
        engine(), const_cast<float*>(m_shape.weights));
    dnnl::reorder(given, weights).execute(m_stream, given, weights);
    m_stream.wait();
    m_shape.weights = nullptr;
    m_arguments[DNNL_ARG_WEIGHTS] = weights;
    argument(DNNL_ARG_SRC, chosen.src_desc());
    argument(DNNL_ARG_DST, chosen.dst_desc());
    argument(DNNL_ARG_SCRATCHPAD, chosen.scratchpad_desc());
    if (biasInside) argument(DNNL_ARG_BIAS, chosen.bias_desc());
    m_primitive = dnnl::convolution_forward(chosen);

    if (m_way == Way::Rows) m_rowsBytes = aligned(static_cast<std::int64_t>(chosen.src_desc().get_size()));
    if (m_way != Way::Planes) m_madeBytes = aligned(static_cast<std::int64_t>(chosen.dst_desc().get_size()));
    m_ownBytes = aligned(static_cast<std::int64_t>(chosen.scratchpad_desc().get_size()));
    m_description = implementation + (m_way == Way::Rows     ? ", channels side by side"
                                      : m_way == Way::Blocks ? ", channels in blocks"
                                                             : ", planes");
    return true;
}

std::int64_t Convolution::scratchBytes() const { return m_rowsBytes + m_madeBytes + m_ownBytes; }

// Planes become rows of channels.
void Convolution::gather(const kernels::BackendCall& call, const float* image, float* rows) const {
    const std::int64_t channels = m_shape.inChannels;
    split(call, m_shape.threads, channels * m_inPlane, ceilDivide(m_inPlane, Pixels), [&](std::int64_t task) {
        const std::int64_t first = task * Pixels;
        call.host->transpose(image + first, m_inPlane, rows + first * channels, channels, channels,
                             std::min(Pixels, m_inPlane - first));
    });
}

// What the primitive has made becomes planes, and what is left to do is done to each stretch of them. A task is
// some channels of some pixels.
void Convolution::finish(const kernels::BackendCall& call, std::int64_t image, const float* made) const {
    const std::int64_t channels = m_shape.outChannels;
    float* const out = call.output + image * channels * m_outPlane;
    const bool copies = m_way != Way::Planes;
    const bool shifts = !copies && call.bias;
    const bool clips = call.low > -std::numeric_limits<float>::infinity() ||
                       call.high < std::numeric_limits<float>::infinity();
    if (!copies && !shifts && !clips && !call.finish) return;
    const std::int64_t width = copies ? 16 : 1;
    const std::int64_t stretch = copies ? Pixels : 8 * Pixels;
    const std::int64_t stretches = ceilDivide(m_outPlane, stretch);
    const std::int64_t tasks = ceilDivide(channels, width) * stretches;
    split(call, m_shape.threads, channels * m_outPlane, tasks, [&](std::int64_t task) {
        const std::int64_t channel = task / stretches * width;
        const std::int64_t first = task % stretches * stretch;
        const std::int64_t count = std::min(stretch, m_outPlane - first);
        const std::int64_t some = std::min(width, channels - channel);
        float* const to = out + channel * m_outPlane + first;
        if (m_way == Way::Rows)
            call.host->transpose(made + first * channels + channel, channels, to, m_outPlane, count, some);
        else if (m_way == Way::Blocks)
            for (std::int64_t i = 0; i < some; i += m_block)
                call.host->transpose(made + (channel + i) * m_outPlane + first * m_block, m_block,
                                     to + i * m_outPlane, m_outPlane, count, std::min(m_block, some - i));
        for (std::int64_t i = 0; i < some; ++i) {
            float* const line = to + i * m_outPlane;
            if (shifts) call.host->shift(line, call.bias[channel + i], line, count);
            if (clips) call.host->clip(line, line, count, call.low, call.high);
            if (call.finish) call.finish(call.self, line, line - call.output, count);
        }
    });
}

void Convolution::run(const kernels::BackendCall& call) {
    const Threads threads(m_shape.threads);
    auto* const scratch = static_cast<std::byte*>(call.scratch);
    auto* const rows = reinterpret_cast<float*>(scratch);
    auto* const blocks = reinterpret_cast<float*>(scratch + m_rowsBytes);
    m_arguments[DNNL_ARG_SCRATCHPAD].set_data_handle(scratch + m_rowsBytes + m_madeBytes);
    if (const auto bias = m_arguments.find(DNNL_ARG_BIAS); bias != m_arguments.end())
        bias->second.set_data_handle(const_cast<float*>(call.bias));
    memory& source = m_arguments[DNNL_ARG_SRC];
    memory& destination = m_arguments[DNNL_ARG_DST];
    for (std::int64_t image = 0; image < m_shape.batch; ++image) {
        const float* const in = call.input + image * m_shape.inChannels * m_inPlane;
        float* const made =
            m_way == Way::Planes ? call.output + image * m_shape.outChannels * m_outPlane : blocks;
        if (call.stopped && call.stopped(call.context)) return;
        if (m_way == Way::Rows) gather(call, in, rows);
        source.set_data_handle(m_way == Way::Rows ? rows : const_cast<float*>(in));
        destination.set_data_handle(made);
        m_primitive.execute(m_stream, m_arguments);
        m_stream.wait();
        finish(call, image, made);
    }
}

} // namespace edgewright::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/messages.h"

#include "core/bundle/byte_stream.h"
#include "core/kernels/parameter_fields.h"
#include "core/measure/effort_fields.h"

#include <algorithm>
#include <cmath>

namespace edgewright::protocol {

namespace {

using bundle::ByteReader;
using bundle::ByteWriter;

constexpr double MaxSeconds = 1e9, MinRoofSeconds = 1e-3;

// Each message once: the same description writes and reads it.
class Writing {
public:
    template <typename T>
    requires std::is_arithmetic_v<T>
    void number(T& value, const char*, double, double) { m_to.put(value); }
    template <typename T>
    void count(T& value, const char*, T) {
        m_to.put(value);
    }
    template <typename T>
    void oneOf(T& value, const char*, T) {
        m_to.put(value);
    }
    template <typename... T>
    void plain(const char*, T&... values) {
        (m_to.put(values), ...);
    }
    template <typename S>
    void admitted(const S&, std::span<const Field<S>>) {}
    void expect(bool, const char*) {}
    void flag(bool& value, const char*) { m_to.put(std::uint8_t(value)); }
    void text(std::string& value, const char*) { m_to.put(std::string_view(value)); }
    void digest(bundle::Digest& value) {
        for (const std::byte each : value)
            m_to.put(std::to_integer<std::uint8_t>(each));
    }
    template <typename T>
    void optional(std::optional<T>& value, const char*, double = 0, double = 0) {
        m_to.put(std::uint8_t(value.has_value()));
        if (value) m_to.put(*value);
    }
    template <typename T, typename One>
    void list(std::vector<T>& values, const char*, std::size_t, const One& one) {
        m_to.putCount(values.size());
        for (T& each : values)
            one(each);
    }
    Content content() { return m_to.take(); }

private:
    ByteWriter m_to;
};

class Reading {
public:
    explicit Reading(std::span<const std::byte> content) : m_from(content) {}

    template <typename T>
    requires std::is_arithmetic_v<T>
    void number(T& value, const char* what, double lowest, double highest) {
        const T read = m_from.get<T>(what);
        const auto real = static_cast<double>(read);
        if (!(real >= lowest && real <= highest))
            m_from.fail(std::string(what) + " is " + std::to_string(read));
        value = m_from.failed() ? T() : read;
    }
    template <typename T>
    void count(T& value, const char* what, T lowest) {
        const T read = m_from.get<T>(what);
        if (read < lowest) m_from.fail(std::string(what) + " is " + std::to_string(read));
        value = m_from.failed() ? lowest : read;
    }
    template <typename T>
    void oneOf(T& value, const char* what, T last) {
        value = m_from.getEnum(what, last);
    }
    // Numbers of a struct whose limits follow by admitted().
    template <typename... T>
    void plain(const char* what, T&... values) {
        ((values = m_from.get<T>(what)), ...);
    }
    template <typename S>
    void admitted(const S& of, std::span<const Field<S>> fields) {
        for (const Field<S>& field : fields) {
            const FieldValue value = field.get(of);
            if (const auto* count = std::get_if<std::int64_t>(&value))
                admitted(field, *count);
            else if (const auto* number = std::get_if<double>(&value))
                admitted(field, *number);
        }
    }
    void expect(bool holds, const char* what) {
        if (!holds) m_from.fail(std::string("expected ") + what);
    }
    void flag(bool& value, const char* what) { value = m_from.getFlag(what); }
    void text(std::string& value, const char* what) { value = m_from.getText(what); }
    void digest(bundle::Digest& value) {
        for (std::byte& each : value)
            each = std::byte{m_from.get<std::uint8_t>("a digest")};
    }
    template <typename T>
    void optional(std::optional<T>& value, const char* what, double lowest = -1e6, double highest = 1e9) {
        value.reset();
        if (!m_from.getFlag(what)) return;
        T read = 0;
        number(read, what, lowest, highest);
        value = read;
    }
    template <typename T, typename One>
    void list(std::vector<T>& values, const char* what, std::size_t least, const One& one) {
        values.clear();
        for (std::size_t left = m_from.getCount(what, least); left > 0 && !m_from.failed(); --left)
            one(values.emplace_back());
    }
    bool failed() const { return m_from.failed(); }
    Result<void> end() {
        if (!m_from.failed() && !m_from.atEnd()) m_from.fail("there is more");
        if (m_from.failed()) return badInput(m_from.error());
        return {};
    }

private:
    template <typename T>
    void admitted(const FieldInfo& field, T number) {
        if (!field.admits(static_cast<double>(number)))
            m_from.fail(std::string(field.title) + ": " + std::to_string(number));
    }

    ByteReader m_from;
};

template <class Way>
void walk(Way& way, Hello& message) {
    way.count(message.version, "the protocol", 0u);
}

template <class Way>
void walk(Way& way, measure::Machine& machine) {
    way.text(machine.name, "a machine's name");
    way.text(machine.processor, "its processor");
    way.text(machine.architecture, "its architecture");
    way.text(machine.kernel, "its kernel");
    way.text(machine.governor, "its governor");
    way.number(machine.threads, "its threads", 1, measure::MaxThreads);
    way.number(machine.cores, "its cores", 0, measure::MaxThreads);
    way.count(machine.memoryBytes, "its memory", std::int64_t(0));
    way.list(machine.caches, "its caches", 16, [&](measure::Cache& cache) {
        way.number(cache.level, "the level of a cache", 1, 8);
        way.count(cache.bytes, "the size of a cache", std::int64_t(1));
        way.number(cache.sharedBy, "who shares a cache", 1, measure::MaxThreads);
    });
}

template <class Way>
void walk(Way& way, measure::Conditions& conditions) {
    way.optional(conditions.megahertz, "the clock");
    way.optional(conditions.celsius, "the temperature");
    way.optional(conditions.loadAverage, "the load");
    way.optional(conditions.throttled, "what holds the clock down");
    way.optional(conditions.throttlings, "how often the clock was held down");
    way.optional(conditions.roundTrip, "the round trip of a cache line");
}

template <class Way>
void walkVersion(Way& way, Welcome& message) {
    way.count(message.version, "the protocol", 0u);
    way.text(message.build, "the agent's version");
}

template <class Way>
void walk(Way& way, Welcome& message) {
    walkVersion(way, message);
    way.text(message.isa, "the kernels");
    walk(way, message.machine);
    walk(way, message.conditions);
    way.list(message.features, "the processor's features", 4,
             [&](std::string& each) { way.text(each, "a feature"); });
    way.count(message.freeDiskBytes, "the free disk", std::int64_t(0));
    way.count(message.bundleBytes, "the kept bundles", std::int64_t(0));
}

template <class Way>
void walk(Way& way, BundleName& message) {
    way.digest(message.digest);
    way.count(message.bytes, "the size of a bundle", std::uint64_t(0));
}

template <class Way>
void walk(Way& way, Found& message) {
    way.flag(message.isThere, "whether a bundle is there");
}

template <class Way>
void walk(Way& way, measure::Timing& timing) {
    way.number(timing.wall, "a time", 0, MaxSeconds);
    way.number(timing.cpu, "a time of processors", 0, MaxSeconds);
}

template <class Way>
void walk(Way& way, measure::Effort& effort) {
    way.plain("the effort", effort.warmups, effort.uncertainty, effort.minBlocks, effort.minSeconds,
              effort.maxBlocks, effort.seconds, effort.seed);
    way.admitted(effort, measure::effortFields());
}

template <class Way>
void walk(Way& way, kernels::KernelParameters& of) {
    way.oneOf(of.algorithm, "a tuned algorithm", kernels::ConvolutionAlgorithm::Winograd);
    way.plain("parameters of a kernel", of.gemm.tile, of.gemm.k, of.gemm.n, of.gemm.m, of.strip, of.channels,
              of.threads);
    way.admitted(of, kernels::parameterFields());
}

template <class Way>
void walk(Way& way, VariantOrder& order) {
    way.text(order.name, "a variant's name");
    way.count(order.program, "its program", 0u);
    way.plain("its threads", order.choice.threads);
    way.text(order.choice.backend, "its library");
    way.oneOf(order.choice.algorithm, "its algorithm", kernels::ConvolutionAlgorithm::Winograd);
    way.flag(order.choice.flushDenormals, "whether denormals count");
    way.admitted(order.choice, kernels::choiceFields());
    walk(way, order.choice.parameters);
    way.list(order.choice.tuned, "tuned kernels", 61, [&](kernels::TunedKernel& each) {
        way.text(each.key, "a tuned kernel");
        walk(way, each.parameters);
    });
    way.expect(std::ranges::is_sorted(order.choice.tuned, {}, &kernels::TunedKernel::key),
               "tuned kernels in order");
    way.list(order.choice.generated, "generated kernels", 12, [&](kernels::GeneratedChoice& each) {
        way.text(each.key, "a generated kernel");
        way.text(each.object, "its object");
        way.text(each.schedule, "its schedule");
    });
    way.expect(std::ranges::is_sorted(order.choice.generated, {}, &kernels::GeneratedChoice::key),
               "generated kernels in order");
}

template <class Way>
void walk(Way& way, RunOrder& order) {
    way.digest(order.digest);
    way.list(order.variants, "variants", 18, [&](VariantOrder& each) { walk(way, each); });
    walk(way, order.effort);
    way.number(order.profiledRuns, "profiled runs", 0, 1000);
    way.count(order.memoryLimitBytes, "the memory limit", std::int64_t(0));
    way.list(order.processors, "processors", 4,
             [&](int& each) { way.number(each, "a processor", 0, measure::MaxThreads); });
    way.flag(order.compares, "whether outputs are compared");
}

template <class Way>
void walk(Way& way, RoofOrder& order) {
    way.list(order.threads, "numbers of threads", 4,
             [&](int& each) { way.number(each, "a number of threads", 1, measure::MaxThreads); });
    way.number(order.seconds, "the time for a roof", MinRoofSeconds, MaxSeconds);
    way.count(order.memoryBytes, "the memory for a roof", std::int64_t(0));
}

template <class Way>
void walk(Way& way, StageOrder& order) {
    way.digest(order.digest);
    walk(way, order.variant);
    way.list(order.processors, "processors", 4,
             [&](int& each) { way.number(each, "a processor", 0, measure::MaxThreads); });
    way.number(order.credits, "the frames that may wait", 1, MaxCredits);
    way.oneOf(order.format, "the format on the link", LinkFormat::Codes);
    way.count(order.memoryLimitBytes, "the memory limit", std::int64_t(0));
    way.flag(order.isFed, "whether a hop brings its frames");
    way.flag(order.passesOn, "whether a hop takes its answers");
    way.number(order.carried, "the tensors that are carried", 0, MaxCarried);
    way.list(order.sent, "the tensors of an answer", 4,
             [&](std::uint32_t& each) { way.count(each, "a tensor of an answer", 0u); });
}

template <class Way>
void walk(Way& way, HopPlace& place) {
    way.text(place.address, "the address of a hop");
    way.count(place.port, "the port of a hop", std::uint16_t(0));
}

template <class Way>
void walk(Way& way, HopOrder& order) {
    walk(way, order.place);
    way.digest(order.key);
}

template <class Way>
void walk(Way& way, HopLost& lost) {
    way.flag(lost.isFed, "whether a hop brought frames");
    way.text(lost.reason, "why a hop is lost");
}

template <class Way>
void walk(Way& way, measure::ThreadRoof& on) {
    way.number(on.threads, "a number of threads", 1, measure::MaxThreads);
    way.number(on.float32, "a peak", 0, measure::MaxRate);
    way.number(on.int8, "a peak of codes", 0, measure::MaxRate);
    way.list(on.levels, "levels of memory", 44, [&](measure::LevelBandwidth& level) {
        way.text(level.level, "the name of a level");
        way.count(level.capacity, "the size of a level", std::int64_t(0));
        way.count(level.workingSet, "what was gone through", std::int64_t(0));
        for (double* each : {&level.read, &level.copy, &level.triad})
            way.number(*each, "a bandwidth", 0, measure::MaxRate);
    });
}

template <class Way>
void walk(Way& way, measure::KernelTime& kernel) {
    way.text(kernel.algorithm, "a kernel's algorithm");
    way.text(kernel.shape, "its shape");
    way.oneOf(kernel.arithmetic, "its arithmetic", measure::Arithmetic::Int8);
    way.number(kernel.threads, "its threads", 1, measure::MaxThreads);
    way.number(kernel.seconds, "its time", 0, MaxSeconds);
    way.count(kernel.macs, "its multiply-accumulates", std::int64_t(0));
    way.count(kernel.bytes, "its bytes", std::int64_t(0));
}

template <class Way>
void walk(Way& way, measure::Roof& roof) {
    way.text(roof.isa, "the kernels");
    walk(way, roof.machine);
    walk(way, roof.before);
    walk(way, roof.after);
    way.number(roof.seconds, "how long it took", 0, MaxSeconds);
    way.oneOf(roof.levelSource, "who tells the caches", measure::LevelSource::Unknown);
    way.list(roof.threads, "numbers of threads", 24, [&](measure::ThreadRoof& each) { walk(way, each); });
    way.list(roof.kernels, "kernels", 40, [&](measure::KernelTime& each) { walk(way, each); });
    way.list(roof.curve, "sizes", 16, [&](measure::BandwidthPoint& point) {
        way.count(point.bytes, "a size", std::int64_t(1));
        way.number(point.read, "a bandwidth", 0, measure::MaxRate);
    });
    way.expect(roof.isInOrder(), "threads and sizes that rise, and levels from the core outwards");
}

template <class Way>
void walk(Way& way, VariantRun& run) {
    walk(way, run.first);
    way.optional(run.warmups, "its warm-up runs", 0, measure::MaxBlocks);
    way.list(run.blocks, "blocks", 16, [&](measure::Timing& each) { walk(way, each); });
    way.number(run.disturbed, "the disturbed share", 0, 1);
    way.number(run.pace.fastest, "the machine at its fastest", 0, 1);
    way.number(run.pace.slowest, "the machine at its slowest", 1, measure::MaxPace);
    way.number(run.pace.within, "the machine's change of speed", 1, measure::MaxPace);
    way.count(run.pace.measurements, "measurements that are remembered", std::size_t(0));
    way.list(run.profile, "profiled runs", 4, [&](std::vector<Call>& calls) {
        way.list(calls, "calls", 20, [&](Call& call) {
            way.count(call.node, "a node", 0u);
            way.number(call.seconds, "the time of a call", 0, MaxSeconds);
            way.number(call.start, "the start of a call", 0, MaxSeconds);
        });
    });
    way.list(run.profiledSeconds, "times of profiled runs", 8,
             [&](double& each) { way.number(each, "the time of a profiled run", 0, MaxSeconds); });
    way.number(run.inputCopySeconds, "the time of copying inputs", 0, MaxSeconds);
    for (std::int64_t* each :
         {&run.peakBytes, &run.valueBytes, &run.arenaBytes, &run.allocations, &run.operatorCalls})
        way.count(*each, "a count of memory or calls", std::int64_t(0));
    way.list(run.differences, "differences", 26, [&](OutputDifference& each) {
        way.number(each.maxAbs, "a difference", 0, HUGE_VAL);
        way.number(each.relNorm, "a relative difference", 0, HUGE_VAL);
        way.flag(each.sameShape, "whether shapes are the same");
        way.flag(each.identical, "whether outputs are the same");
        way.count(each.nonFinite, "numbers that are not finite", std::int64_t(0));
    });
}

template <class Way>
void walk(Way& way, RunState& state) {
    way.oneOf(state.end, "how it ended", measure::End::Cancelled);
    way.number(state.seconds, "how long it took", 0, MaxSeconds);
    walk(way, state.before);
    walk(way, state.after);
    way.list(state.variants, "variants", 64, [&](VariantRun& each) { walk(way, each); });
}

template <class Way>
void walk(Way& way, Progress& progress) {
    way.text(progress.doing, "what is done");
    way.count(progress.done, "what is done", 0u);
    way.count(progress.total, "what is to be done", 0u);
    walk(way, progress.state);
}

template <class Way>
void walk(Way& way, Failed& failed) {
    way.oneOf(failed.code, "an error's kind", ErrorCode::Internal);
    way.text(failed.message, "an error's message");
}

template <typename Message>
Content written(const Message& message) {
    Writing way;
    Message copy = message; // one description for both ways, which the reading one changes
    walk(way, copy);
    return way.content();
}

template <typename Message>
Result<Message> read(std::span<const std::byte> content) {
    Reading way(content);
    Message message;
    walk(way, message);
    if (auto whole = way.end(); !whole) return std::move(whole).error();
    return message;
}

} // namespace

Content contentOf(const Hello& message) { return written(message); }
Content contentOf(const Welcome& message) { return written(message); }
Content contentOf(const BundleName& message) { return written(message); }
Content contentOf(const Found& message) { return written(message); }
Content contentOf(const RunOrder& message) { return written(message); }
Content contentOf(const RoofOrder& message) { return written(message); }
Content contentOf(const StageOrder& message) { return written(message); }
Content contentOf(const HopPlace& message) { return written(message); }
Content contentOf(const HopOrder& message) { return written(message); }
Content contentOf(const HopLost& message) { return written(message); }
Content contentOf(const RunState& message) { return written(message); }
Content contentOf(const measure::Roof& message) { return written(message); }
Content contentOf(const Progress& message) { return written(message); }
Content contentOf(const Failed& message) { return written(message); }

Result<Hello> helloOf(std::span<const std::byte> content) { return read<Hello>(content); }
Result<Welcome> welcomeOf(std::span<const std::byte> content) {
    Reading way(content);
    Welcome other;
    walkVersion(way, other);
    return way.failed() || other.version == Version ? read<Welcome>(content) : other;
}
Result<BundleName> bundleNameOf(std::span<const std::byte> content) { return read<BundleName>(content); }
Result<Found> foundOf(std::span<const std::byte> content) { return read<Found>(content); }
Result<RunOrder> runOrderOf(std::span<const std::byte> content) { return read<RunOrder>(content); }
Result<RoofOrder> roofOrderOf(std::span<const std::byte> content) { return read<RoofOrder>(content); }
Result<StageOrder> stageOrderOf(std::span<const std::byte> content) { return read<StageOrder>(content); }
Result<HopPlace> hopPlaceOf(std::span<const std::byte> content) { return read<HopPlace>(content); }
Result<HopOrder> hopOrderOf(std::span<const std::byte> content) { return read<HopOrder>(content); }
Result<HopLost> hopLostOf(std::span<const std::byte> content) { return read<HopLost>(content); }
Result<RunState> runStateOf(std::span<const std::byte> content) { return read<RunState>(content); }
Result<measure::Roof> roofOf(std::span<const std::byte> content) { return read<measure::Roof>(content); }
Result<Progress> progressOf(std::span<const std::byte> content) { return read<Progress>(content); }
Result<Failed> failedOf(std::span<const std::byte> content) { return read<Failed>(content); }

} // namespace edgewright::protocol

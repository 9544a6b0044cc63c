// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relay/link_fit.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/seconds_now.h"
#include "core/ir/builder.h"
#include "core/measure/statistics.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <ctime>

namespace edgewright::relay {

namespace {

constexpr std::array<std::int64_t, 4> Sizes{1 << 10, 1 << 14, 1 << 18, 1 << 22}; // bytes
constexpr int MinTrips = 3, MaxTrips = 50, MinAnswers = 6, MaxAnswers = 400;
constexpr double SecondsOfSize = 0.3, MaxSecondsOfMessage = 0.5;
// Of the time of messages in both directions over that in one: from there on they wait for each other.
constexpr double WaitsForEachOther = 1.5;

// Answers each message by itself, or by its extents, which are few bytes.
enum class Answer { Itself, Extents };

// A network that answers what it was sent.
Result<StageProgram> answering(Answer answer, std::int64_t bytes, const std::filesystem::path& folder) {
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{bytes / 4});
    ir::GraphBuilder builder("echo");
    const ValueId input = builder.input("sent", type);
    const ValueId output = builder.node(answer == Answer::Itself ? "Identity" : "Shape", {input});
    builder.graph().value(output).type =
        answer == Answer::Itself ? type : ir::TensorType(ir::DataType::Int64, ir::Dims{1});
    builder.output(output);
    StageProgram program{.file = folder / ((answer == Answer::Itself ? "echo-" : "extents-") +
                                           std::to_string(bytes) + ".bundle"),
                         .written = {},
                         .inputs = {input},
                         .outputs = {output}};
    bundle::Bundle one;
    ASSIGN_OR_RETURN(ir::Tensor zeros, ir::Tensor::allocate(type.dtype, *type.dims()));
    one.inputs.push_back(std::move(zeros));
    one.programs = {{"echo", std::make_shared<const ir::Graph>(builder.take()), {{"", 13}}, nullptr}};
    ASSIGN_OR_RETURN(program.written, bundle::write(one, program.file));
    return program;
}

// Of a processor, by this thread: it sends and receives.
double threadSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Messages of one size to one program.
class Messages {
public:
    static Result<Messages> begin(Channel& channel, Answer answer, std::int64_t bytes,
                                  const std::filesystem::path& folder, const RunContext& run) {
        Messages messages(channel, bytes, run);
        ASSIGN_OR_RETURN(const StageProgram program, answering(answer, bytes, folder));
        RETURN_IF_ERROR(channel.begin(program, {.credits = messages.m_ahead}, run));
        ASSIGN_OR_RETURN(messages.m_numbers, ir::Tensor::allocate(ir::DataType::Float32, {bytes / 4}));
        const std::span<float> numbers = messages.m_numbers.as<float>();
        for (std::size_t i = 0; i < numbers.size(); ++i) // nothing that a link could make smaller
            numbers[i] = static_cast<float>((i * 2654435761u) % 1000003) * 1e-3f;
        return messages;
    }
    Result<void> end() { return m_channel.end(m_run); }

    // One at a time: sets its seconds and those of the host.
    Result<void> oneAtATime(LinkPoint& to) {
        std::vector<double> trips, work;
        const double end = secondsNow() + SecondsOfSize;
        for (int i = 0; i <= MaxTrips && (i <= MinTrips || secondsNow() < end); ++i) {
            const double before = secondsNow(), workBefore = hostSeconds();
            RETURN_IF_ERROR(send());
            ASSIGN_OR_RETURN(const double computing, receive());
            if (i == 0) continue; // makes things ready
            trips.push_back(std::max(secondsNow() - before - computing, 0.0));
            work.push_back(hostSeconds() - workBefore);
        }
        std::ranges::sort(trips);
        std::ranges::sort(work);
        to.seconds = measure::quantile(trips, 0.5) / 2;
        to.hostSeconds = measure::quantile(work, 0.5) / 2;
        return {};
    }

    // Seconds between two answers, while as many as may be are on their way.
    Result<double> behindEachOther() {
        for (std::uint32_t i = 0; i < m_ahead; ++i)
            RETURN_IF_ERROR(send());
        const double end = secondsNow() + SecondsOfSize;
        double first = 0, last = 0;
        int answers = 0;
        for (; answers < MaxAnswers && (answers < MinAnswers || secondsNow() < end); ++answers) {
            RETURN_IF_ERROR(receive());
            last = secondsNow();
            if (answers == 0) first = last;
            RETURN_IF_ERROR(send());
        }
        for (std::uint32_t i = 0; i < m_ahead; ++i)
            RETURN_IF_ERROR(receive());
        return (last - first) / (answers - 1);
    }

private:
    Messages(Channel& channel, std::int64_t bytes, const RunContext& run)
        : m_channel(channel), m_run(run),
          m_ahead(static_cast<std::uint32_t>(
              std::clamp<std::int64_t>(Sizes.back() / bytes, protocol::UsualCredits, protocol::MaxCredits))) {}

    double hostSeconds() const { return threadSeconds() + m_channel.threadSeconds(); }
    Result<void> send() {
        return m_channel.send({.number = m_sent++, .seconds = 0, .tensors = {m_numbers}}, m_run);
    }
    // Seconds that it computed.
    Result<double> receive() {
        ASSIGN_OR_RETURN(const protocol::StageFrame answer, m_channel.receive(m_run));
        if (answer.number != m_received++) return badInput(say("it answers a frame that it was not sent"));
        return answer.seconds;
    }

    Channel& m_channel;
    RunContext m_run;
    std::uint32_t m_ahead; // messages on their way, at most
    ir::Tensor m_numbers;
    std::uint64_t m_sent = 0, m_received = 0;
};

// `busy`: for a message there and its answer, as large.
Result<LinkPoint> measured(Channel& channel, std::int64_t bytes, const std::filesystem::path& folder,
                           const RunContext& run) {
    ASSIGN_OR_RETURN(Messages messages, Messages::begin(channel, Answer::Itself, bytes, folder, run));
    LinkPoint point{.bytes = bytes};
    RETURN_IF_ERROR(messages.oneAtATime(point));
    ASSIGN_OR_RETURN(point.busy, messages.behindEachOther());
    RETURN_IF_ERROR(messages.end());
    return point;
}

// True where messages of both directions, which take so long, pass each other.
Result<bool> passEachOther(Channel& channel, const LinkPoint& both, const std::filesystem::path& folder,
                           const RunContext& run) {
    ASSIGN_OR_RETURN(Messages messages, Messages::begin(channel, Answer::Extents, both.bytes, folder, run));
    ASSIGN_OR_RETURN(const double one, messages.behindEachOther());
    RETURN_IF_ERROR(messages.end());
    return both.busy < WaitsForEachOther * one;
}

} // namespace

// Weights 1 / t²: minimises the sum of ((a + b n - t) / t)², its normal equations solved.
partition::Link fittedLink(std::span<const LinkPoint> points, double LinkPoint::*time) {
    double w = 0, wn = 0, wnn = 0, wt = 0, wnt = 0;
    for (const LinkPoint& each : points) {
        const auto n = static_cast<double>(each.bytes);
        const double seconds = each.*time;
        const double weight = seconds > 0 ? 1 / (seconds * seconds) : 0;
        w += weight;
        wn += weight * n;
        wnn += weight * n * n;
        wt += weight * seconds;
        wnt += weight * n * seconds;
    }
    const double determinant = w * wnn - wn * wn;
    double slope = determinant > 0 ? (w * wnt - wn * wt) / determinant : 0;
    double latency = determinant > 0 ? (wt - slope * wn) / w : 0;
    if (latency < 0 && wnn > 0) { // through the origin
        latency = 0;
        slope = wnt / wnn;
    }
    if (slope <= 0) {
        slope = 0;
        latency = w > 0 ? wt / w : 0;
    }
    partition::Link link;
    link.latency = latency;
    if (slope > 0) link.bytesPerSecond = 1 / slope;
    return link;
}

Result<MeasuredLink> measuredLink(Channel& channel, const std::filesystem::path& folder,
                                  const RunContext& run) {
    MeasuredLink measured;
    for (const std::int64_t bytes : Sizes) {
        if (measured.points.size() >= 2 && fittedLink(measured.points).busy(bytes) > MaxSecondsOfMessage) break;
        ASSIGN_OR_RETURN(const LinkPoint point, relay::measured(channel, bytes, folder, run));
        measured.points.push_back(point);
    }
    const LinkPoint& tried = measured.points[std::min<std::size_t>(2, measured.points.size() - 1)];
    ASSIGN_OR_RETURN(const bool bothWays, passEachOther(channel, tried, folder, run));
    for (LinkPoint& each : measured.points)
        each.busy /= bothWays ? 1 : 2;
    measured.link = fittedLink(measured.points, &LinkPoint::busy);
    measured.link.bothWays = bothWays;
    const LinkPoint& smallest = measured.points.front();
    measured.link.delay = std::max(smallest.seconds - measured.link.busy(smallest.bytes), 0.0);
    measured.hostWork = fittedLink(measured.points, &LinkPoint::hostSeconds);
    return measured;
}

} // namespace edgewright::relay

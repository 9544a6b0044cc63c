// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/older_trials.h"

#include "core/base/say.h"
#include "core/cost/search/moves.h"
#include "core/kernels/parameter_fields.h"
#include "core/tuner/kernel_space.h"
#include "core/tuner/tuned_log.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace edgewright::tuner {

namespace {

namespace search = cost::search;

constexpr std::size_t MaxLearned = 20'000;  // the newest ones
constexpr std::int64_t Tiles = 16;          // told apart
constexpr std::size_t OperandExtents = 4;   // the last ones of an operand
constexpr std::size_t MaxFastest = 8;       // kept of a kernel
constexpr search::PointId AllPoints = 4096; // up to so many, all are looked at
constexpr std::size_t DrawnPoints = 2048;   // of larger spaces

// Reads on behind it.
std::int64_t numberAt(const std::string& text, std::size_t& at) {
    std::int64_t number = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && number < kernels::MaxParameter; ++at)
        number = number * 10 + (text[at] - '0');
    return number;
}

// The extents of the first two operands of a key, "Conv{...}(float32 1x16x20x22,float32 24x16x3x3=)", the last
// ones of each, 1 where there are fewer.
std::vector<std::int64_t> extentsOf(const std::string& key) {
    std::vector<std::int64_t> all;
    std::size_t at = key.rfind('(');
    for (int operand = 0; operand < 2; ++operand) {
        std::vector<std::int64_t> extents;
        at = at == std::string::npos ? at : key.find(' ', at);
        while (at != std::string::npos && ++at < key.size()) {
            extents.push_back(numberAt(key, at));
            if (at >= key.size() || key[at] != 'x') break;
        }
        if (extents.size() > OperandExtents)
            extents.erase(extents.begin(), extents.end() - std::ptrdiff_t(OperandExtents));
        extents.insert(extents.begin(), OperandExtents - extents.size(), 1);
        all.insert(all.end(), extents.begin(), extents.end());
    }
    return all;
}

float logarithm(std::int64_t value) { return value > 0 ? std::log2(static_cast<float>(value)) : -1.0F; }

// A row: the kernel, then its parameters. Names are numbers of their own; of extents the logarithm.
void appendRow(const std::string& key, const kernels::KernelParameters& by, std::vector<float>& into) {
    for (const char* const attribute : {"group=", "strides="}) {
        std::size_t at = key.find(attribute);
        at = at == std::string::npos ? at : at + std::string_view(attribute).size();
        into.push_back(at == std::string::npos ? 0.0F : logarithm(numberAt(key, at)));
    }
    for (const std::int64_t extent : extentsOf(key))
        into.push_back(logarithm(extent));
    for (int each = 0; each < 4; ++each)
        into.push_back(static_cast<int>(by.algorithm) == each ? 1.0F : 0.0F);
    for (std::int64_t tile = 0; tile < Tiles; ++tile)
        into.push_back(by.gemm.tile == tile ? 1.0F : 0.0F);
    for (const std::int64_t value : {by.gemm.k, by.gemm.n, by.gemm.m, by.strip, by.channels, by.threads})
        into.push_back(logarithm(value));
}

} // namespace

Result<OlderTrials> OlderTrials::of(const tune::TuneLog& log, const std::string& isa, int threads) {
    struct Known {
        std::string key;
        std::size_t session;
        kernels::KernelParameters parameters;
        double seconds;
    };
    std::vector<Known> known;
    std::set<std::string> others;
    for (const tune::Trial& trial : log.trials) {
        if (trial.state != tune::TrialState::Correct || trial.seconds.empty() || trial.knobs.empty() ||
            isDecision(trial) || isGeneratedDecision(trial))
            continue;
        auto parameters = parametersOf(trial.knobs, trial.task);
        if (!parameters) continue; // a generated kernel, or another tuner's
        LoggedTask task = readTask(trial.task);
        if (const std::string& of = log.sessionOf(trial).isa; of != isa || task.threads != threads) {
            others.insert(sayCount(task.threads, "{2} on {1} thread", "{2} on {1} threads", of));
            continue;
        }
        known.push_back({std::move(task.key), trial.session, *std::move(parameters),
                         *std::ranges::min_element(trial.seconds)});
    }
    if (known.empty()) {
        std::string had;
        for (const std::string& each : others)
            had += (had.empty() ? "" : ", ") + each;
        const std::string wanted = sayCount(threads, "{2} on {1} thread", "{2} on {1} threads", isa);
        return had.empty()
                   ? badInput(say("nothing was tried for {1}: the log has no trials of kernels", wanted))
                   : badInput(say("nothing was tried for {1}, but for {2}", wanted, had));
    }
    if (known.size() > MaxLearned) known.erase(known.begin(), known.end() - std::ptrdiff_t(MaxLearned));
    std::map<std::tuple<std::string, std::size_t>, double> best;
    for (const Known& each : known) {
        const auto [at, isNew] = best.try_emplace({each.key, each.session}, each.seconds);
        at->second = std::min(at->second, each.seconds);
    }
    OlderTrials older;
    search::Rows rows;
    std::vector<float> targets;
    for (const Known& each : known) {
        appendRow(each.key, each.parameters, rows.numbers);
        if (rows.width == 0) rows.width = rows.numbers.size();
        targets.push_back(static_cast<float>(best.at({each.key, each.session}) / each.seconds));
    }
    older.m_trees = std::make_shared<const search::BoostedTrees>(rows, targets);
    older.m_trials = known.size();
    std::ranges::stable_sort(known, {}, &Known::seconds);
    for (Known& each : known)
        if (auto& fastest = older.m_fastest[each.key];
            fastest.size() < MaxFastest && !std::ranges::count(fastest, each.parameters))
            fastest.push_back(std::move(each.parameters));
    older.m_kernels = older.m_fastest.size();
    return older;
}

float OlderTrials::expected(const std::string& key, const kernels::KernelParameters& parameters) const {
    std::vector<float> row;
    appendRow(key, parameters, row);
    return m_trees->predict(row);
}

void OlderTrials::teach(search::Space& space, const std::string& key, const ops::ParameterSpace& parameters,
                        std::size_t count, std::uint64_t seed) const {
    const std::size_t whole = space.first.size() + count;
    const auto add = [&](const search::Point& point) {
        if (space.first.size() < whole && !std::ranges::count(space.first, point)) space.first.push_back(point);
    };
    if (const auto same = m_fastest.find(key); same != m_fastest.end())
        for (const kernels::KernelParameters& each : same->second)
            if (const auto point = pointOf(parameters, each); point && search::admits(space, *point))
                add(*point);
    std::vector<std::pair<float, search::Point>> promising;
    const auto look = [&](const search::Point& point) {
        promising.emplace_back(-expected(key, parametersAt(parameters, point)), point);
    };
    const auto points = search::pointsOf(space);
    search::Random random(seed);
    search::Point point;
    if (points && *points <= AllPoints) {
        for (search::PointId id = 0; id < *points; ++id) {
            search::decode(space, id, point);
            if (search::admits(space, point)) look(point);
        }
    } else {
        for (std::size_t i = 0; i < DrawnPoints; ++i)
            if (search::draw(space, random, point, 16)) look(point);
    }
    std::ranges::stable_sort(promising, {}, [](const auto& each) { return each.first; });
    // What the trees cannot tell from another one brings nothing new.
    float last = 1;
    for (const auto& [expectation, each] : promising)
        if (expectation != last) {
            add(each);
            last = expectation;
        }
    space.features = [old = *this, given = parameters, key, features = space.features,
                      axes = space.axes](std::span<const search::Choice> at, std::vector<float>& into) {
        search::appendFeatures({.axes = axes, .evaluate = {}, .features = features}, at, into);
        into.push_back(old.expected(key, parametersAt(given, at)));
    };
}

} // namespace edgewright::tuner

// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/pin.h"

#include "core/pipeline/model_file.h"
#include "core/pipeline/stage.h"
#include "views/support/shortcuts.h"

#include <utility>

namespace edgewright::views {

namespace {

QString fileNameOf(const pipeline::Analysis& analysis) {
    return analysis.opened ? QString::fromStdString(pipeline::modelName(analysis.opened->file)) : QString();
}

// Without what was computed from older settings.
std::shared_ptr<const pipeline::Analysis> withoutStale(const pipeline::Analysis& analysis) {
    auto current = std::make_shared<pipeline::Analysis>(analysis);
    for (const pipeline::Stage* stage : pipeline::stages())
        if (analysis.isStale(stage->name)) stage->put(*current, nullptr);
    current->pending.clear();
    current->cancelled.clear();
    return current;
}

// What two states are compared by, as far as it is known at once. Times are predicted beside those of B.
Result<std::shared_ptr<const pipeline::Analysis>>
analysisOf(const pipeline::Analysis& now, const pipeline::Settings& settings, const RunContext& run) {
    auto made = std::make_shared<pipeline::Analysis>();
    made->opened = now.opened;
    if (now.typed && now.typed->bindings == settings.bindings) made->typed = now.typed;
    for (const std::string_view stage : {"fuse", "memory", "memory_fused", "cost"}) {
        if (run.stopped()) return cancelled();
        if (auto computed = pipeline::evaluate(*made, settings, stage, {run.stop, nullptr}); !computed)
            made->errors.insert_or_assign(std::string(stage), computed.error());
    }
    return std::shared_ptr<const pipeline::Analysis>(std::move(made));
}

} // namespace

Pin::Pin(SettingsModel& settings, QThreadPool& pool, QObject* parent)
    : QObject(parent), m_settings(settings), m_compute(pool, tr("Results of A")), m_pin(this), m_swap(this),
      m_release(this), m_now(std::make_shared<const pipeline::Analysis>()) {
    const auto make = [this](QAction& action, const char* name, const char* keys, void (Pin::*slot)()) {
        action.setObjectName(QString::fromLatin1(name));
        action.setShortcut(QKeySequence(QString::fromLatin1(keys)));
        connect(&action, &QAction::triggered, this, slot);
    };
    make(m_pin, "pinAction", "Ctrl+Shift+A", &Pin::pin);
    make(m_swap, "swapAction", "Ctrl+Shift+B", &Pin::swap);
    make(m_release, "releaseAction", "Ctrl+Shift+R", &Pin::release);
    nameActions();
    refresh();
}

void Pin::nameActions() {
    const auto name = [](QAction& action, const QString& text, const QString& tip) {
        action.setText(text);
        action.setToolTip(
            QStringLiteral("%1 (%2)").arg(tip, action.shortcut().toString(QKeySequence::NativeText)));
        listShortcut(&action, tr("Comparison"));
    };
    name(m_pin, tr("Pin as A"), tr("Keep these results as A and compare what comes with them"));
    name(m_swap, tr("Swap A and B"), tr("Run with the settings of A, and pin what runs now"));
    name(m_release, tr("Release A"), tr("Compare no longer"));
}

bool Pin::isSameModel() const { return m_a && m_now->opened && m_opened.lock() == m_now->opened; }

std::optional<pipeline::Settings> Pin::kept() const {
    return isSameModel() ? std::optional(m_a->settings) : std::nullopt;
}

PinState Pin::b() const { return {fileNameOf(*m_now), m_settings.get(), numbersOf(*m_now), m_now}; }

std::vector<SettingDifference> Pin::differences(std::span<const std::string_view> stages) const {
    if (!m_a) return {};
    pipeline::Settings now = m_settings.get();
    if (!isSameModel()) now.bindings = m_a->settings.bindings;
    return settingDifferences(m_a->settings, now, stages);
}

void Pin::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool opened = m_now->typed != nullptr;
    if (m_a && m_follows && (analysis->opened != m_now->opened || !isEqual(m_settings.get(), m_a->settings)))
        settle();
    m_now = std::move(analysis);
    if (m_a && !isSameModel()) m_a->analysis.reset(); // its numbers stay
    if (m_a && m_follows) {
        m_a->analysis = m_now;
        m_processorOfA = m_settings.get().viewState.processor;
        m_a->numbers = numbersOf(*m_now);
    }
    predict();
    if (m_a || opened != (m_now->typed != nullptr)) refresh();
}

// Times of A and B must be of one processor, as far as they are of one model: what A buys is computed beside B
// where that is not known of the present one.
void Pin::predict() {
    std::shared_ptr<const fusion::History> wanted;
    const pipeline::ViewState& viewState = m_settings.get().viewState;
    if (m_a && m_a->analysis && m_a->analysis->fusion && !m_follows) {
        const auto fusion = m_a->analysis->fusion;
        const bool known =
            viewState.pinnedFusion == fusion && m_now->pinnedBenefits && !m_now->isStale("benefits_pinned");
        if (known || m_processorOfA != viewState.processor) {
            auto next = std::make_shared<pipeline::Analysis>(*m_a->analysis);
            next->benefits = known ? m_now->pinnedBenefits : nullptr;
            m_a->analysis = std::move(next);
            m_a->numbers = numbersOf(*m_a->analysis);
            m_processorOfA = viewState.processor;
        }
        if (!m_a->analysis->benefits) wanted = fusion;
    }
    m_settings.look([&](pipeline::ViewState& view) { view.pinnedFusion = wanted; });
}

// A is B no longer: what had not arrived is not known of A.
void Pin::settle() {
    m_follows = false;
    m_a->analysis = withoutStale(*m_now);
    m_a->numbers = numbersOf(*m_a->analysis);
}

void Pin::pin() {
    m_compute.stop();
    m_a = b();
    m_processorOfA = std::exchange(m_a->settings.viewState, {}).processor; // the rest of it keeps graphs
    m_opened = m_now->opened;
    m_follows = true;
    refresh();
}

void Pin::restore(const pipeline::Settings& settings) {
    m_a = PinState{fileNameOf(*m_now), settings, {}, nullptr};
    m_opened = m_now->opened;
    m_follows = false;
    m_compute.start([now = m_now, settings](const RunContext& run) { return analysisOf(*now, settings, run); },
                    [this](Result<std::shared_ptr<const pipeline::Analysis>> computed) {
                        if (!m_a || !computed || !isSameModel()) return;
                        m_a->analysis = *std::move(computed);
                        m_a->numbers = numbersOf(*m_a->analysis);
                        m_processorOfA = nullptr;
                        predict();
                        refresh();
                    });
    refresh();
}

void Pin::swap() {
    if (!isSameModel()) return;
    const pipeline::Settings wanted = m_a->settings;
    pin();
    m_settings.change(tr("Swap A and B"), [&](pipeline::Settings& s) {
        const pipeline::ViewState viewState = s.viewState;
        s = wanted;
        s.viewState = viewState;
    });
}

void Pin::release() {
    m_compute.stop();
    m_a.reset();
    m_follows = false;
    predict();
    refresh();
}

void Pin::refresh() {
    m_pin.setEnabled(m_now->typed != nullptr);
    m_swap.setEnabled(isSameModel());
    m_release.setEnabled(m_a.has_value());
    emit changed();
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/binding_chips.h"

#include "core/dataset/tensor_folder.h"
#include "views/support/plain_tip.h"
#include "views/support/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QStringList>
#include <QTimer>
#include <QToolButton>
#include <QWidgetAction>

#include <algorithm>
#include <limits>
#include <utility>

namespace edgewright::workbench {

namespace {

constexpr std::size_t MaxOffers = 4; // sets of test data

// What people try, by what the name of the extent says, else by how large it is.
std::vector<std::int64_t> presetsFor(const std::string& symbol, std::int64_t extent) {
    const QString name = QString::fromStdString(symbol).toLower();
    if (name.contains(QStringLiteral("batch")) || name == QStringLiteral("n") ||
        name.endsWith(QStringLiteral("#0")))
        return {1, 8, 32};
    if (!ops::countsTokens(symbol) &&
        (name.contains(QStringLiteral("height")) || name.contains(QStringLiteral("width")) || extent >= 96))
        return {224, 320, 416, 640};
    return {1, 16, 128, 512};
}

// Esc leaves it as it was.
class ExtentField final : public QSpinBox {
public:
    ExtentField(int extent, QWidget* parent) : QSpinBox(parent), m_extent(extent) {
        setRange(std::min(extent, 1), std::numeric_limits<int>::max()); // what is solved for may be 0
        setValue(extent);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Escape) setValue(m_extent);
        QSpinBox::keyPressEvent(event);
    }

private:
    int m_extent;
};

} // namespace

BindingChips::BindingChips(views::SettingsModel& settings, QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_look(pool, tr("Look for test data")),
      m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
}

void BindingChips::setAnalysis(const pipeline::Analysis& analysis) {
    if (analysis.opened != m_opened) lookForTestData(analysis.opened);
    ir::Bindings now = analysis.typed ? analysis.typed->bindings : ir::Bindings();
    if (now == m_shown) return;
    m_shown = std::move(now);
    showChips();
}

void BindingChips::lookForTestData(std::shared_ptr<const pipeline::Opened> opened) {
    m_opened = opened;
    if (!std::exchange(m_offers, {}).empty()) showChips(); // without those of the model before
    m_look.stop();
    if (!opened || !opened->model) return;
    m_look.start(
        [opened](const RunContext& run) -> Result<Offers> {
            Offers offers;
            const std::filesystem::path folder = opened->file.parent_path();
            for (const auto& set : dataset::dataSetsWithInputs(folder.empty() ? "." : folder)) {
                if (run.stopped()) return cancelled();
                if (offers.size() == MaxOffers) break;
                auto extents = dataset::extentsInDataSet(opened->model->graph, set);
                if (!extents || extents->empty()) continue;
                if (std::ranges::find(offers, *extents, &Offers::value_type::second) == offers.end())
                    offers.emplace_back(QString::fromStdString(set.filename().string()), *std::move(extents));
            }
            return offers;
        },
        [this](Result<Offers> offers) {
            if (!offers || offers->empty()) return;
            m_offers = *std::move(offers);
            showChips();
        });
}

void BindingChips::showChips() {
    while (QLayoutItem* item = m_row->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    for (const auto& [symbol, extent] : m_shown)
        addChip(symbol, extent);
}

// What belongs together with it follows.
void BindingChips::bind(const std::string& symbol, std::int64_t extent) {
    m_settings.change(tr("Input size"), [&](pipeline::Settings& s) {
        s.bindings[symbol] = extent;
        ops::bindSum(s.bindings, {symbol});
    });
}

void BindingChips::addChip(const std::string& symbol, std::int64_t extent) {
    const QString name = QString::fromStdString(symbol);
    auto* chip = new QToolButton(this);
    chip->setObjectName(QStringLiteral("chip_") + name);
    chip->setText(tr("%1 %2").arg(name.left(24)).arg(extent));
    chip->setToolTip(views::plainTip(tr("Open dimension “%1”. Click to change its extent.").arg(name)));
    chip->setFont(views::font(views::TextSize::Small));
    chip->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(chip);
    menu->setObjectName(QStringLiteral("chipMenu_") + name);
    auto* action = new QWidgetAction(menu);
    constexpr std::int64_t MaxExtent = std::numeric_limits<int>::max();
    const auto shown = static_cast<int>(std::clamp<std::int64_t>(extent, 0, MaxExtent));
    auto* spin = new ExtentField(shown, menu);
    spin->setObjectName(QStringLiteral("extent_") + name);
    spin->setPrefix(name + QLatin1Char(' '));
    spin->setAccessibleName(tr("Extent of %1").arg(name));
    action->setDefaultWidget(spin);
    menu->addAction(action);
    addOffers(*menu);
    addPresets(*menu, symbol, extent);
    chip->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, spin, [spin] {
        QTimer::singleShot(0, spin, [spin] { // the menu takes the focus itself when it appears
            spin->setFocus(Qt::PopupFocusReason);
            spin->selectAll();
        });
    });
    connect(menu, &QMenu::aboutToHide, this, [this, symbol, spin, shown] {
        if (spin->value() != shown) bind(symbol, spin->value());
    });
    connect(spin, &QSpinBox::editingFinished, menu, &QMenu::close);
    m_row->addWidget(chip);
}

void BindingChips::addPresets(QMenu& menu, const std::string& symbol, std::int64_t extent) {
    menu.addSection(tr("Often used"));
    for (const std::int64_t preset : presetsFor(symbol, extent))
        if (preset != extent)
            connect(menu.addAction(tr("%1 %2").arg(QString::fromStdString(symbol)).arg(preset)),
                    &QAction::triggered, this, [this, symbol, preset] { bind(symbol, preset); });
}

void BindingChips::addOffers(QMenu& menu) {
    if (m_offers.empty()) return;
    menu.addSection(tr("As in the test data"));
    for (const auto& [name, bindings] : m_offers) {
        QStringList extents;
        for (const auto& [symbol, extent] : bindings)
            extents << tr("%1 %2").arg(QString::fromStdString(symbol)).arg(extent);
        connect(menu.addAction(tr("%1: %2").arg(name, extents.join(QStringLiteral(" · ")))),
                &QAction::triggered, this, [this, wanted = bindings] {
                    m_settings.change(tr("Input size"), [&](pipeline::Settings& s) {
                        for (const auto& [symbol, extent] : wanted)
                            s.bindings[symbol] = extent;
                    });
                });
    }
}

} // namespace edgewright::workbench

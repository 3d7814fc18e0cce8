#include "widgets/actions/shortcut_sheet.h"

#include <algorithm>
#include <array>

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/actions/action_registry.h"
#include "widgets/common/text_label.h"

namespace zrecord::widgets {

namespace {
constexpr int kColumns = 2;
}

ShortcutSheet::ShortcutSheet(const ActionRegistry& registry, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("shortcutSheet"));
    setWindowTitle(tr("Keyboard shortcuts"));
    using Lines = std::vector<std::pair<QString, QString>>;
    std::vector<std::pair<QString, Lines>> categories;
    const auto linesOf = [&categories](const QString& category) -> Lines& {
        for (auto& [name, lines] : categories)
            if (name == category)
                return lines;
        return categories.emplace_back(category, Lines()).second;
    };
    for (const QString& id : registry.ids()) {
        const ActionInfo& info = *registry.info(id);
        QStringList keys;
        for (const QKeySequence& sequence : info.shortcuts)
            keys << sequence.toString(QKeySequence::NativeText);
        if (!keys.isEmpty())
            linesOf(info.category).emplace_back(QString(info.text).remove(u'&').remove(QChar(0x2026)), keys.join(tr(" or ")));
    }
    for (const DocumentedKeys& documented : registry.documentedKeys())
        linesOf(documented.category).emplace_back(documented.text, documented.keys);

    auto* page = new QWidget;
    auto* columns = new QHBoxLayout(page);
    columns->setContentsMargins(20, 16, 20, 12);
    columns->setSpacing(36);
    std::vector<QVBoxLayout*> stacks;
    for (int i = 0; i < kColumns; ++i) {
        stacks.push_back(new QVBoxLayout);
        stacks.back()->setSpacing(20);
        columns->addLayout(stacks.back(), 1);
    }
    // Each category goes where there is most room yet; its heading and the gap count as two lines.
    std::array<std::size_t, kColumns> filled{};
    for (const auto& [name, lines] : categories) {
        const auto shortest = static_cast<std::size_t>(std::min_element(filled.begin(), filled.end()) - filled.begin());
        stacks[shortest]->addWidget(makeCategory(name, lines));
        filled[shortest] += lines.size() + 2;
    }
    for (QVBoxLayout* stack : stacks)
        stack->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(page);
    scroll->setAccessibleName(windowTitle());
    auto* close = new QPushButton(tr("Close"), this);
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 14);
    rows->addWidget(scroll, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(20, 0, 20, 0);
    auto* change = new QPushButton(tr("Change &keys…"), this);
    change->setObjectName(QStringLiteral("changeKeys"));
    change->setAutoDefault(false);
    connect(change, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT changeRequested();
    });
    buttons->addWidget(change);
    buttons->addStretch(1);
    buttons->addWidget(close);
    rows->addLayout(buttons);
    resize(880, std::min(620, parent != nullptr ? parent->height() - 80 : 620));
}

QWidget* ShortcutSheet::makeCategory(const QString& category, const std::vector<std::pair<QString, QString>>& lines) {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(7);
    grid->setHorizontalSpacing(16);
    grid->setColumnStretch(0, 1);
    grid->addWidget(new TextLabel(TextLabel::Style::Caption, category, box), 0, 0, 1, 2);
    int row = 1;
    for (const auto& [text, keys] : lines) {
        auto* what = new TextLabel(TextLabel::Style::Body, text, box);
        what->setWordWrap(true);
        grid->addWidget(what, row, 0);
        auto* key = new TextLabel(TextLabel::Style::Value, keys, box);
        key->setTone(Tone::Dim);
        grid->addWidget(key, row, 1, Qt::AlignRight | Qt::AlignTop);
        ++row;
    }
    return box;
}

}  // namespace zrecord::widgets

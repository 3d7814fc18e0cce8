#include "widgets/dialogs/performance_dialog.h"

#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/common/fluency_meter.h"
#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr int kRefresh = 500;  // milliseconds: rarely enough not to be part of what is measured

QString milliseconds(double value) { return PerformanceDialog::tr("%1 ms").arg(value, 0, 'f', 1); }

std::vector<KeyValueList::Row> rowsOf(const FluencyFigures& figures, const QString& what) {
    return {{what, workbench::countText(figures.count)},
            {PerformanceDialog::tr("half of them within"), milliseconds(figures.median)},
            {PerformanceDialog::tr("95 of 100 within"), milliseconds(figures.p95)},
            {PerformanceDialog::tr("worst"), milliseconds(figures.worst), figures.worst > FluencyMeter::kFrame ? Tone::Warning : Tone::Plain},
            {PerformanceDialog::tr("above 16 ms"), workbench::countText(figures.late), figures.late > 0 ? Tone::Warning : Tone::Plain}};
}

}  // namespace

PerformanceDialog::PerformanceDialog(QWidget* parent)
    : QDialog(parent), m_meter(new FluencyMeter(this)), m_inputs(new KeyValueList(this)), m_frames(new KeyValueList(this)),
      m_verdict(new TextLabel(TextLabel::Style::Body, {}, this)) {
    setObjectName(QStringLiteral("performanceDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Performance"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(24, 20, 24, 16);
    rows->setSpacing(10);
    rows->addWidget(new TextLabel(TextLabel::Style::Heading, tr("How fluent the window is"), this));
    m_verdict->setWordWrap(true);
    m_verdict->setTone(Tone::Dim);
    m_verdict->setMinimumWidth(380);
    rows->addWidget(m_verdict);
    const auto addCard = [this, rows](const QString& title, KeyValueList* list) {
        auto* card = new QFrame(this);
        card->setProperty("card", true);
        auto* inside = new QVBoxLayout(card);
        inside->setContentsMargins(14, 12, 14, 12);
        inside->addWidget(new TextLabel(TextLabel::Style::Caption, title, card));
        inside->addWidget(list);
        rows->addWidget(card);
    };
    addCard(tr("From key, click or wheel to painted"), m_inputs);
    addCard(tr("Painting one frame"), m_frames);
    auto* copy = new QPushButton(tr("&Copy"), this);
    auto* again = new QPushButton(tr("Begin &anew"), this);
    auto* close = new QPushButton(tr("Close"), this);
    copy->setObjectName(QStringLiteral("performanceCopy"));
    again->setObjectName(QStringLiteral("performanceAgain"));
    for (QPushButton* button : {copy, again})
        button->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(copy);
    buttons->addWidget(again);
    buttons->addStretch(1);
    buttons->addWidget(close);
    rows->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(report()); });
    connect(again, &QPushButton::clicked, this, [this] {
        m_meter->clear();
        refresh();
    });
    m_timer.callOnTimeout(this, [this] { refresh(); });
    m_timer.start(kRefresh);
    m_meter->start();
    refresh();
}

void PerformanceDialog::refresh() {
    const FluencyFigures inputs = m_meter->inputs();
    m_inputs->setRows(rowsOf(inputs, tr("measured")));
    m_frames->setRows(rowsOf(m_meter->frames(), tr("measured")));
    if (inputs.count == 0)
        m_verdict->setText(tr("Go on working in the window; every key, click and wheel step is measured while this is open."));
    else if (inputs.late == 0)
        m_verdict->setText(tr("Everything was painted within 16 ms."));
    else
        m_verdict->setText(tr("%1 of %2 took longer than 16 ms.").arg(workbench::countText(inputs.late), workbench::countText(inputs.count)));
}

QString PerformanceDialog::report() const {
    const auto line = [](const QString& name, const FluencyFigures& figures) {
        return tr("%1: %2 measured, median %3, 95 % within %4, worst %5, %6 above 16 ms")
            .arg(name, workbench::countText(figures.count), milliseconds(figures.median), milliseconds(figures.p95), milliseconds(figures.worst), workbench::countText(figures.late));
    };
    return line(tr("input to paint"), m_meter->inputs()) + u'\n' + line(tr("frames"), m_meter->frames());
}

}  // namespace zrecord::widgets

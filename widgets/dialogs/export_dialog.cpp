#include "widgets/dialogs/export_dialog.h"

#include <numeric>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

#include "widgets/common/key_value_list.h"
#include "widgets/common/text_label.h"
#include "widgets/dialogs/form_dialog.h"
#include "workbench/document/document_session.h"
#include "workbench/find/record_search.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/result_text.h"
#include "workbench/selection/record_order.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

using workbench::ExportForm;

namespace {

constexpr int kAllStreams = -1;

QString formText(ExportForm form) {
    switch (form) {
        case ExportForm::Npy: return ExportDialog::tr("npy: one NumPy array");
        case ExportForm::Npz: return ExportDialog::tr("npz: an archive of NumPy arrays");
        case ExportForm::Raw: return ExportDialog::tr("raw: the bytes and nothing else");
        case ExportForm::Store: break;
    }
    return ExportDialog::tr("a new store");
}

}  // namespace

ExportDialog::ExportDialog(workbench::DocumentSession& session, std::size_t stream, const QString& folder, QWidget* parent)
    : QDialog(parent), m_session(&session), m_folder(folder), m_which(new QComboBox(this)), m_stream(new QComboBox(this)), m_form(new QComboBox(this)),
      m_codec(new QComboBox(this)), m_target(new QLineEdit(this)), m_replace(new QCheckBox(tr("&Replace the file that is there"), this)),
      m_facts(new KeyValueList(this)), m_message(new TextLabel(TextLabel::Style::Body, {}, this)), m_export(new QPushButton(tr("Export"), this)) {
    setObjectName(QStringLiteral("exportDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export"));
    m_message->setObjectName(QStringLiteral("exportMessage"));
    m_export->setObjectName(QStringLiteral("exportStart"));
    arrangeFormDialog(*this, {tr("Export records of %1").arg(session.document().name()), makeForm(), m_replace, tr("What will be written"), m_facts, m_message, m_export});
    connect(m_export, &QPushButton::clicked, this, [this] {
        const workbench::ExportPlan chosen = plan();
        accept();
        Q_EMIT exportRequested(chosen);
    });
    fillWhich();
    fillStreams();
    m_stream->setCurrentIndex(m_stream->findData(static_cast<int>(stream)));
    fillForms();
    suggestTarget();
    update();
    resize(620, 470);
}

QWidget* ExportDialog::addRow(QGridLayout& grid, const QString& name, QWidget* field, QWidget* beside) {
    auto* label = new TextLabel(TextLabel::Style::Body, name, field->parentWidget());
    label->setTone(Tone::Dim);
    label->setBuddy(field);
    field->setAccessibleName(name);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1);
    if (beside != nullptr)
        grid.addWidget(beside, row, 2);
    return label;
}

QWidget* ExportDialog::makeForm() {
    auto* form = new QWidget(this);
    QGridLayout* grid = makeFormGrid(form);
    m_which->setObjectName(QStringLiteral("exportRecords"));
    m_stream->setObjectName(QStringLiteral("exportStream"));
    m_form->setObjectName(QStringLiteral("exportForm"));
    m_codec->setObjectName(QStringLiteral("exportCodec"));
    m_target->setObjectName(QStringLiteral("exportTarget"));
    m_replace->setObjectName(QStringLiteral("exportReplace"));
    addPlainCodecs(*m_codec);
    auto* choose = new QPushButton(tr("Choose…"), form);
    choose->setAccessibleName(tr("Choose where it is written"));
    choose->setAutoDefault(false);
    addRow(*grid, tr("Records"), m_which);
    addRow(*grid, tr("Stream"), m_stream);
    addRow(*grid, tr("As"), m_form);
    m_codecLabel = addRow(*grid, tr("Codec"), m_codec);
    addRow(*grid, tr("Written to"), m_target, choose);
    grid->addWidget(m_replace, grid->rowCount(), 1);
    QWidget* before = m_which;
    for (QWidget* next : {static_cast<QWidget*>(m_stream), static_cast<QWidget*>(m_form), static_cast<QWidget*>(m_codec), static_cast<QWidget*>(m_target),
                          static_cast<QWidget*>(choose), static_cast<QWidget*>(m_replace)}) {
        setTabOrder(before, next);
        before = next;
    }
    connect(m_which, &QComboBox::activated, this, &ExportDialog::update);
    connect(m_stream, &QComboBox::activated, this, [this] {
        fillForms();
        suggestTarget();
        update();
    });
    connect(m_form, &QComboBox::activated, this, [this] {
        suggestTarget();
        update();
    });
    connect(choose, &QPushButton::clicked, this, &ExportDialog::chooseTarget);
    connect(m_target, &QLineEdit::textEdited, this, [this] { m_targetEdited = true; });
    connect(m_target, &QLineEdit::textChanged, this, &ExportDialog::update);
    connect(m_replace, &QCheckBox::toggled, this, &ExportDialog::update);
    return form;
}

void ExportDialog::fillWhich() {
    const auto add = [this](const QString& text, Which which) { m_which->addItem(text, static_cast<int>(which)); };
    if (const std::uint64_t selected = m_session->selection().count(); selected > 0)
        add(tr("selected: %1").arg(workbench::recordsText(selected)), Which::Selected);
    if (!m_session->order().isWhole())
        add(tr("shown: %1, in the order shown").arg(workbench::recordsText(m_session->order().count())), Which::Shown);
    add(tr("all: %1").arg(workbench::recordsText(m_session->document().recordCount())), Which::All);
}

void ExportDialog::fillStreams() {
    const auto& streams = m_session->document().streams();
    for (std::size_t i = 0; i < streams.size(); ++i)
        m_stream->addItem(QStringLiteral("%1: %2").arg(streams[i].name, workbench::streamText(streams[i])), static_cast<int>(i));
    if (streams.size() > 1)
        m_stream->addItem(tr("all streams, as a new set"), kAllStreams);
}

void ExportDialog::fillForms() {
    const ExportForm before = form();
    m_form->clear();
    for (const ExportForm each : workbench::exportForms(kind()))
        if (m_stream->currentData().toInt() != kAllStreams || each == ExportForm::Store)
            m_form->addItem(formText(each), static_cast<int>(each));
    if (const int same = m_form->findData(static_cast<int>(before)); same >= 0)
        m_form->setCurrentIndex(same);
}

ExportForm ExportDialog::form() const { return m_form->currentIndex() < 0 ? ExportForm::Npy : static_cast<ExportForm>(m_form->currentData().toInt()); }

StoreKind ExportDialog::kind() const {
    const int stream = m_stream->currentData().toInt();
    return stream == kAllStreams ? StoreKind::Dense : m_session->document().streams()[static_cast<std::size_t>(stream)].summary.kind;
}

std::uint64_t ExportDialog::recordCount() const {
    switch (static_cast<Which>(m_which->currentData().toInt())) {
        case Which::Selected: return m_session->selection().count();
        case Which::Shown: return m_session->order().count();
        case Which::All: break;
    }
    return m_session->document().recordCount();
}

workbench::ExportPlan ExportDialog::plan() const {
    workbench::ExportPlan plan;
    plan.streams = m_session->document().streamSet();
    const int stream = m_stream->currentData().toInt();
    plan.chosen.assign(stream == kAllStreams ? m_session->document().streams().size() : 1, 0);
    if (stream == kAllStreams)
        std::iota(plan.chosen.begin(), plan.chosen.end(), std::size_t{0});
    else
        plan.chosen.front() = static_cast<std::size_t>(stream);
    switch (static_cast<Which>(m_which->currentData().toInt())) {
        case Which::Selected: plan.records = workbench::exportRanges(m_session->selection().ranges()); break;
        case Which::Shown: plan.records = workbench::exportRanges(m_session->order()); break;
        case Which::All: plan.records = workbench::exportRanges(workbench::RecordRanges(0, m_session->document().recordCount())); break;
    }
    plan.target = m_target->text().trimmed().isEmpty() ? QString() : QDir::cleanPath(m_target->text().trimmed());
    plan.form = form();
    plan.codec = static_cast<Codec>(m_codec->currentData().toInt());
    plan.overwrite = m_replace->isChecked() && !m_replace->isHidden();
    return plan;
}

void ExportDialog::chooseTarget() {
    const QString now = m_target->text();
    auto* dialog = new QFileDialog(this, tr("Where it is written"), QFileInfo(now).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // asked here, beside what will be written
    dialog->selectFile(QFileInfo(now).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_targetEdited = true;
        m_target->setText(path);
    });
    dialog->open();
}

void ExportDialog::suggestTarget() {
    const int stream = m_stream->currentData().toInt();
    const QString suffix = workbench::exportSuffix(form());
    if (m_targetEdited) {
        // The ending follows what is written, the rest is somebody's choice.
        const QFileInfo chosen(m_target->text());
        const QString ending = u'.' + chosen.suffix();
        for (const ExportForm each : {ExportForm::Npy, ExportForm::Npz, ExportForm::Raw})
            if (ending == workbench::exportSuffix(each))
                m_target->setText(m_target->text().chopped(ending.size()) + suffix);
        return;
    }
    const QString name = m_session->document().name();
    const bool part = stream != kAllStreams && m_session->document().isAlignedSet();
    const QString base = part ? name + u'-' + m_session->document().streams()[static_cast<std::size_t>(stream)].name : name;
    QString path = m_folder + u'/' + base + QStringLiteral("-export") + suffix;
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = QStringLiteral("%1/%2-export-%3%4").arg(m_folder, base).arg(number).arg(suffix);
    m_target->setText(path);
}

void ExportDialog::update() {
    if (!m_session || !m_session->document().isOpen()) {
        m_export->setEnabled(false);
        return;
    }
    const bool store = form() == ExportForm::Store;
    m_codec->setVisible(store);
    m_codecLabel->setVisible(store);
    workbench::ExportPlan now;
    now.streams = m_session->document().streamSet();
    now.target = m_target->text().trimmed();
    now.form = form();
    const QFileInfo there(now.target);
    m_replace->setVisible(!store && there.isFile());
    now.overwrite = m_replace->isChecked() && !m_replace->isHidden();
    const std::uint64_t records = recordCount();
    showFacts(now, records);
    const QString fault = now.target.isEmpty() ? tr("Choose where it is written.") : workbench::exportTargetFault(now);
    const QString text = fault.isEmpty() ? workbench::exportLoss(form(), kind()) : fault;
    m_message->setText(text);
    m_message->setTone(fault.isEmpty() ? Tone::Warning : Tone::Marked);
    m_message->setVisible(!text.isEmpty());
    m_export->setEnabled(fault.isEmpty() && records > 0);
    m_export->setDefault(m_export->isEnabled());
}

void ExportDialog::showFacts(const workbench::ExportPlan& plan, std::uint64_t records) {
    std::vector<KeyValueList::Row> rows;
    rows.push_back({tr("records"), workbench::countText(records)});
    const int stream = m_stream->currentData().toInt();
    if (stream == kAllStreams) {
        rows.push_back({tr("streams"), workbench::countText(m_session->document().streams().size())});
        return m_facts->setRows(rows);
    }
    const StoreSummary& summary = m_session->document().streams()[static_cast<std::size_t>(stream)].summary;
    rows.push_back({tr("dtype"), QString::fromStdString(summary.dtype.displayName())});
    if (summary.kind == StoreKind::Dense) {
        Shape shape = summary.itemShape;
        if (plan.form != ExportForm::Store)
            shape.insert(shape.begin(), records);
        rows.push_back({plan.form == ExportForm::Store ? tr("shape of a record") : tr("shape"), workbench::shapeQString(shape)});
        rows.push_back({plan.form == ExportForm::Store ? tr("in memory") : tr("file, about"), workbench::bytesText(records * summary.recordBytes)});
    } else if (plan.form == ExportForm::Npz) {
        rows.push_back({tr("arrays"), QStringLiteral("values, offsets, shapes, shape_offsets")});
    }
    m_facts->setRows(rows);
}

}  // namespace zrecord::widgets

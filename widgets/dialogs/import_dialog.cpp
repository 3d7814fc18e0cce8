#include "widgets/dialogs/import_dialog.h"

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
#include "widgets/dialogs/import_formats.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/messages/number_text.h"
#include "workbench/messages/user_message.h"
#include "workbench/viewdata/value_text.h"

namespace zrecord::widgets {

namespace {

QString fromStd(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// "train-images.npy" → "train-images"; ".npy.gz" and "-idx3-ubyte" go as a whole.
QString storeNameFor(const QString& path) {
    QString name = QFileInfo(path).fileName();
    for (const auto* ending : {".gz", ".npy", ".npz", ".idx", ".txt", "-ubyte", "-idx1", "-idx2", "-idx3", "-idx4"})
        if (name.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            name.chop(static_cast<qsizetype>(qstrlen(ending)));
    // Never the file's own path.
    if (name == QFileInfo(path).fileName() && name.contains(u'.'))
        name = QFileInfo(path).completeBaseName();
    return name.isEmpty() ? QStringLiteral("imported") : name;
}

}  // namespace

ImportDialog::ImportDialog(workbench::TaskRunner& runner, const QString& folder, QWidget* parent)
    : QDialog(parent), m_folder(folder), m_task(std::make_unique<workbench::LatestTask>(runner)), m_source(new QLineEdit(this)),
      m_target(new QLineEdit(this)), m_codec(new QComboBox(this)), m_array(new QComboBox(this)), m_arrayLabel(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_skipEmpty(new QCheckBox(tr("Leave empty &lines out"), this)),
      m_facts(new KeyValueList(this)), m_message(new TextLabel(TextLabel::Style::Body, {}, this)),
      m_import(new QPushButton(tr("Import"), this)) {
    setObjectName(QStringLiteral("importDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Import"));
    m_import->setObjectName(QStringLiteral("importStart"));
    arrangeFormDialog(*this, {tr("Import a file into a new store"), makeForm(), nullptr, tr("What the file holds"), m_facts, m_message, m_import});
    connect(m_import, &QPushButton::clicked, this, [this] {
        workbench::ImportPlan plan;
        plan.source = m_source->text();
        plan.target = QDir::cleanPath(m_target->text());
        plan.codec = static_cast<Codec>(m_codec->currentData().toInt());
        plan.skipEmptyLines = m_skipEmpty->isChecked();
        plan.array = m_preview->array;
        accept();
        Q_EMIT importRequested(plan);
    });
    resize(620, 430);
    inspect();
}

ImportDialog::~ImportDialog() = default;

QWidget* ImportDialog::makeForm() {
    auto* form = new QWidget(this);
    QGridLayout* grid = makeFormGrid(form);
    const auto addLine = [&](int row, const QString& name, QWidget* field, QPushButton* choose, TextLabel* label = nullptr) {
        if (label == nullptr)
            label = new TextLabel(TextLabel::Style::Body, {}, form);
        label->setTone(Tone::Dim);
        label->setText(name);
        label->setBuddy(field);
        grid->addWidget(label, row, 0);
        grid->addWidget(field, row, 1);
        if (choose != nullptr)
            grid->addWidget(choose, row, 2);
    };
    auto* sourceButton = new QPushButton(tr("Choose…"), form);
    auto* targetButton = new QPushButton(tr("Choose…"), form);
    sourceButton->setAccessibleName(tr("Choose the file"));
    targetButton->setAccessibleName(tr("Choose where the new store goes"));
    for (QPushButton* button : {sourceButton, targetButton})
        button->setAutoDefault(false);
    m_source->setObjectName(QStringLiteral("importSource"));
    m_source->setAccessibleName(tr("File"));
    m_source->setPlaceholderText(tr(".npy, .npz, idx (also .gz) or .txt"));
    m_target->setObjectName(QStringLiteral("importTarget"));
    m_target->setAccessibleName(tr("New store"));
    m_codec->setObjectName(QStringLiteral("importCodec"));
    m_codec->setAccessibleName(tr("Codec"));
    addPlainCodecs(*m_codec);
    addLine(0, tr("File"), m_source, sourceButton);
    addLine(1, tr("New store"), m_target, targetButton);
    m_array->setObjectName(QStringLiteral("importArray"));
    m_array->setAccessibleName(tr("Array of the archive"));
    addLine(2, tr("Array"), m_array, nullptr, m_arrayLabel);
    addLine(3, tr("Codec"), m_codec, nullptr);
    m_skipEmpty->hide();
    grid->addWidget(m_skipEmpty, 4, 1);
    showArrays({});
    // Tab goes as the eye does.
    QWidget* before = m_source;
    for (QWidget* next : {static_cast<QWidget*>(sourceButton), static_cast<QWidget*>(m_target), static_cast<QWidget*>(targetButton),
                          static_cast<QWidget*>(m_array), static_cast<QWidget*>(m_codec), static_cast<QWidget*>(m_skipEmpty)}) {
        setTabOrder(before, next);
        before = next;
    }
    connect(m_array, &QComboBox::activated, this, &ImportDialog::inspect);
    connect(sourceButton, &QPushButton::clicked, this, &ImportDialog::chooseSource);
    connect(targetButton, &QPushButton::clicked, this, &ImportDialog::chooseTarget);
    connect(m_source, &QLineEdit::textChanged, this, &ImportDialog::inspect);
    connect(m_target, &QLineEdit::textEdited, this, [this] { m_targetEdited = true; });
    connect(m_target, &QLineEdit::textChanged, this, &ImportDialog::updateButton);
    return form;
}

void ImportDialog::setSource(const QString& path) { m_source->setText(path); }

void ImportDialog::chooseSource() {
    auto* dialog = new QFileDialog(this, tr("File to import"), m_folder, importFileFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &ImportDialog::setSource);
    dialog->open();
}

void ImportDialog::chooseTarget() {
    auto* dialog = new QFileDialog(this, tr("Folder in which the new store is made"), m_folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_targetEdited = true;
        m_target->setText(folder + u'/' + storeNameFor(m_source->text()));
    });
    dialog->open();
}

void ImportDialog::inspect() {
    m_preview.reset();
    m_facts->setRows({});
    m_skipEmpty->hide();
    const QString path = m_source->text();
    if (path != m_inspected) {
        m_inspected = path;
        showArrays({});
    }
    if (path.isEmpty()) {
        m_task->cancel();
        showMessage(tr("Choose a file to see its dtype, shape and number of records. The original file is never changed."), false);
        return updateButton();
    }
    if (!m_targetEdited)
        m_target->setText(QFileInfo(path).path() + u'/' + storeNameFor(path));
    showMessage(tr("Reading the header…"), false);
    updateButton();
    const std::uint64_t ticket = m_task->ticket() + 1;
    const workbench::ArrayChoice array = chosenArray();
    m_task->submit([this, path, array, ticket, box = m_task->mailbox()](const std::stop_token&) {
        auto found = std::make_shared<Result<workbench::ImportPreview>>(workbench::previewImport(path, array));
        box->post([this, path, found, ticket] {
            if (!m_task->isCurrent(ticket))
                return;
            if (found->ok())
                showPreview(**found);
            else
                showFailure(path, found->status());
            updateButton();
            Q_EMIT previewChanged();
        });
    });
}

void ImportDialog::showPreview(const workbench::ImportPreview& preview) {
    m_preview = preview;
    if (m_array->count() == 0)
        showArrays(preview.arrays);
    std::vector<KeyValueList::Row> rows;
    rows.push_back({tr("format"), preview.format});
    rows.push_back({tr("kind"), preview.kind == StoreKind::Dense ? tr("dense: every record has one shape") : tr("ragged: every record has its own shape")});
    rows.push_back({tr("dtype"), fromStd(preview.dtype.displayName())});
    if (preview.kind == StoreKind::Dense)
        rows.push_back({tr("shape of a record"), workbench::shapeQString(preview.itemShape)});
    rows.push_back({tr("records"), preview.records ? workbench::countText(*preview.records) : tr("counted while reading")});
    rows.push_back({tr("file"), workbench::bytesText(preview.fileBytes)});
    m_facts->setRows(rows);
    m_skipEmpty->setVisible(preview.format == u"text");
    showMessage({}, false);
}

void ImportDialog::showArrays(const QStringList& names) {
    m_array->clear();
    for (const QString& name : names)
        m_array->addItem(name, name);
    if (!names.isEmpty())
        m_array->addItem(tr("Every array as one record"));
    m_array->setVisible(!names.isEmpty());
    m_arrayLabel->setVisible(!names.isEmpty());
}

workbench::ArrayChoice ImportDialog::chosenArray() const {
    if (m_array->count() == 0)
        return {};
    const QString name = m_array->currentData().toString();
    return {name, name.isEmpty()};
}

void ImportDialog::showFailure(const QString& path, const Status& status) {
    // The library asks for a format by name, which this dialog has not.
    if (status.code() == ErrorCode::InvalidArgument && !isImportable(path))
        return showMessage(tr("%1 is not a file that can be imported. These are: .npy, .npz, idx (also as .gz) and text (.txt).")
                               .arg(QFileInfo(path).fileName()), true);
    const workbench::UserMessage message = workbench::userMessage(status);
    showMessage(message.reason + u' ' + message.remedy, true);
}

void ImportDialog::showMessage(const QString& text, bool failure) {
    m_message->setText(text);
    m_message->setTone(failure ? Tone::Marked : Tone::Dim);
    m_message->setVisible(!text.isEmpty());
}

void ImportDialog::updateButton() {
    m_import->setEnabled(m_preview.has_value() && !m_target->text().trimmed().isEmpty());
    m_import->setDefault(m_import->isEnabled());
}

}  // namespace zrecord::widgets

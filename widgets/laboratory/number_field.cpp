#include "widgets/laboratory/number_field.h"

#include <QLineEdit>
#include <QStyle>

namespace zrecord::widgets {

QLineEdit* makeNumberField(const QString& objectName, const QString& name, const QString& text, int width, const QString& toolTip) {
    auto* field = new QLineEdit(text);
    field->setObjectName(objectName);
    field->setAccessibleName(name);
    field->setToolTip(toolTip);
    field->setMinimumWidth(width);
    field->setMaximumWidth(width + 40);
    return field;
}

void markField(QLineEdit& field, bool fine) {
    if (field.property("invalid").toBool() != fine)
        return;
    field.setProperty("invalid", !fine);
    field.style()->unpolish(&field);
    field.style()->polish(&field);
}

std::optional<std::uint64_t> numberIn(QLineEdit& field, std::uint64_t least, std::uint64_t most) {
    QString digits;
    for (const QChar letter : field.text())
        if (!letter.isSpace() && letter != u'_' && letter != u',' && letter != QChar(0x2009) && letter != QChar(0x202f))
            digits += letter;
    bool fine = false;
    std::uint64_t value = digits.toULongLong(&fine);
    if (!fine && digits.startsWith(QLatin1String("2^"))) {
        const unsigned power = digits.mid(2).toUInt(&fine);
        fine = fine && power < 64;
        value = fine ? UINT64_C(1) << power : 0;
    }
    fine = fine && value >= least && value <= most;
    markField(field, fine);
    return fine ? std::optional(value) : std::nullopt;
}

}  // namespace zrecord::widgets

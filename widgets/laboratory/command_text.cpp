#include "widgets/laboratory/command_text.h"

#include <algorithm>

namespace zrecord::widgets {

QString shellWord(const QString& word) {
    const auto plain = [](QChar letter) { return letter.isLetterOrNumber() || QStringLiteral("-_./:=,+@%").contains(letter); };
    if (!word.isEmpty() && std::all_of(word.begin(), word.end(), plain))
        return word;
    QString text = word;
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

}  // namespace zrecord::widgets

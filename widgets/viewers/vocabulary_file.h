#pragma once

#include <QString>
#include <QStringList>

namespace zrecord::widgets {

struct Vocabulary {
    QStringList tokens;  ///< token k stands for the id k; empty where an id has none
    QString error;       ///< a sentence, when the file is no vocabulary
};

/// Largest file that is read.
inline constexpr qint64 kLargestVocabulary = qint64{64} << 20;

/// Reads a list of tokens: a text file with one token a line, line 1 for the id 0, or JSON as tokenizers keep it: an object
/// of tokens and their ids, a list, or the file of a tokenizer with such an object as "vocab" inside "model".
[[nodiscard]] Vocabulary readVocabulary(const QString& path);

}  // namespace zrecord::widgets

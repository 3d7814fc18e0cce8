#include "widgets/actions/fuzzy_match.h"

#include <algorithm>
#include <vector>

namespace zrecord::widgets {

namespace {

constexpr int kUnreachable = -1'000'000;
constexpr int kWordStart = 8;
constexpr int kInARow = 9;
constexpr int kPlain = 1;

bool startsWord(QStringView text, qsizetype at) {
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

}  // namespace

std::optional<int> fuzzyScore(QStringView pattern, QStringView text) {
    std::vector<QChar> wanted;
    for (const QChar letter : pattern)
        if (!letter.isSpace())
            wanted.push_back(letter.toLower());
    if (wanted.empty())
        return 0;
    // best[j]: best score of the letters so far when the last of them sits at text[j].
    const auto length = static_cast<std::size_t>(text.size());
    std::vector<int> best(length, kUnreachable);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::vector<int> next(length, kUnreachable);
        int before = i == 0 ? 0 : kUnreachable;  // best score that ends left of the neighbour
        for (std::size_t j = 0; j < length; ++j) {
            const auto at = static_cast<qsizetype>(j);
            const int neighbour = i > 0 && j > 0 ? best[j - 1] : kUnreachable;
            // Who searches begins with the beginning of a word; otherwise "edit" would find "Previous slice".
            if (text[at].toLower() == wanted[i] && (i > 0 || startsWord(text, at))) {
                const int own = startsWord(text, at) ? kWordStart : kPlain;
                const int reached = std::max(before, neighbour == kUnreachable ? kUnreachable : neighbour + kInARow);
                if (reached > kUnreachable)
                    next[j] = reached + own;
            }
            if (i > 0)
                before = std::max(before, neighbour);
        }
        best = std::move(next);
    }
    const int score = length == 0 ? kUnreachable : *std::max_element(best.begin(), best.end());
    if (score <= kUnreachable)
        return std::nullopt;
    return score;
}

}  // namespace zrecord::widgets

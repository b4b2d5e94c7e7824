import { piecesOf } from './cut-text.js';

/** Combining marks in a row that are sorted together (UAX 15, Stream-Safe Text Format). */
const MAX_MARKS = 30;
/** Shorter texts are sorted fast enough whatever they are. */
const MIN_LENGTH = 500;
/** Longer runs of marks, and of characters that compatibility makes marks of. */
const LONG_RUN = /([\p{M}\u0E33\u0EB3\uFF9E\uFF9F]{31,})/u;
/** A mark, or half of one that is written as a surrogate pair. */
const PART_OF_MARK = /^[\p{M}\p{Cs}\u0E33\u0EB3\uFF9E\uFF9F]/u;

const PLAIN = 'NFKC';
/** Letters and digits of another form alone: ligatures such as `ﬁ`, which typesetters leave in PDF, and full-width ones. */
const FORMS = /[\uFB00-\uFB06\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]+/g;

/**
 * A text in a normal form of Unicode, with ligatures and full-width letters as plain ones. `String.normalize` sorts a run of combining marks in time quadratic in its length: 400 KB
 * take two minutes. Here runs that no language has are cut, as in the Stream-Safe Text Format, and each piece is sorted.
 */
export function normalForm(written: string, form: 'NFC' | 'NFD' | 'NFKD' = 'NFC'): string {
  const text = written.replace(FORMS, (letters) => letters.normalize(PLAIN));
  if (text.length < MIN_LENGTH || !mayHaveLongRun(text) || !LONG_RUN.test(text)) return text.normalize(form);
  return text
    .split(LONG_RUN)
    .flatMap((part, place) => (place % 2 === 0 ? part : [...piecesOf(part, MAX_MARKS)]))
    .map((part) => part.normalize(form))
    .join('');
}

/** False only for texts without a long run, told by every 31st character, so that most texts are not searched. */
function mayHaveLongRun(text: string): boolean {
  for (let index = MAX_MARKS; index < text.length; index += MAX_MARKS + 1)
    if (text.charCodeAt(index) >= 0x300 && PART_OF_MARK.test(text.charAt(index))) return true;
  return false;
}

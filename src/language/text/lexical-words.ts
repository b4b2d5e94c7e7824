import { joinWrappedLines } from './paragraphs.js';
import { STOP_WORDS } from './stop-words.js';
import { createWrittenWords, hashWith } from './written-words.js';

/** What stands before a word: the beginning of its sentence, a mark such as a comma, or a blank or hyphen. */
export type Gap = 'start' | 'mark' | 'blank';

/** A word as texts write it, without the ending of a possessive: what is known of it wherever it stands. */
export interface WordForm {
  readonly surface: string;
  readonly lower: string;
  readonly isCapitalised: boolean;
  /** Whether all of its letters are capitals. */
  readonly isAcronym: boolean;
  /** Whether it is a number, or without any letter. */
  readonly isNumeric: boolean;
  readonly isStopWord: boolean;
  /** Whether it is never a noun by itself: a stop word, a number, a single letter. */
  readonly isNeverNoun: boolean;
  /** What it tells of the word after it and the word before it; whether that holds for nouns and names as well. */
  readonly tells: readonly [next: string, previous: string];
  readonly tellsAlways: boolean;
}

/** A word where it stands in a text. */
export interface WrittenWord {
  readonly form: WordForm;
  readonly begin: number;
  readonly end: number;
  /** Whether it has a capital that the beginning of its sentence does not explain. */
  readonly isName: boolean;
  readonly gap: Gap;
}

/**
 * Initials with their full stops, a letter and what a hyphen joins to it ('X-ray'), or letters and digits, with
 * apostrophes, ampersands and full stops that letters follow, and with the marks inside of numbers.
 */
const WORD =
  /(?:\p{L}\.){2,}|\p{L}-\p{L}{2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:(?:['’&.](?=\p{L})|[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*/gu;
const POSSESSIVE = /['’]s?$/u;
const JOINING = /^[\s-]*$/;
const SENTENCE_END = /[.!?…]["'”’)\]]*\s/;
/** What a full stop stands behind without ending a sentence. */
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs no fig ca cf jr sr gen gov sen rep inc ltd co corp al vol ed pp approx dept e.g i.e'.split(
    ' ',
  ),
);

/** Slots of the table of word forms, of which half are taken at most. */
const SLOTS = 1 << 15;
const BLANK = 0x20;
const FULL_STOP = 0x2e;
const HYPHEN = 0x2d;

/** What an ASCII character is in a word: a letter or digit, a mark that may stand inside of a word, or neither. */
const [OUTSIDE, INSIDE, MARK] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z\d]/.test(character)) return INSIDE;
  return "'&.,-".includes(character) ? MARK : OUTSIDE;
});

/** The words of the latest text: what reads a page also chooses the senses of its nouns by them. */
let latest: { readonly text: string; readonly sentences: readonly (readonly WrittenWord[])[] } | undefined;

/**
 * Splits a text into sentences, and these into words, by a few rules; a line break ends a sentence unless the line is
 * wrapped. It takes about a millisecond for 10,000 characters.
 */
export function splitWords(text: string): readonly (readonly WrittenWord[])[] {
  if (latest?.text !== text) latest = { text, sentences: split(text) };
  return latest.sentences;
}

function split(text: string): readonly (readonly WrittenWord[])[] {
  const joined = joinWrappedLines(text);
  const sentences: WrittenWord[][] = [];
  let sentence: WrittenWord[] = [];
  let before: WordForm | undefined;
  let end = 0;
  forEachWord(joined, (form, begin, wordEnd) => {
    // Nearly all words follow a blank.
    const isNext = before !== undefined && begin === end + 1 && joined.charCodeAt(end) === BLANK;
    const gap = isNext ? 'blank' : gapBetween(joined.slice(end, begin), before, form);
    if (gap === 'start') {
      sentence = [];
      sentences.push(sentence);
    }
    const isName = form.isCapitalised && (gap !== 'start' || form.isAcronym);
    sentence.push({ form, begin, end: begin + form.surface.length, isName, gap });
    before = form;
    end = wordEnd;
  });
  return sentences;
}

type Visit = (form: WordForm, begin: number, end: number) => void;

/**
 * The words of a text, as {@link WORD} finds them. Nearly all are ASCII letters and digits before a blank: these are read without
 * the expression, which decides where any other character is next to them.
 */
function forEachWord(text: string, visit: Visit): void {
  let begin = 0;
  while (begin < text.length) {
    const kind = kindAt(text, begin);
    if (kind === OUTSIDE || kind === MARK) {
      begin += 1;
      continue;
    }
    const end = kind === INSIDE ? plainEnd(text, begin) : -1;
    if (end >= 0) visit(formAt(text, begin, end), begin, end);
    begin = end >= 0 ? end : visitNext(text, begin, visit);
  }
}

/** Undefined beyond ASCII. */
function kindAt(text: string, place: number): number | undefined {
  return KINDS[text.charCodeAt(place)];
}

/** The end of a word of ASCII letters and digits; -1 where it may go on. */
function plainEnd(text: string, begin: number): number {
  let end = begin + 1;
  while (kindAt(text, end) === INSIDE) end += 1;
  if (end === text.length || kindAt(text, end) === OUTSIDE) return end;
  if (kindAt(text, end) === undefined) return -1;
  const code = text.charCodeAt(end);
  if (end === begin + 1 && (code === FULL_STOP || code === HYPHEN)) return -1;
  const next = end + 1 === text.length ? OUTSIDE : kindAt(text, end + 1);
  return next === OUTSIDE || next === MARK || code === HYPHEN ? end : -1;
}

/** Visits the next word from a place. Returns where to continue: behind it, or the end of the text. */
function visitNext(text: string, begin: number, visit: Visit): number {
  WORD.lastIndex = begin;
  const match = WORD.exec(text);
  if (match === null) return text.length;
  const end = match.index + match[0].length;
  visit(formAt(text, match.index, end), match.index, end);
  return end;
}

function formAt(text: string, begin: number, end: number): WordForm {
  let hash = text.charCodeAt(begin);
  for (let place = begin + 1; place < end; place += 1) hash = hashWith(hash, text.charCodeAt(place));
  return forms(text, begin, end, hash);
}

const forms = createWrittenWords((written): WordForm => {
  const surface = /['’]/.test(written) ? written.replace(POSSESSIVE, '') : written;
  const lower = surface.toLowerCase();
  const isNumeric = !/\p{L}/u.test(lower);
  const isStopWord = STOP_WORDS.has(lower);
  const telling = TELLING_WORDS.get(lower);
  return {
    surface,
    lower,
    isCapitalised: surface.charAt(0) !== lower.charAt(0),
    isAcronym: surface.length > 1 && surface === surface.toUpperCase(),
    isNumeric,
    isStopWord,
    isNeverNoun: lower.length < 2 || isStopWord || isNumeric,
    tells: telling ?? (isNumeric ? ['#<', '>#'] : tellingEnding(lower)),
    tellsAlways: telling !== undefined || isNumeric,
  };
}, SLOTS);

function gapBetween(between: string, before: WordForm | undefined, next: WordForm): Gap {
  if (before === undefined || between.includes('\n')) return 'start';
  if (JOINING.test(between)) return 'blank';
  if (!SENTENCE_END.test(between)) return 'mark';
  const first = next.surface.charAt(0);
  const isAbbreviation =
    /^\.\s/.test(between) &&
    (before.lower.length === 1 || ABBREVIATIONS.has(before.lower) || first !== first.toUpperCase());
  return isAbbreviation ? 'mark' : 'start';
}

/** A word of a lexicon: in lower case, with a circumflex before it where it has a capital inside of a sentence. */
export function formOf({ form: { lower }, isName }: WrittenWord): string {
  return isName ? `^${lower}` : lower;
}

/**
 * Words that tell by themselves what their neighbours are, with the names of what they tell the word after them and the
 * word before; other words are known by their endings.
 */
const TELLING_WORDS: ReadonlyMap<string, readonly [next: string, previous: string]> = new Map(
  [
    ...STOP_WORDS,
    ...(
      'not no nor so both either neither every all few several one two three us me my our they themselves itself himself ' +
      'may might shall cannot does did done having were will against along among around behind below beneath beside beyond ' +
      'despite down during except inside near off onto outside per until upon toward towards via within without although ' +
      'though unless whether than again ago almost already always ever even however just later often once perhaps quite ' +
      'rather sometimes soon therefore thus too usually yet'
    ).split(' '),
  ].map((word) => [word, [`${word}<`, `>${word}`]]),
);

/** What a word tells of the word after it. */
export function tellsNext(word: WrittenWord | undefined, isNoun: boolean, { gap }: WrittenWord): string {
  if (word === undefined || gap === 'start') return '<';
  if (gap === 'mark') return ',<';
  return isNoun && !word.form.tellsAlways ? 'N<' : word.form.tells[0];
}

/** What a word tells of the word before it. */
export function tellsPrevious(word: WrittenWord | undefined): string {
  if (word === undefined) return '>';
  if (word.gap === 'mark') return '>,';
  return word.isName && !word.form.tellsAlways ? '>^' : word.form.tells[1];
}

function tellingEnding(lower: string): readonly [next: string, previous: string] {
  if (lower.endsWith('s')) return ['-s<', '>-s'];
  if (lower.endsWith('ed')) return ['-ed<', '>-ed'];
  if (lower.endsWith('ing')) return ['-ing<', '>-ing'];
  return lower.endsWith('ly') ? ['-ly<', '>-ly'] : ['-<', '>-'];
}

import { joinWrappedLines } from './paragraphs.js';
import { STOP_WORDS } from './stop-words.js';
import { createWrittenWords, hashWith } from './written-words.js';

/** Gap before a word: the beginning of its sentence, a mark such as a comma, or a blank or hyphen. */
export const GAP = { start: 0, mark: 1, blank: 2 } as const;
export type Gap = (typeof GAP)[keyof typeof GAP];

/** A word as texts write it, without the ending of a possessive: what is known of it wherever it stands. */
export interface WordForm {
  readonly surface: string;
  /** Words that differ in capitals alone have the same number, from 0; see {@link Vocabulary}. */
  readonly number: number;
  readonly lower: string;
  readonly isCapitalised: boolean;
  /** True if all of its letters are capitals. */
  readonly isAcronym: boolean;
  /** True if it is a number, or without any letter. */
  readonly isNumeric: boolean;
  readonly isStopWord: boolean;
  /** True if it is never a noun by itself: a stop word, a number, a single letter. */
  readonly isNeverNoun: boolean;
  /** Evidence for the word after it and the word before it; and if that holds for nouns and names as well. */
  readonly tells: readonly [next: string, previous: string];
  readonly tellsAlways: boolean;
}

/** The words of a vocabulary for which something is remembered: see {@link ByWord}. */
export interface Vocabulary {
  /** Number of numbers of its words. */
  readonly size: number;
}

/** Initial capacity of the columns in words, and the capacity above which the next text gets new ones. */
const FIRST_WORDS = 1 << 12;
const MAX_WORDS = 1 << 17;
/** Bits of {@link TextWords.marks}: two for the gap, one for a name. */
const GAP_BITS = 0b11;
const NAME_BIT = 0b100;

/**
 * The words of a text, by their place in it. In columns that are used again for the next text, since a text has thousands of
 * words: they are to be read before another text is split.
 */
export class TextWords {
  count = 0;
  vocabulary: Vocabulary = { size: 0 };
  readonly forms: WordForm[] = [];
  private begins = new Uint32Array(FIRST_WORDS);
  private marks = new Uint8Array(FIRST_WORDS);

  /** Forgets the words of the text before. */
  restart(vocabulary: Vocabulary): void {
    this.count = 0;
    this.vocabulary = vocabulary;
    if (this.begins.length > MAX_WORDS) this.resize(FIRST_WORDS);
  }

  add(form: WordForm, begin: number, gap: Gap, isName: boolean): void {
    if (this.count === this.begins.length) this.resize(2 * this.count);
    this.forms[this.count] = form;
    this.begins[this.count] = begin;
    this.marks[this.count] = isName ? gap | NAME_BIT : gap;
    this.count += 1;
  }

  /** @throws RangeError where there is none */
  formAt(place: number): WordForm {
    const form = place < this.count ? this.forms[place] : undefined;
    if (form === undefined) throw new RangeError(`the text has no word ${place}`);
    return form;
  }

  beginOf(place: number): number {
    return this.begins[place] ?? 0;
  }

  endOf(place: number): number {
    return this.beginOf(place) + this.formAt(place).surface.length;
  }

  /** Gap before a word; behind the last word a sentence begins. */
  gapBefore(place: number): Gap {
    return place < this.count ? (((this.marks[place] ?? 0) & GAP_BITS) as Gap) : GAP.start;
  }

  /** True if a word has a capital that the beginning of its sentence does not explain. */
  isName(place: number): boolean {
    return ((this.marks[place] ?? 0) & NAME_BIT) !== 0;
  }

  /** The end, exclusive, of the sentence that begins at a place. */
  sentenceEnd(place: number): number {
    let end = place + 1;
    while (this.gapBefore(end) !== GAP.start) end += 1;
    return end;
  }

  private resize(length: number): void {
    const [begins, marks] = [new Uint32Array(length), new Uint8Array(length)];
    begins.set(this.begins.subarray(0, this.count));
    marks.set(this.marks.subarray(0, this.count));
    [this.begins, this.marks] = [begins, marks];
    this.forms.length = this.count;
  }
}

/** Values by the number of a word, found without a look-up in a table. They are dropped with the vocabulary. */
export class ByWord<Known> {
  private vocabulary: Vocabulary | undefined;
  private known: (Known | undefined)[] = [];

  /** The values for the words of a text, by number; undefined where the caller has to fill one in. */
  in({ vocabulary }: TextWords): (Known | undefined)[] {
    if (this.vocabulary !== vocabulary) this.known = [];
    this.vocabulary = vocabulary;
    while (this.known.length < vocabulary.size) this.known.push(undefined);
    return this.known;
  }
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
/** Abbreviations: a full stop behind them does not end a sentence. */
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st vs no fig ca cf jr sr gen gov sen rep inc ltd co corp al vol ed pp approx dept e.g i.e'.split(
    ' ',
  ),
);

/** Slots of the table of word forms, of which half are taken at most. */
const SLOTS = 1 << 16;
/** Words after which the next text begins a new vocabulary. */
const MAX_NUMBERS = 30_000;
const BLANK = 0x20;
const FULL_STOP = 0x2e;
const HYPHEN = 0x2d;

/** Role of an ASCII character in a word: a letter or digit, a mark that may stand inside of a word, or neither. */
const [OUTSIDE, INSIDE, MARK] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z\d]/.test(character)) return INSIDE;
  return "'&.,-".includes(character) ? MARK : OUTSIDE;
});

/** Forms of words with their numbers. */
class WordForms implements Vocabulary {
  private readonly numbers = new Map<string, number>();
  private readonly find = createWrittenWords((written) => this.describe(written), SLOTS);

  get size(): number {
    return this.numbers.size;
  }

  /** The form of the word of a text between two offsets. */
  at(text: string, begin: number, end: number): WordForm {
    let hash = text.charCodeAt(begin);
    for (let place = begin + 1; place < end; place += 1) hash = hashWith(hash, text.charCodeAt(place));
    return this.find(text, begin, end, hash);
  }

  private describe(written: string): WordForm {
    const surface = /['’]/.test(written) ? written.replace(POSSESSIVE, '') : written;
    const lower = surface.toLowerCase();
    const number = this.numbers.get(lower) ?? this.numbers.size;
    if (number === this.numbers.size) this.numbers.set(lower, number);
    const isNumeric = !/\p{L}/u.test(lower);
    const isStopWord = STOP_WORDS.has(lower);
    const telling = TELLING_WORDS.get(lower);
    return {
      surface,
      number,
      lower,
      isCapitalised: surface.charAt(0) !== lower.charAt(0),
      isAcronym: surface.length > 1 && surface === surface.toUpperCase(),
      isNumeric,
      isStopWord,
      isNeverNoun: lower.length < 2 || isStopWord || isNumeric,
      tells: telling ?? (isNumeric ? ['#<', '>#'] : tellingEnding(lower)),
      tellsAlways: telling !== undefined || isNumeric,
    };
  }
}

let forms = new WordForms();
/** The latest texts. The words of a page are read twice, for its nouns and for the senses of these; other pages may come between. */
const latest: { text?: string; readonly words: TextWords }[] = [1, 2, 3, 4].map(() => ({
  words: new TextWords(),
}));
let oldest = 0;

/**
 * Splits a text into sentences, and these into words, by a few rules; a line break ends a sentence unless the line is
 * wrapped. It takes about a millisecond for 10,000 characters.
 */
export function splitWords(text: string): TextWords {
  const known = latest.find((one) => one.text === text);
  if (known !== undefined) return known.words;
  if (forms.size > MAX_NUMBERS) forms = new WordForms();
  const place = latest[oldest] ?? { words: new TextWords() };
  oldest = (oldest + 1) % latest.length;
  delete place.text;
  place.words.restart(forms);
  split(joinWrappedLines(text), place.words);
  place.text = text;
  return place.words;
}

/**
 * Adds the words of a text, as {@link WORD} finds them. Nearly all are ASCII letters and digits before a blank: these are read
 * without the expression, which decides where any other character is next to them.
 */
function split(text: string, words: TextWords): void {
  let before: WordForm | undefined;
  let beforeEnd = 0;
  let begin = 0;
  while (begin < text.length) {
    const kind = kindAt(text, begin);
    if (kind === OUTSIDE || kind === MARK) {
      begin += 1;
      continue;
    }
    let end = kind === INSIDE ? plainEnd(text, begin) : -1;
    if (end < 0) {
      WORD.lastIndex = begin;
      const match = WORD.exec(text);
      if (match === null) return;
      begin = match.index;
      end = begin + match[0].length;
    }
    const form = forms.at(text, begin, end);
    // Nearly all words follow a blank.
    const isNext = before !== undefined && begin === beforeEnd + 1 && text.charCodeAt(beforeEnd) === BLANK;
    const gap = isNext ? GAP.blank : gapBetween(text.slice(beforeEnd, begin), before, form);
    words.add(form, begin, gap, form.isCapitalised && (gap !== GAP.start || form.isAcronym));
    before = form;
    beforeEnd = end;
    begin = end;
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

function gapBetween(between: string, before: WordForm | undefined, next: WordForm): Gap {
  if (before === undefined || between.includes('\n')) return GAP.start;
  if (JOINING.test(between)) return GAP.blank;
  if (!SENTENCE_END.test(between)) return GAP.mark;
  const first = next.surface.charAt(0);
  const isAbbreviation =
    /^\.\s/.test(between) &&
    (before.lower.length === 1 || ABBREVIATIONS.has(before.lower) || first !== first.toUpperCase());
  return isAbbreviation ? GAP.mark : GAP.start;
}

/** The word at a place as a lexicon has it: in lower case, with a circumflex before it where it is a name. */
export function formOf(words: TextWords, place: number): string {
  const { lower } = words.formAt(place);
  return words.isName(place) ? `^${lower}` : lower;
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

/** Evidence of the gap and word before a word. @param isAfterNoun true if the word before it is a noun */
export function toldByPrevious(words: TextWords, place: number, isAfterNoun: boolean): string {
  const gap = words.gapBefore(place);
  if (gap === GAP.start) return '<';
  if (gap === GAP.mark) return ',<';
  const { tells, tellsAlways } = words.formAt(place - 1);
  return isAfterNoun && !tellsAlways ? 'N<' : tells[0];
}

/** Evidence of the gap and word behind a word. */
export function toldByNext(words: TextWords, place: number): string {
  const gap = words.gapBefore(place + 1);
  if (gap === GAP.start) return '>';
  if (gap === GAP.mark) return '>,';
  const { tells, tellsAlways } = words.formAt(place + 1);
  return words.isName(place + 1) && !tellsAlways ? '>^' : tells[1];
}

function tellingEnding(lower: string): readonly [next: string, previous: string] {
  if (lower.endsWith('s')) return ['-s<', '>-s'];
  if (lower.endsWith('ed')) return ['-ed<', '>-ed'];
  if (lower.endsWith('ing')) return ['-ing<', '>-ing'];
  return lower.endsWith('ly') ? ['-ly<', '>-ly'] : ['-<', '>-'];
}

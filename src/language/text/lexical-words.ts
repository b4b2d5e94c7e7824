import { ownCopy } from '../../support/remember.js';
import { joinWrappedLines } from './compromise-annotator.js';
import { STOP_WORDS } from './stop-words.js';

/** Gap before a word: the beginning of its sentence, a mark such as a comma, or a blank or hyphen. */
export const GAP = { start: 0, mark: 1, blank: 2 } as const;
type Gap = (typeof GAP)[keyof typeof GAP];

/** A word as texts write it, without the ending of a possessive: what is known of it wherever it stands. */
export interface WordForm {
  readonly surface: string;
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

export class TextWords {
  private readonly forms: WordForm[] = [];
  private readonly begins: number[] = [];
  private readonly gaps: Gap[] = [];

  get count(): number {
    return this.forms.length;
  }

  add(form: WordForm, begin: number, gap: Gap): void {
    this.forms.push(form);
    this.begins.push(begin);
    this.gaps.push(gap);
  }

  /** @throws RangeError where there is none */
  formAt(place: number): WordForm {
    const form = this.forms[place];
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
    return this.gaps[place] ?? GAP.start;
  }

  /** True if a word has a capital that the beginning of its sentence does not explain. */
  isName(place: number): boolean {
    const form = this.forms[place];
    return form?.isCapitalised === true && (this.gaps[place] !== GAP.start || form.isAcronym);
  }

  sentenceEnd(place: number): number {
    let end = place + 1;
    while (this.gapBefore(end) !== GAP.start) end += 1;
    return end;
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

/** Written words after which all are forgotten. */
const MAX_FORMS = 40_000;
const forms = new Map<string, WordForm>();

function formOfWritten(written: string): WordForm {
  const known = forms.get(written);
  if (known !== undefined) return known;
  if (forms.size >= MAX_FORMS) forms.clear();
  const own = ownCopy(written);
  const form = describe(own);
  forms.set(own, form);
  return form;
}

function describe(written: string): WordForm {
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
}

/** The latest texts. The words of a page are read twice, for its nouns and for the senses of these; other pages may come between. */
const latest: { readonly text: string; readonly words: TextWords }[] = [];
const MAX_LATEST = 4;

/** Splits a text into sentences, and these into words, by a few rules; a line break ends a sentence unless the line is wrapped. */
export function splitWords(text: string): TextWords {
  const known = latest.find((one) => one.text === text);
  if (known !== undefined) return known.words;
  const words = split(joinWrappedLines(text));
  if (latest.push({ text, words }) > MAX_LATEST) latest.shift();
  return words;
}

function split(text: string): TextWords {
  const words = new TextWords();
  let before: WordForm | undefined;
  let beforeEnd = 0;
  for (const { 0: written, index: begin } of text.matchAll(WORD)) {
    const form = formOfWritten(written);
    words.add(form, begin, gapBetween(text.slice(beforeEnd, begin), before, form));
    before = form;
    beforeEnd = begin + written.length;
  }
  return words;
}

function gapBetween(between: string, before: WordForm | undefined, next: WordForm): Gap {
  // Nearly all words follow a blank.
  if (before !== undefined && between === ' ') return GAP.blank;
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

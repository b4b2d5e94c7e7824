import { z } from 'zod';
import { json, topicNames, topics } from '../../app/settings/common.js';
import { UsageError } from '../../model/errors.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

const names = z.array(z.string().trim().min(1)).default([]);
const date = z
  .string()
  .refine(
    (text) => /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a date: 2026, 2026-01 or 2026-01-31',
  )
  .optional();

/** Settings of `sfwc search`. */
export const searchFields = {
  topic: field(topicNames.optional(), {
    ...topics.meta,
    help: 'of crawls for several topics: only pages that this one accepted; repeatable',
  }),
  noun: field(names, {
    help: 'only pages that were accepted for this noun, by its IRI or lemma; repeatable',
    ...({ placeholder: 'IRI', written: 'each', example: "['http://dbpedia.org/resource/Insulin']" } as const),
  }),
  host: field(z.array(z.string().trim().toLowerCase().min(1)).default([]), {
    help: 'only pages of this host and hosts below it; repeatable',
    ...({ placeholder: 'HOST', written: 'each', argumentOnly: true, example: "['example.org']" } as const),
  }),
  language: field(names, {
    help: 'only pages in this language; repeatable',
    ...({ placeholder: 'TAG', written: 'each', argumentOnly: true, example: "['en']" } as const),
  }),
  since: field(date, {
    help: 'only pages published at this date or later, such as 2025-01; pages without a known date are left out',
    placeholder: 'DATE',
  }),
  limit: field(z.number().int().min(1).max(1000).default(10), {
    help: 'how many pages to show',
    placeholder: 'N',
    written: 'number',
  }),
  literal: field(z.boolean().default(false), {
    help: 'search for the words alone, not for other names that the knowledge base has for them',
    written: 'switch',
  }),
  json,
} as const;

/** Options of a search. */
export type SearchOptions = OptionsOf<typeof searchFields>;

/** A word or a phrase of a query, as the user wrote it. */
export interface QueryTerm {
  readonly text: string;
  /** Written in quotation marks: a page without it is not found. */
  readonly isPhrase: boolean;
  /** Of a word: itself, and its forms in languages that the index does not stem. Default: itself. */
  readonly forms?: readonly string[];
}

/** Query of a user. */
export interface SearchQuery {
  readonly terms: readonly QueryTerm[];
  /** Words and phrases that a page must not have. */
  readonly excluded: readonly QueryTerm[];
}

/** Bounds of a query: more is a text, not a query. */
const MAX = { characters: 1000, terms: 32 } as const;

/** An optional hyphen, then a phrase in quotation marks of any language (closed or not), or a word. */
const TERM = /(-?)(?:["“”„«»]([^"“”„«»]*)(["“”«»]?)|(\S+))/gu;

/**
 * Reads a query: words, `"a phrase"`, `-without`. Everything else is text, whatever it means to SQLite.
 * @throws UsageError that says what is wrong and what to write instead
 */
export function parseQuery(text: string): SearchQuery {
  const terms: QueryTerm[] = [];
  const excluded: QueryTerm[] = [];
  const matches = text.length > MAX.characters ? [] : text.matchAll(TERM);
  for (const [all, hyphen, phrase, closing, word = ''] of matches) {
    if (phrase !== undefined && closing === '')
      throw new UsageError(`a quotation mark in the query is not closed: ${all}`, {
        hint: 'close the phrase, or leave the quotation mark out; in a shell, put the whole query into single quotes',
      });
    const own = (phrase ?? word).trim();
    if (!/[\p{L}\p{N}]/u.test(own)) continue;
    (hyphen === '-' ? excluded : terms).push({ text: own, isPhrase: phrase !== undefined });
  }
  if (text.length > MAX.characters || terms.length + excluded.length > MAX.terms)
    throw new UsageError(
      `the query is longer than ${MAX.terms} words and phrases, or ${MAX.characters} characters`,
      { hint: 'search for a few characteristic words' },
    );
  if (terms.length === 0)
    throw new UsageError('the query has no words to search for', {
      hint: 'add a word to search for, such as: \'"insulin pump" price -second-hand\'',
    });
  return { terms, excluded };
}

/** Scripts that do not part words. */
const UNPARTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Parts words in the index, where nobody sees it: text that was read does not contain it. */
const GAP = '\u200B';

/** A text whose words are parted in Chinese, Japanese, Thai and other scripts without blanks, by a character without width. */
export function withWordGaps(text: string): string {
  return text.replace(UNPARTED, (run) => {
    const words = Array.from(new Intl.Segmenter().segment(run), ({ segment }) => segment);
    return `${GAP}${words.join(GAP)}${GAP}`;
  });
}

export function withoutWordGaps(text: string): string {
  return text.replaceAll(GAP, '');
}

/** Interchangeable spellings of German umlauts and ß. The index strips diacritics: ü is stored as u. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/([aou])e/gi, '$1'],
  [/ä/gi, 'ae'],
  [/ö/gi, 'oe'],
  [/ü/gi, 'ue'],
  [/ß/g, 'ss'],
  [/ss/gi, 'ß'],
];

/** A text in its spellings: as it is, with all of one kind changed, and with two kinds changed. */
export function spellingsOf(text: string): readonly string[] {
  const changed = (from: string): string[] => SPELLINGS.map(([pattern, to]) => from.replace(pattern, to));
  const once = changed(text);
  return [...new Set([text, ...once, ...once.flatMap((one) => (one === text ? [] : changed(one)))])];
}

/**
 * Texts as a query of FTS5 that matches any of them: strings, which match their words next to each other. Nothing in them is
 * syntax. FTS5 ends a query at a NUL, and needs well-formed Unicode.
 */
export function matchAny(texts: readonly string[]): string {
  const safe = (text: string): string => text.replace(/\p{Cs}/gu, '\uFFFD').replace(/\p{Cc}/gu, ' ');
  const spelt = texts.flatMap(spellingsOf).map((text) => withWordGaps(safe(text)));
  return spelt.map((text) => `"${text.replaceAll('"', '""')}"`).join(' OR ');
}

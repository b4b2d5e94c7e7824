import { UsageError } from '../../model/errors.js';

/** A word or a phrase of a query, as the user wrote it. */
export interface QueryTerm {
  readonly text: string;
  /** Written in quotation marks: a page without it is not found. */
  readonly isPhrase: boolean;
}

/** Query of a user. */
export interface SearchQuery {
  readonly terms: readonly QueryTerm[];
  /** Words and phrases that a page must not have. */
  readonly excluded: readonly string[];
}

/** Bounds of a query: more is a text, not a query. */
const MAX = { characters: 1000, terms: 32 } as const;

/** An optional hyphen, then a phrase in quotation marks (closed or not), or a word. */
const TERM = /(-?)(?:["“”]([^"“”]*)(["“”]?)|(\S+))/gu;

/**
 * Reads a query: words, `"a phrase"`, `-without`. Everything else is text, whatever it means to SQLite.
 * @throws UsageError that says what is wrong and what to write instead
 */
export function parseQuery(text: string): SearchQuery {
  const terms: QueryTerm[] = [];
  const excluded: string[] = [];
  const matches = text.length > MAX.characters ? [] : text.matchAll(TERM);
  for (const [all, hyphen, phrase, closing, word = ''] of matches) {
    if (phrase !== undefined && closing === '')
      throw new UsageError(`a quotation mark in the query is not closed: ${all}`, {
        hint: 'close the phrase, or leave the quotation mark out; in a shell, put the whole query into single quotes',
      });
    const own = (phrase ?? word).trim();
    if (!/[\p{L}\p{N}]/u.test(own)) continue;
    if (hyphen === '-') excluded.push(own);
    else terms.push({ text: own, isPhrase: phrase !== undefined });
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

/**
 * Texts as a query of FTS5 that matches any of them: strings, which match their words next to each other. Nothing in them is
 * syntax. FTS5 ends a query at a NUL, and needs well-formed Unicode.
 */
export function matchAny(texts: readonly string[]): string {
  return texts
    .map((text) =>
      text
        .replace(/\p{Cs}/gu, '\uFFFD')
        .replace(/\p{Cc}/gu, ' ')
        .replaceAll('"', '""'),
    )
    .map((text) => `"${text}"`)
    .join(' OR ');
}

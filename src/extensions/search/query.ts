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
const MAX = { characters: 1000, terms: 32 };

/** An optional hyphen, then a phrase in quotation marks (closed or not), or a word. */
const TERM = /(-?)(?:["“”]([^"“”]*)(["“”]?)|(\S+))/gu;

/**
 * Reads a query: words, `"a phrase"`, `-without`. Everything else is text, whatever it means to SQLite.
 * @throws UsageError that says what is wrong and what to write instead
 */
export function parseQuery(text: string): SearchQuery {
  if (text.length > MAX.characters)
    throw new UsageError(`the query has ${text.length} characters; the most is ${MAX.characters}`, {
      hint: 'search for a few characteristic words',
    });
  const terms: QueryTerm[] = [];
  const excluded: string[] = [];
  for (const [all, hyphen, phrase, closing, word = ''] of text.matchAll(TERM)) {
    if (phrase !== undefined && closing === '')
      throw new UsageError(`a quotation mark in the query is not closed: ${all}`, {
        hint: 'close the phrase, or leave the quotation mark out; in a shell, put the whole query into single quotes',
      });
    const own = phrase ?? word;
    if (!isWord(own)) continue;
    if (hyphen === '-') excluded.push(own.trim());
    else terms.push({ text: own.trim(), isPhrase: phrase !== undefined });
  }
  refuseUnfit(terms, excluded);
  return { terms, excluded };
}

function refuseUnfit(terms: readonly QueryTerm[], excluded: readonly string[]): void {
  if (terms.length === 0)
    throw new UsageError(
      excluded.length === 0 ? 'the query has no words' : 'the query only has words to leave out',
      { hint: 'add a word to search for, such as: \'"insulin pump" price -second-hand\'' },
    );
  if (terms.length + excluded.length > MAX.terms)
    throw new UsageError(
      `the query has ${terms.length + excluded.length} words and phrases; the most is ${MAX.terms}`,
      { hint: 'search for a few characteristic words' },
    );
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * A text as a string of FTS5's query syntax, which matches its words next to each other. Nothing in it is syntax. FTS5 ends a
 * query at a NUL, and needs well-formed Unicode.
 */
export function matchString(text: string): string {
  return `"${text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('"', '""')}"`;
}

/** Matches any of these texts. */
export function matchAny(texts: readonly string[]): string {
  return texts.map(matchString).join(' OR ');
}

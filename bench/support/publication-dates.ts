import { readFileSync } from 'node:fs';
import { metadataOf } from '../../src/extensions/publish/metadata/page-metadata.js';
import { readMarkup } from '../../src/extensions/publish/metadata/markup.js';
import type { Stated } from '../../src/model/page-metadata.js';
import { markupOf } from '../../src/web/page/reader.js';
import { readRealPages } from './real-pages.js';

/** A page whose date of publication a person has read. */
export interface DatedPage {
  readonly part: 'develop' | 'held-out';
  readonly file: string;
  readonly url: string;
  /** ISO 8601; undefined for a page without one. */
  readonly date: string | undefined;
  /** What was read out of it. */
  readonly found: Stated | undefined;
}

/** How well dates are found. */
export interface DateFigures {
  /** Pages with a date, and those of them whose date was found within a day. */
  readonly dated: number;
  readonly right: number;
  /** Pages with a date for which another one was found. */
  readonly wrong: number;
  /** Pages without a date, and those of them for which one was found. */
  readonly undated: number;
  readonly invented: number;
}

/** Days between two dates; infinite if one of them has no day. */
function daysBetween(one: string, other: string): number {
  if (one.length < 10 || other.length < 10) return Number.POSITIVE_INFINITY;
  return Math.abs(Date.parse(one.slice(0, 10)) - Date.parse(other.slice(0, 10))) / 86_400_000;
}

/** All pages were fetched before. */
const FETCHED = '2026-01-01T00:00:00Z';

/** Reads the dates of labelled pages. @param data the folder of real data */
export function readDatedPages(
  data: string,
  labels = 'test/full/publication-dates.tsv',
): readonly DatedPage[] {
  const pages = new Map(Array.from(readRealPages(data), (page) => [page.file, page]));
  return linesOf(labels).map(([part, file = '', date]) => {
    const page = pages.get(file);
    if (page === undefined) throw new Error(`${labels}: unknown page ${file}`);
    const markup = readMarkup(markupOf(page.body, 'text/html'));
    const { published } = metadataOf(markup, { url: page.url, fetched: FETCHED });
    return {
      part: part === 'develop' ? part : 'held-out',
      ...{ file, url: page.url, found: published, date: date === 'none' ? undefined : date },
    };
  });
}

function linesOf(file: string): readonly (readonly string[])[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
}

/** Whether the date of a page with one was found within a day. */
export function isRight({ date, found }: DatedPage): boolean {
  return date !== undefined && found !== undefined && daysBetween(found.value, date) <= 1;
}

export function figuresOf(pages: readonly DatedPage[]): DateFigures {
  const dated = pages.filter(({ date }) => date !== undefined);
  const undated = pages.filter(({ date }) => date === undefined);
  const right = dated.filter(isRight).length;
  return {
    dated: dated.length,
    right,
    wrong: dated.filter(({ found }) => found !== undefined).length - right,
    undated: undated.length,
    invented: undated.filter(({ found }) => found !== undefined).length,
  };
}

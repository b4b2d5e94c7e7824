import { sha256 } from '../../support/hash.js';
import type { ChangeKind } from './page-outcome.js';
import type { TextChange } from './text-change.js';

/** A page that is new, changed or gone. */
export interface PageChange {
  readonly kind: ChangeKind;
  readonly url: string;
  readonly title: string;
  readonly why: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Of a new page that is not a seed: the page, feed or sitemap that led to it. */
  readonly foundOn?: string;
  /** Of a new page that was judged by a topic: its score, and the nouns that speak most for it. */
  readonly judged?: { readonly score: number; readonly nouns: readonly string[] };
  /** Present where the text of the page has changed, and both texts are there. */
  readonly text?: TextChange;
}

/** What a round brought: the content of `report.json`. */
export interface RoundReport {
  /** A name of the collection that stays the same, a UUID. */
  readonly collection: string;
  /** 1 for the first. */
  readonly round: number;
  /** The topics, separated by commas; empty without a topic. */
  readonly topic: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** The IRI of the crawl that the round made. */
  readonly crawl: string;
  /** Requests for pages. */
  readonly requested: number;
  /** Pages of the collection that were read again and had not changed. */
  readonly unchanged: number;
  /** Pages of the collection that could not be read, and are kept for now. */
  readonly missed: number;
  /** Pages in the collection after the round. */
  readonly pages: number;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Present where not a single page could be fetched and read: why, a line for each reason. */
  readonly noPage?: readonly string[];
  /** The conditions that the round met, as they were written. */
  readonly matters: readonly string[];
  /** New, then changed, then gone, each in the order of the crawl. */
  readonly changes: readonly PageChange[];
}

/** Why a page is reported, with where it was found and how it was judged. */
export function whyText({ why, foundOn, judged }: PageChange): string {
  return [
    foundOn === undefined ? why : `${why} on ${foundOn}`,
    ...(judged === undefined ? [] : [`on topic with a score of ${judged.score.toFixed(2)}`]),
    ...(judged === undefined || judged.nouns.length === 0 ? [] : [`for it: ${judged.nouns.join(', ')}`]),
  ].join('; ');
}

/** The IRI of a round, which also names its graph. */
export function roundIri({ collection, round }: Pick<RoundReport, 'collection' | 'round'>): string {
  return `http://sfwcrawler.com/collection/${collection}/round/${round}`;
}

/** The IRI of a change in a round. */
export function changeIri(report: Pick<RoundReport, 'collection' | 'round'>, url: string): string {
  return `${roundIri(report)}/change/${sha256(url).slice(0, 16)}`;
}

/** `3 new, 1 changed, 0 gone` */
export function countsText({ counts }: Pick<RoundReport, 'counts'>): string {
  return `${counts.new} new, ${counts.changed} changed, ${counts.gone} gone`;
}

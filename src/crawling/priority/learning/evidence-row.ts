import type { RowSpot } from '../../../support/packed-rows.js';
import type { LinkEvidence } from './evidence.js';

/** Where the evidence of a URL lies as numbers: fractions, numbers and lengths of lists, and the lists one after the other. */
export type EvidenceRow = RowSpot;

const FRACTIONS = ['page', 'anchor', 'context', 'block', 'url', 'relevance', 'best'] as const;
const WHOLES = ['links', 'accepted', 'host'] as const;
const LISTS = [
  'directories',
  'sources',
  'blocks',
  'templates',
  'anchorWords',
  'urlWords',
  'contextWords',
] as const;

/** Places in a row of the numbers with a fraction. */
export const FRACTION = placesOf(FRACTIONS);
/** Places in a row of the whole numbers. */
export const WHOLE = placesOf(WHOLES);
/** Numbers of the lists of a row. */
export const LIST = placesOf(LISTS);
/** Fractional numbers of a row. */
export const ROW_WIDTH = FRACTIONS.length;
const FIRST_LENGTH = WHOLES.length;
const FIRST_LIST = FIRST_LENGTH + LISTS.length;

function placesOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, place) => [name, place])) as Record<Name, number>;
}

/** The numbers of a row. The lengths of the lists stand before them. */
export function rowOf(evidence: LinkEvidence): {
  readonly fractions: number[];
  readonly wholes: number[];
} {
  const { directories, sources, blocks, templates, anchorWords, urlWords, contextWords } = evidence;
  // Written out, in the order of the names above, which takes a fraction of the time of looking them up.
  const { page, anchor, context, block, url, relevance, best } = evidence;
  const wholes = [
    evidence.links,
    evidence.accepted,
    evidence.host,
    directories.length,
    sources.length,
    blocks.length,
    templates.length,
    anchorWords.length,
    urlWords.length,
    contextWords.length,
  ];
  append(wholes, directories);
  append(wholes, sources);
  append(wholes, blocks);
  append(wholes, templates);
  append(wholes, anchorWords);
  append(wholes, urlWords);
  append(wholes, contextWords);
  return { fractions: [page, anchor, context, block, url, relevance, best], wholes };
}

function append(list: number[], more: readonly number[]): void {
  for (let index = 0; index < more.length; index += 1) list.push(more[index] ?? 0);
}

/** The evidence that a row has. */
export function evidenceOf(row: EvidenceRow): LinkEvidence {
  const { fractions, fraction, wholes, whole } = row;
  return {
    page: fractions[fraction + FRACTION.page] ?? 0,
    anchor: fractions[fraction + FRACTION.anchor] ?? 0,
    context: fractions[fraction + FRACTION.context] ?? 0,
    block: fractions[fraction + FRACTION.block] ?? 0,
    url: fractions[fraction + FRACTION.url] ?? 0,
    relevance: fractions[fraction + FRACTION.relevance] ?? 0,
    best: fractions[fraction + FRACTION.best] ?? 0,
    links: wholes[whole + WHOLE.links] ?? 0,
    accepted: wholes[whole + WHOLE.accepted] ?? 0,
    host: wholes[whole + WHOLE.host] ?? 0,
    directories: listOf(row, LIST.directories),
    sources: listOf(row, LIST.sources),
    blocks: listOf(row, LIST.blocks),
    templates: listOf(row, LIST.templates),
    anchorWords: listOf(row, LIST.anchorWords),
    urlWords: listOf(row, LIST.urlWords),
    contextWords: listOf(row, LIST.contextWords),
  };
}

function listOf(row: EvidenceRow, list: number): number[] {
  const begin = beginOf(row, list);
  const end = begin + lengthOf(row, list);
  const numbers: number[] = [];
  for (let index = begin; index < end; index += 1) numbers.push(row.wholes[index] ?? 0);
  return numbers;
}

/** Where a list begins in the whole numbers. @param list one of {@link LIST} */
export function beginOf({ wholes, whole }: EvidenceRow, list: number): number {
  let begin = whole + FIRST_LIST;
  for (let before = 0; before < list; before += 1) begin += wholes[whole + FIRST_LENGTH + before] ?? 0;
  return begin;
}

/** The length of a list. @param list one of {@link LIST} */
export function lengthOf({ wholes, whole }: EvidenceRow, list: number): number {
  return wholes[whole + FIRST_LENGTH + list] ?? 0;
}

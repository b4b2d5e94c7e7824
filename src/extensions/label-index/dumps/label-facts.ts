import { createLineSorter, groupLines, type LineSorter, type SortedLines } from '../external-sort.js';
import { nameFromIri } from '../../../language/linking/labels/label-files.js';
import type { DumpFact } from './dump-facts.js';
import { withoutQualifier } from '../../../support/text/ends.js';

/**
 * Facts of dumps for an index, as lines: the resource, a tab, a letter, and depending on the letter
 *
 *     L kind label        a name (0 preferred, 1 alternative, 2 of a redirect, 3 of a disambiguation page)
 *     N count             popularity
 *     A count label       link text
 *     X text              context
 *     R target            the resource redirects there
 *     D target            the resource is a disambiguation page with that meaning
 *     d page              the reverse
 */
export interface FactSorter {
  readonly add: (fact: DumpFact) => void;
  /** The facts sorted by resource, with redirects followed and disambiguation pages resolved. */
  finish(): Promise<SortedLines>;
}

/** Longer chains of redirects than two to the power of this end there, as do cycles. */
const ROUNDS = 6;
const COUNTS_IN_MEMORY = 200_000;

/**
 * Sorts facts on disk with constant memory. Labels, link texts and popularity of a redirect go to its target; a
 * DBpedia redirect without label is named by its IRI. Labels of a disambiguation page, without the words in
 * parentheses, go to each of its meanings; the page itself is dropped.
 *
 * @param folder for temporary files
 */
export function createFactSorter(folder: string): FactSorter {
  const facts = createLineSorter(folder, 'facts');
  const redirects = createLineSorter(folder, 'redirects-0');
  const unsorted: Unsorted = { facts, redirects, counts: new Map(), hasRedirects: false, hasPages: false };
  return {
    add: (fact) => addFact(unsorted, fact),
    finish: async () => {
      flushCounts(unsorted);
      const { hasRedirects, hasPages } = unsorted;
      if (hasRedirects)
        for await (const line of linesOf(await resolve(folder, redirects.finish()))) facts.add(line);
      let sorted = facts.finish();
      if (hasRedirects || hasPages) sorted = await rewrite(folder, 'followed', sorted, followed);
      if (hasPages) sorted = await rewrite(folder, 'dissolved', sorted, dissolved);
      return sorted;
    },
  };
}

interface Unsorted {
  readonly facts: LineSorter;
  readonly redirects: LineSorter;
  /** Popularity by IRI, as far as it was not added to the facts. */
  readonly counts: Map<string, number>;
  hasRedirects: boolean;
  /** Whether there are disambiguation pages. */
  hasPages: boolean;
}

function flushCounts({ facts, counts }: Unsorted): void {
  for (const [iri, count] of counts) facts.add(`${iri}\tN\t${count}`);
  counts.clear();
}

function addFact(unsorted: Unsorted, fact: DumpFact): void {
  const { facts, redirects, counts } = unsorted;
  const iri = plain(fact.iri);
  switch (fact.kind) {
    case 'label':
      facts.add(`${iri}\tL\t${fact.as === 'preferred' ? 0 : 1}\t${plain(fact.label)}`);
      return;
    case 'anchor':
      facts.add(`${iri}\tA\t${fact.count}\t${plain(fact.label)}`);
      return;
    case 'context':
      facts.add(`${iri}\tX\t${plain(fact.text)}`);
      return;
    case 'popularity':
      counts.set(iri, (counts.get(iri) ?? 0) + fact.count);
      if (counts.size >= COUNTS_IN_MEMORY) flushCounts(unsorted);
      return;
    case 'redirect':
      unsorted.hasRedirects = true;
      redirects.add(`${iri}\t${plain(fact.target)}`);
      return;
    case 'disambiguates':
      unsorted.hasPages = true;
      facts.add(`${plain(fact.target)}\td\t${iri}`);
      return;
  }
}

/** The text on one line, without tabs and unpaired surrogates. */
function plain(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
}

async function* linesOf(sorted: SortedLines): AsyncGenerator<string> {
  for await (const group of groupsOf(sorted)) yield `${group.key}\tR\t${group.rest[0] ?? ''}`;
}

async function* groupsOf(sorted: SortedLines): AsyncGenerator<{ key: string; rest: readonly string[] }> {
  for await (const piece of groupLines(sorted)) yield* piece;
}

/** Follows redirects to their ends by pointer doubling: each round replaces every target by its target. */
async function resolve(folder: string, redirects: SortedLines): Promise<SortedLines> {
  let current = redirects;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const byTarget = createLineSorter(folder, `targets-${round}`);
    for await (const { key, rest } of groupsOf(current)) byTarget.add(`${rest[0] ?? ''}\t${key}`);
    const next = createLineSorter(folder, `redirects-${round}`);
    const targets = groupsOf(current)[Symbol.asyncIterator]();
    let found = await targets.next();
    let changes = 0;
    for await (const { key, rest } of groupsOf(byTarget.finish())) {
      while (found.done !== true && found.value.key < key) found = await targets.next();
      const further = found.done !== true && found.value.key === key ? found.value.rest[0] : undefined;
      for (const source of rest) {
        const moves = further !== undefined && further !== source && further !== key;
        if (moves) changes += 1;
        next.add(`${source}\t${moves ? further : key}`);
      }
    }
    current = next.finish();
    if (changes === 0) break;
  }
  return current;
}

type Rewrite = (iri: string, lines: readonly string[], add: (line: string) => void) => void;

async function rewrite(
  folder: string,
  name: string,
  sorted: SortedLines,
  each: Rewrite,
): Promise<SortedLines> {
  const sorter = createLineSorter(folder, name);
  for await (const piece of groupLines(sorted))
    for (const { key, rest } of piece) each(key, rest, sorter.add);
  return sorter.finish();
}

/** Moves facts about a redirect to its target. */
const followed: Rewrite = (iri, lines, add) => {
  const target = lines.find((line) => line.startsWith('R\t'))?.slice(2);
  const moves = target !== undefined && target !== iri;
  let named = false;
  for (const line of lines) {
    const rest = line.slice(2);
    if (line.startsWith('R')) continue;
    if (line.startsWith('d')) add(`${rest}\tD\t${moves ? target : iri}`);
    else if (!moves) add(`${iri}\t${line}`);
    else if (line.startsWith('L')) {
      named = true;
      add(`${target}\tL\t2\t${rest.slice(2)}`);
    } else if (!line.startsWith('X')) add(`${target}\t${line}`);
  }
  if (!moves || named) return;
  for (const { label } of nameFromIri(iri)) add(`${target}\tL\t2\t${plain(label)}`);
};

/** Gives the names of a disambiguation page to each of its meanings. */
const dissolved: Rewrite = (iri, lines, add) => {
  const meanings = lines.filter((line) => line.startsWith('D\t')).map((line) => line.slice(2));
  if (meanings.length === 0) {
    for (const line of lines) add(`${iri}\t${line}`);
    return;
  }
  const labels = lines.filter((line) => line.startsWith('L')).map((line) => line.slice(4));
  const names = new Set(labels.map(withoutQualifier));
  for (const name of names) {
    if (name !== '') for (const meaning of new Set(meanings)) add(`${meaning}\tL\t3\t${name}`);
  }
};

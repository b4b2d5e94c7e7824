import { UsageError } from '../../../model/errors.js';
import type { Depth, Taxonomy } from '../../../knowledge/expansion/expansion.js';
import { once, onceFor } from '../../../support/once.js';
import { remember } from '../../../support/remember.js';
import type { PartOfSpeech, WordNet } from '../../../language/wordnet/wordnet.js';
import { checkArguments } from '../../../support/check-arguments.js';

export type { Depth, Taxonomy };

/** Root above the several hundred roots of the verbs, as in NLTK, so that any two verbs are connected. */
export const ARTIFICIAL_ROOT = 0;

const REMEMBERED = 20_000;
/** More than there are synsets: the closure of the root asks for all of them. */
const REMEMBERED_HYPONYMS = 100_000;

/** The hierarchy of WordNet's nouns or verbs, read on demand and cached. There is one per WordNet and part of speech. */
export function openTaxonomy(wordNet: WordNet, partOfSpeech: PartOfSpeech = 'noun'): Taxonomy {
  checkArguments('openTaxonomy', { wordNet: [wordNet, 'object'] });
  const taxonomies: Partial<Record<string, () => Taxonomy>> = taxonomiesOf(wordNet);
  const open = Object.hasOwn(taxonomies, partOfSpeech) ? taxonomies[partOfSpeech] : undefined;
  if (open === undefined) throw new UsageError(`openTaxonomy: partOfSpeech must be 'noun' or 'verb'`);
  return open();
}

const taxonomiesOf = onceFor((wordNet: WordNet) => ({
  noun: once(() => createTaxonomy(wordNet, 'noun')),
  verb: once(() => createTaxonomy(wordNet, 'verb')),
}));

function createTaxonomy(wordNet: WordNet, partOfSpeech: PartOfSpeech): Taxonomy {
  const hypernymsOf = remember((offset: number) => readHypernyms(wordNet, partOfSpeech, offset), REMEMBERED);
  const hyponymsOf = remember(
    (offset: number) => wordNet.hyponymsOf(offset, partOfSpeech),
    REMEMBERED_HYPONYMS,
  );
  const hypernymClosure = remember((offset: number) => closure(offset, hypernymsOf), REMEMBERED);
  const holds = (offset: number): boolean => wordNet.synset(offset, partOfSpeech) !== undefined;
  const depthOf = createDepths(hypernymsOf);
  const commonSubsumers = (a: number, b: number): number[] => {
    if (!holds(a) || !holds(b)) return [];
    const above = hypernymClosure(b);
    return [...hypernymClosure(a).keys()].filter((offset) => above.has(offset));
  };
  let greatest: number | undefined;
  return {
    partOfSpeech,
    hypernymsOf,
    hyponymsOf,
    hypernymClosure,
    hyponymClosure: (offset) => closure(offset, hyponymsOf),
    depthOf,
    greatestDepth: () => (greatest ??= greatestDepth(wordNet.synsets(partOfSpeech), depthOf)),
    commonSubsumers,
    lowestCommonSubsumers: (a, b) => {
      const shared = commonSubsumers(a, b);
      const deepest = Math.max(...shared.map((offset) => depthOf(offset).max));
      return shared.filter((offset) => depthOf(offset).max === deepest).sort((one, other) => one - other);
    },
    distance: (a, b) => {
      const [fromA, fromB] = [hypernymClosure(a), hypernymClosure(b)];
      const ways = commonSubsumers(a, b).map((offset) => (fromA.get(offset) ?? 0) + (fromB.get(offset) ?? 0));
      return ways.length === 0 ? undefined : Math.min(...ways);
    },
  };
}

function readHypernyms(wordNet: WordNet, partOfSpeech: PartOfSpeech, offset: number): readonly number[] {
  const synset = wordNet.synset(offset, partOfSpeech);
  if (synset === undefined) return [];
  const above = [...synset.hypernyms, ...synset.instanceHypernyms];
  return above.length === 0 && partOfSpeech === 'verb' ? [ARTIFICIAL_ROOT] : above;
}

/** Breadth first, so that the first path to a synset is the shortest. Some versions have cycles among the verbs. */
function closure(start: number, next: (offset: number) => readonly number[]): ReadonlyMap<number, number> {
  const steps = new Map([[start, 0]]);
  // Entries that are added to a map during iteration are visited last.
  for (const [offset, count] of steps) {
    for (const other of next(offset)) if (!steps.has(other)) steps.set(other, count + 1);
  }
  return steps;
}

function createDepths(hypernymsOf: (offset: number) => readonly number[]): (offset: number) => Depth {
  const known = new Map<number, Depth>();
  const read = (offset: number, below: ReadonlySet<number>): Depth => {
    const found = known.get(offset);
    if (found !== undefined) return found;
    const path = new Set([...below, offset]);
    const above = hypernymsOf(offset)
      .filter((hypernym) => !path.has(hypernym))
      .map((hypernym) => read(hypernym, path));
    const depth: Depth =
      above.length === 0
        ? { min: 0, max: 0 }
        : {
            min: 1 + Math.min(...above.map(({ min }) => min)),
            max: 1 + Math.max(...above.map(({ max }) => max)),
          };
    known.set(offset, depth);
    return depth;
  };
  return (offset) => read(offset, new Set());
}

function greatestDepth(synsets: Iterable<number>, depthOf: (offset: number) => Depth): number {
  let greatest = 0;
  for (const offset of synsets) greatest = Math.max(greatest, depthOf(offset).max);
  return greatest;
}

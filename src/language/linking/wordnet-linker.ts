import type { AnnotatedText, EntityLink, EntityLinker } from '../../model/noun.js';
import { createMentionFinder, type FoundMention } from './nouns/mentions.js';
import { isProperNoun } from './nouns/token-runs.js';
import { createSenseFinder } from './nouns/noun-senses.js';
import { onceFor } from '../../support/once.js';
import { spanKey, type Span } from '../../support/text/spans.js';
import { openSenseChooser, type Context, type SenseChooser } from '../wordnet/sense-choice.js';
import { synsetIri, synsetOffset, type Sense, type WordNet } from '../wordnet/wordnet.js';

/** The linker's name in links. */
export const WORDNET_NAME = 'wordnet';

/** Must be incremented when the linker links otherwise, since links are kept with texts. */
const RULES_VERSION = 2;

/** The linker with its version and that of WordNet. */
export const WORDNET_LINKER = `${WORDNET_NAME}/3.1 rules/${RULES_VERSION}`;

/** A linker with the version of WordNet. */
export interface WordNetLinker extends EntityLinker {
  /** Version of WordNet, '3.1'. */
  readonly version: string;
  /**
   * @param wanted lemmas of the nouns whose meaning is needed: the links of other nouns have their first sense, not the one
   *   that the text calls for. Default: all
   */
  link(text: AnnotatedText, wanted?: ReadonlySet<string>): Promise<readonly EntityLink[]>;
}

/**
 * Links nouns to the synsets of WordNet 3.1 ({@link synsetIri}).
 *
 * Sentences are read from left to right; the longest run of up to five tokens that is in WordNet links, else the
 * single noun, and reading continues after it. Inflected forms are found by their lemma, as written, or by WordNet's
 * rules. {@link createSenseFinder} describes which senses a mention can have, {@link openSenseChooser} how one is
 * chosen. An ambiguous name takes the sense that an unambiguous name in the text has: next to George W. Bush, Bush
 * and President Bush are the same person.
 *
 * Never linked: dates, numbers, single letters, months and weekdays, stop words; and a single word of a person's
 * longer name that is not in WordNet, since Kate Bush is not George Bush.
 *
 * There is one linker per WordNet, since it caches senses.
 */
export const openWordNetLinker = onceFor(createWordNetLinker);

function createWordNetLinker(wordNet: WordNet): WordNetLinker {
  const findMentions = createMentionFinder(wordNet, createSenseFinder(wordNet));
  const chooser = openSenseChooser(wordNet);
  return {
    name: WORDNET_NAME,
    version: wordNet.version,
    link: (text, wanted) => {
      const mentions = findMentions(text);
      const isWanted = wanted === undefined ? () => true : namedBy(text, wanted);
      const choose = chooseOnce(chooser, chooser.contextOf(text.text));
      const named = countFullNames(mentions);
      const links = mentions.flatMap((found) => {
        const { mention } = found;
        const isName = isProperNoun(mention) && !mention.capitalByPosition;
        const senses = isName ? sensesNamed(found.senses, named) : found.senses;
        const sense = isWanted(found) ? choose(found, senses) : senses[0];
        return sense === undefined
          ? []
          : { begin: found.begin, end: found.end, iri: synsetIri(sense.offset), linker: WORDNET_NAME };
      });
      return Promise.resolve(links);
    },
  };
}

/** Whether a mention is one of the wanted nouns, or of none that the annotator found. */
function namedBy({ nouns }: AnnotatedText, wanted: ReadonlySet<string>): (found: Span) => boolean {
  const others = new Set(nouns.flatMap((noun) => (wanted.has(noun.lemma) ? [] : [spanKey(noun)])));
  return (found) => !others.has(spanKey(found));
}

/** The linker's links as numbers: of each, the distance from the begin of the one before, its length, and the synset's offset. */
export function packLinks(links: readonly EntityLink[]): readonly number[] {
  let before = 0;
  return links.flatMap(({ begin, end, iri }) => {
    const distance = begin - before;
    before = begin;
    return [distance, end - begin, synsetOffset(iri)];
  });
}

/** The links that were packed. */
export function unpackLinks(numbers: readonly number[]): readonly EntityLink[] {
  const links: EntityLink[] = [];
  let begin = 0;
  for (let place = 0; place + 2 < numbers.length; place += 3) {
    begin += numbers[place] ?? 0;
    const end = begin + (numbers[place + 1] ?? 0);
    links.push({ begin, end, iri: synsetIri(numbers[place + 2] ?? 0), linker: WORDNET_NAME });
  }
  return links;
}

type Choose = (found: FoundMention, senses: readonly Sense[]) => Sense | undefined;

/** Chooses once per text for equal mentions. */
function chooseOnce(chooser: SenseChooser, context: Context): Choose {
  const chosen = new Map<readonly Sense[], Map<string, Sense | undefined>>();
  return ({ mention }, senses) => {
    const noun = mention.forms.join(' ');
    const byNoun = chosen.get(senses) ?? new Map<string, Sense | undefined>();
    chosen.set(senses, byNoun);
    if (!byNoun.has(noun)) byNoun.set(noun, chooser.choose(senses, noun, context));
    return byNoun.get(noun);
  };
}

/** How often each synset is named by several words without another sense. */
function countFullNames(mentions: readonly FoundMention[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { length, senses } of mentions) {
    const [only, another] = senses;
    if (length < 2 || only === undefined || another !== undefined) continue;
    counts.set(only.offset, (counts.get(only.offset) ?? 0) + 1);
  }
  return counts;
}

/** The senses that are named in full most often, or all when none is. */
function sensesNamed(senses: readonly Sense[], named: ReadonlyMap<number, number>): readonly Sense[] {
  const most = Math.max(...senses.map(({ offset }) => named.get(offset) ?? 0));
  return most === 0 ? senses : senses.filter(({ offset }) => named.get(offset) === most);
}

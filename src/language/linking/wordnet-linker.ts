import type { AnnotatedText, EntityLink, EntityLinker } from '../../model/noun.js';
import { createMentionFinder, type FoundMention } from './nouns/mentions.js';
import { isProperNoun, createSenseFinder } from './nouns/noun-senses.js';
import { onceFor } from '../../support/once.js';
import { spanKey } from '../../support/text/cut-text.js';
import { openSenseChooser, type Context, type SenseChooser } from '../wordnet/sense-choice.js';
import { synsetIri, type Sense, type WordNet } from '../wordnet/wordnet.js';

export const WORDNET_NAME = 'wordnet';

/**
 * Links nouns to the synsets of WordNet 3.1 ({@link synsetIri}): at each token the longest run of up to five tokens that is in
 * WordNet, else the single noun. {@link createSenseFinder} describes which senses a mention can have, {@link openSenseChooser}
 * how one is chosen. An ambiguous name takes the sense that an unambiguous name in the text has: next to George W. Bush, Bush
 * is the same person.
 *
 * Never linked: dates, numbers, single letters, months and weekdays, stop words; and a single word of a person's longer name
 * that is not in WordNet, since Kate Bush is not George Bush. Where only some nouns are wanted, the links of others have their
 * first sense.
 *
 * There is one linker per WordNet, since it caches senses.
 */
export const openWordNetLinker = onceFor(createWordNetLinker);

function createWordNetLinker(wordNet: WordNet): EntityLinker {
  const findMentions = createMentionFinder(wordNet, createSenseFinder(wordNet));
  const chooser = openSenseChooser(wordNet);
  return {
    name: WORDNET_NAME,
    link: (text, { wanted } = {}) =>
      Promise.resolve(new TextLinking(text, findMentions(text), chooser, wanted).links()),
  };
}

/** Links the mentions of a text. A class, since one is made for each text: its methods keep their optimised code. */
class TextLinking {
  /** Made where a sense has to be chosen. */
  private context: Context | undefined;
  private readonly text: string;
  private readonly named: ReadonlyMap<number, number>;
  /** Spans of the nouns that are not wanted; undefined where all are. */
  private readonly unwanted: ReadonlySet<number> | undefined;
  /** Senses, and a noun that may have them → the one that was chosen: once for equal mentions. */
  private readonly chosen = new Map<readonly Sense[], Map<string, Sense | undefined>>();

  constructor(
    text: AnnotatedText,
    private readonly mentions: readonly FoundMention[],
    private readonly chooser: SenseChooser,
    wanted: ReadonlySet<string> | undefined,
  ) {
    this.text = text.text;
    this.named = countFullNames(mentions);
    this.unwanted = wanted && spansOfOthers(text, wanted);
  }

  links(): EntityLink[] {
    const links: EntityLink[] = [];
    for (const found of this.mentions) {
      const { mention, begin, end } = found;
      const isName = isProperNoun(mention) && !mention.capitalByPosition;
      const senses = isName ? sensesNamed(found.senses, this.named) : found.senses;
      const isUnwanted = this.unwanted?.has(spanKey(found)) === true;
      const sense = isUnwanted || senses.length < 2 ? senses[0] : this.choose(found, senses);
      if (sense !== undefined) links.push({ begin, end, iri: synsetIri(sense.offset), linker: WORDNET_NAME });
    }
    return links;
  }

  private choose({ mention }: FoundMention, senses: readonly Sense[]): Sense | undefined {
    this.context ??= this.chooser.contextOf(this.text);
    const noun = mention.forms.join(' ');
    let byNoun = this.chosen.get(senses);
    if (byNoun === undefined) this.chosen.set(senses, (byNoun = new Map<string, Sense | undefined>()));
    if (!byNoun.has(noun)) byNoun.set(noun, this.chooser.choose(senses, noun, this.context));
    return byNoun.get(noun);
  }
}

/** The spans of the nouns that are not wanted. */
function spansOfOthers({ nouns }: AnnotatedText, wanted: ReadonlySet<string>): ReadonlySet<number> {
  const others = new Set<number>();
  for (const noun of nouns) if (!wanted.has(noun.lemma)) others.add(spanKey(noun));
  return others;
}

/** Number of times that each synset is named by several words without another sense. */
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
  if (named.size === 0) return senses;
  let most = 0;
  for (const { offset } of senses) most = Math.max(most, named.get(offset) ?? 0);
  return most === 0 ? senses : senses.filter(({ offset }) => named.get(offset) === most);
}

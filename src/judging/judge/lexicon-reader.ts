import type { Noun, RemoteLink } from '../../model/noun.js';
import type { Page } from '../../model/page.js';
import type { Judgement, NounEvidence } from '../../model/topic.js';
import { WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import { remember } from '../../support/remember.js';
import { fullText } from '../../support/text/full-text.js';
import {
  createLexicalAnnotator,
  type LexicalAnnotator,
  FirstMentions,
} from '../../language/text/lexical-annotator.js';
import { profileOfPage } from '../../knowledge/krs/document-profile.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import type { LinkNouns } from './analyser.js';
import { openLemmatizer } from '../../language/text/english.js';
import type { JudgePlan } from './judge-plan.js';

/** The nouns of a page. They are not linked. */
interface LexiconReading {
  readonly nouns: readonly Noun[];
  /**
   * The judgement with the IRIs that the topic's linkers give to the nouns of its evidence, the number of nouns that they would link,
   * and the name of what found them.
   */
  readonly linkEvidence: (judgement: Judgement) => Promise<Judgement>;
}

/** Reads a page by a topic's lexicon. @param remote links by a service for its text, where there is one */
export type LexiconReader = (page: Page, remote?: readonly RemoteLink[]) => LexiconReading;

/** Text in which the nouns of a page were found. */
interface Reading {
  readonly text: string;
  readonly nouns: readonly Noun[];
  readonly remote: readonly RemoteLink[] | undefined;
}

/** Lemmas of which it is remembered whether they are linked. */
const REMEMBERED = 20_000;

/** Makes the reader of a plan; undefined where pages are read in full, because the plan has no lexicon. */
export function createLexiconReader(
  { lexicon, analyser }: Pick<JudgePlan, 'lexicon' | 'analyser'>,
  link: LinkNouns,
  wordNet: WordNet,
): LexiconReader | undefined {
  if (lexicon === undefined) return undefined;
  const annotator = createLexicalAnnotator(lexicon.words, openLemmatizer(wordNet));
  const isLinkable = remember(createLinkable(lexicon.linked, analyser.linkers, wordNet), REMEMBERED);
  return (page, remote) => {
    const text = fullText(page);
    const nouns = annotator.nounsOf(text);
    return {
      nouns,
      async linkEvidence({ reason, ...judgement }) {
        let linked = 0;
        for (const lemma of profileOfPage(nouns).lemmas) if (isLinkable(lemma)) linked += 1;
        const evidence = await withMeanings(reason.evidence, { text, nouns, remote }, annotator, link);
        const counted = { ...reason.nouns, linked };
        return { ...judgement, reason: { ...reason, nouns: counted, evidence, annotator: annotator.name } };
      },
    };
  };
}

/**
 * Links the nouns of the evidence alone: of a page with a thousand mentions, ten nouns are shown. The linkers read the
 * sentences that mention these first; WordNet's chooses senses by all words of the text.
 */
async function withMeanings(
  evidence: readonly NounEvidence[],
  { text, nouns, remote }: Reading,
  annotator: LexicalAnnotator,
  link: LinkNouns,
): Promise<readonly NounEvidence[]> {
  const wanted = new Set(evidence.flatMap(({ lemma, iri }) => (iri === undefined ? [lemma] : [])));
  const mentions = new FirstMentions(wanted, nouns);
  const part = { text, sentences: annotator.sentencesOf(text, mentions), nouns: mentions.around };
  if (part.sentences.length === 0) return evidence;
  const iris = new Map<string, string>();
  for (const { lemma, iri } of await link(part, { remote, wanted }))
    if (iri !== undefined && !iris.has(lemma)) iris.set(lemma, iri);
  return evidence.map((noun) => {
    const iri = noun.iri ?? iris.get(noun.lemma);
    return iri === undefined ? noun : { ...noun, iri };
  });
}

/**
 * True if the linkers of a topic link a lemma: they linked it in the corpus; or WordNet has it, where that is one of them.
 */
function createLinkable(
  linked: string,
  linkers: readonly string[],
  wordNet: WordNet,
): (lemma: string) => boolean {
  const known = new Set(linked.split('\n'));
  const usesWordNet = linkers.includes(WORDNET_NAME);
  return (lemma) => known.has(lemma) || (usesWordNet && wordNet.holds(lemma));
}

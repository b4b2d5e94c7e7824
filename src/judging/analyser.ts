import { applyLinks, chainLinkers } from '../linking/chain.js';
import { createGazetteer } from '../linking/gazetteer.js';
import { createIndexLinker } from '../linking/label-index/index-linker.js';
import type { LabelEntry } from '../linking/labels/label-entry.js';
import { openLabelIndex, type LabelIndexData } from '../linking/label-index/label-index.js';
import type { RemoteLink } from '../linking/spotlight/spotlight-answer.js';
import { createSpotlightLinker } from '../linking/spotlight/spotlight-linker.js';
import type { SpotlightClient } from '../linking/spotlight/spotlight.js';
import { openWordNetLinker } from '../linking/wordnet-linker.js';
import { InputError } from '../model/errors.js';
import type { AnnotatedText, Annotator, EntityLinker, LinkedNoun } from '../model/noun.js';
import { guardLinker } from '../plugins/guard.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { runInSteps } from '../support/interruptible.js';
import type { WordNet } from '../wordnet/wordnet.js';
import { openAnnotator } from './english.js';

/** A text with its sentences, and its nouns with what they mean. */
export interface AnalysedText extends AnnotatedText {
  readonly nouns: readonly LinkedNoun[];
}

/**
 * Finds the nouns of a text and what they mean. The same analyser reads corpora and pages.
 * @param remote what a service found in the text in Unicode NFC; undefined when it was not asked, or is down
 * @param signal ends the work on a long text when aborted, which then rejects with its reason
 */
export type Analyse = (
  text: string,
  remote?: readonly RemoteLink[],
  signal?: AbortSignal,
) => Promise<AnalysedText>;

/** Asks a service what a text names; undefined when the service is down. */
export type AskRemote = SpotlightClient['annotate'];

/** What an analyser is made of, as plain data that can be handed to a worker thread. */
export interface AnalyserPlan {
  /** Names of linkers, the first asked first. */
  readonly linkers: readonly string[];
  /** Labels for the gazetteer by source, the most trusted source first. */
  readonly labels: readonly (readonly LabelEntry[])[];
  /** Names that the gazetteer does not know are looked up here. Threads share its memory. */
  readonly index?: LabelIndexData;
}

/**
 * Makes an analyser; WordNet is handed in, since reading it takes a moment.
 * @param plugins where linkers are that are not built in
 * @throws InputError for a linker that is not there
 */
export function createAnalyser(
  plan: AnalyserPlan,
  wordNet: WordNet,
  annotator = openAnnotator(wordNet),
  plugins: Plugins = NO_PLUGINS,
): Analyse {
  const link = createLinking(plan, { wordNet, annotator, plugins });
  return async (text, remote, signal) => {
    const annotated = await annotateText(text, annotator, signal);
    return { ...annotated, nouns: await link(annotated, remote) };
  };
}

/** The first half of an analysis: sentences and nouns of a text in Unicode NFC. */
export async function annotateText(
  text: string,
  annotator: Annotator,
  signal?: AbortSignal,
): Promise<AnnotatedText> {
  const composed = text.normalize('NFC');
  const steps = annotator.annotateInSteps?.(composed);
  const annotated = steps === undefined ? annotator.annotate(composed) : await runInSteps(steps, signal);
  signal?.throwIfAborted();
  return annotated;
}

/** The second half of an analysis: what the nouns of an annotated text mean. */
export type LinkNouns = (
  annotated: AnnotatedText,
  remote?: readonly RemoteLink[],
) => Promise<readonly LinkedNoun[]>;

/** What linkers are made with. */
interface LinkingParts {
  readonly wordNet: WordNet;
  readonly annotator: Annotator;
  readonly plugins: Plugins;
}

/** Makes the second half of an analyser. @throws InputError as {@link createAnalyser} */
export function createLinking(plan: AnalyserPlan, parts: LinkingParts): LinkNouns {
  const makers = plan.linkers.flatMap((name) => createLinkers(name, plan, parts));
  return async (annotated, remote) => {
    const linker = chainLinkers(makers.map((make) => make(remote)));
    return applyLinks(annotated, await linker.link(annotated));
  };
}

type MakeLinker = (remote: readonly RemoteLink[] | undefined) => EntityLinker;

/** Linkers that serve every text are made once; what a service found is there for one text. */
function createLinkers(
  name: string,
  plan: AnalyserPlan,
  { wordNet, annotator, plugins }: LinkingParts,
): MakeLinker[] {
  const always =
    (linker: EntityLinker): MakeLinker =>
    () =>
      linker;
  switch (name) {
    case 'gazetteer': {
      const gazetteer = always(createGazetteer(plan.labels, annotator));
      if (plan.index === undefined) return [gazetteer];
      const index = createIndexLinker(openLabelIndex(plan.index), createGeneralFrequency(wordNet));
      return [gazetteer, always(index)];
    }
    case 'wordnet':
      return [always(openWordNetLinker(wordNet))];
    case 'spotlight':
      return [(remote) => createSpotlightLinker(() => Promise.resolve(remote))];
    default: {
      const own = plugins.find('linkers', name);
      if (own === undefined) throw new InputError(`the linker '${name}' is not known here`);
      return [always(guardLinker(own))];
    }
  }
}

/** How often a noun was met in WordNet's tagged texts, over all its senses as a noun. */
export function createGeneralFrequency(wordNet: WordNet): (lemma: string) => number {
  return (lemma) => wordNet.sensesOf(lemma).reduce((sum, { tagCount }) => sum + tagCount, 0);
}

import { applyLinks, chainLinkers } from '../../language/linking/chain.js';
import { createGazetteer } from '../../language/linking/gazetteer.js';
import { createIndexLinker } from '../../extensions/label-index/index-linker.js';
import type { LabelEntry } from '../../language/linking/labels/label-entry.js';
import { openLabelIndex } from '../../extensions/label-index/label-index.js';
import type { RemoteLink } from '../../language/linking/spotlight/spotlight-answer.js';
import { createSpotlightLinker } from '../../language/linking/spotlight/spotlight-linker.js';
import type { SpotlightClient } from '../../language/linking/spotlight/spotlight.js';
import { openWordNetLinker, WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import { InputError } from '../../model/errors.js';
import type { LabelIndexData } from '../../model/label-index.js';
import type { AnnotatedText, Annotator, EntityLink, EntityLinker, LinkedNoun } from '../../model/noun.js';
import { guardLinker } from '../plugins/guard.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { given } from '../../support/given.js';
import { runInSteps } from '../../support/interruptible.js';
import { generalFrequencyIn } from '../../language/wordnet/commonness.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import { annotatorFor } from './languages.js';

/** A text with its sentences and its linked nouns. */
export interface AnalysedText extends AnnotatedText {
  readonly nouns: readonly LinkedNoun[];
}

/**
 * Finds and links the nouns of a text. The same analyser reads corpora and pages.
 * @param remote links by a service for the text in Unicode NFC; undefined if it was not queried, or is down
 * @param signal stops the work on a long text when aborted; the promise then rejects with its reason
 */
export type Analyse = (
  text: string,
  remote?: readonly RemoteLink[],
  signal?: AbortSignal,
) => Promise<AnalysedText>;

/** Queries a service for the links of a text; undefined if the service is down. */
export type AskRemote = SpotlightClient['annotate'];

/** The settings of an analyser, as plain data for worker threads. */
export interface AnalyserPlan {
  /** ISO 639-1 code of the language of the texts. Default: English. */
  readonly language?: string;
  /** Names of linkers, in order of precedence. */
  readonly linkers: readonly string[];
  /** Labels for the gazetteer by source, the most trusted source first. */
  readonly labels: readonly (readonly LabelEntry[])[];
  /** Label index for names that the gazetteer does not know. Threads share its memory. */
  readonly index?: LabelIndexData;
}

/**
 * Makes an analyser. WordNet is a parameter, since loading it takes a moment.
 * @param plugins have the linkers that are not built in
 * @throws InputError for an unknown linker
 */
export function createAnalyser(
  plan: AnalyserPlan,
  wordNet: WordNet,
  annotator = annotatorFor(plan.language ?? ENGLISH, wordNet),
  plugins: Plugins = NO_PLUGINS,
): Analyse {
  const link = createLinking(plan, { wordNet, annotator, plugins });
  return async (text, remote, signal) => {
    const annotated = await annotateText(text, annotator, signal);
    return { ...annotated, nouns: await link(annotated, given({ remote })) };
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

/** Links of a text that are known before it is linked. */
export interface KnownLinks {
  /** Links by a service; undefined if it was not queried, or is down. */
  readonly remote?: readonly RemoteLink[];
  /** What the WordNet linker links in the text; without it, it is called. */
  readonly wordNet?: readonly EntityLink[];
}

/** The second half of an analysis: what the nouns of an annotated text mean. */
export type LinkNouns = (annotated: AnnotatedText, known?: KnownLinks) => Promise<readonly LinkedNoun[]>;

/** What linkers are made with. */
interface LinkingParts {
  readonly wordNet: WordNet;
  readonly annotator: Annotator;
  readonly plugins: Plugins;
}

/** Makes the second half of an analyser. @throws InputError as {@link createAnalyser} */
export function createLinking(plan: AnalyserPlan, parts: LinkingParts): LinkNouns {
  const makers = plan.linkers.flatMap((name) => createLinkers(name, plan, parts));
  return async (annotated, known = {}) => {
    const linker = chainLinkers(makers.map((make) => make(known)));
    return applyLinks(annotated, await linker.link(annotated));
  };
}

type MakeLinker = (known: KnownLinks) => EntityLinker;

/** Makers of a linker for each text. Most linkers are made once; one whose links are known depends on the text. */
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
      const index = createIndexLinker(openLabelIndex(plan.index), generalFrequencyIn(wordNet));
      return [gazetteer, always(index)];
    }
    case WORDNET_NAME: {
      const linker = openWordNetLinker(wordNet);
      return [({ wordNet: links }) => (links === undefined ? linker : linkerOf(links))];
    }
    case 'spotlight':
      return [({ remote }) => createSpotlightLinker(() => Promise.resolve(remote))];
    default: {
      const own = plugins.find('linkers', name);
      if (own === undefined) throw new InputError(`the linker '${name}' is not known here`);
      return [always(guardLinker(own))];
    }
  }
}

function linkerOf(links: readonly EntityLink[]): EntityLinker {
  return { name: WORDNET_NAME, link: () => Promise.resolve(links) };
}

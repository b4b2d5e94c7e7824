import { applyLinks, chainLinkers } from '../../language/linking/chain.js';
import type { AnnotatedText, Annotator, LinkedNoun, RemoteLink } from '../../model/noun.js';
import type { AnalyserPlan, KnownLinks } from '../linkers/linker.js';
import { makeLinker } from '../linkers/make-linker.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { runInSteps } from '../../support/interruptible.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { annotatorFor } from './languages.js';
import { normalForm } from '../../support/text/normal-form.js';

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

/**
 * Makes an analyser. WordNet is a parameter, since loading it takes a moment.
 * @param plugins have the linkers that are not built in
 * @throws InputError for an unknown linker
 */
export function createAnalyser(
  plan: AnalyserPlan,
  wordNet: WordNet,
  annotator = annotatorFor(plan, wordNet),
  plugins: Plugins = NO_PLUGINS,
): Analyse {
  const link = createLinking(plan, { wordNet, annotator, plugins });
  return async (text, remote, signal) => {
    const annotated = await annotateText(text, annotator, signal);
    return { ...annotated, nouns: await link(annotated, { remote }) };
  };
}

/** The first half of an analysis: sentences and nouns of a text in Unicode NFC. */
export async function annotateText(
  text: string,
  annotator: Annotator,
  signal?: AbortSignal,
): Promise<AnnotatedText> {
  const composed = normalForm(text);
  const steps = annotator.annotateInSteps?.(composed);
  const annotated = steps === undefined ? annotator.annotate(composed) : await runInSteps(steps, signal);
  signal?.throwIfAborted();
  return annotated;
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
  const { wordNet, annotator, plugins } = parts;
  const makers = plan.linkers.map((name) => makeLinker(name, { plan, wordNet, annotator }, plugins));
  return async (annotated, known = {}) => {
    const linker = chainLinkers(makers.map((make) => make(known)));
    return applyLinks(annotated, await linker.link(annotated));
  };
}

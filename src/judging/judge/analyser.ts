import { applyLinks, chainLinkers } from '../../language/linking/chain.js';
import type { AnnotatedText, Annotator, KnownLinks, LinkedNoun } from '../../model/noun.js';
import type { AnalyserPlan } from '../../language/linking/linker.js';
import { makeLinker } from '../linkers/make-linker.js';
import type { Plugins } from '../plugins/registry.js';
import { runInSteps } from '../../support/interruptible.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { normalForm } from '../../support/text/normal-form.js';

/**
 * The first half of an analysis: sentences and nouns of a text in Unicode NFC.
 * @param signal stops the work on a long text when aborted; the promise then rejects with its reason
 */
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

/** Makes the second half of an analysis. @throws InputError for an unknown linker */
export function createLinking(plan: AnalyserPlan, parts: LinkingParts): LinkNouns {
  const { wordNet, annotator, plugins } = parts;
  const linkers = plan.linkers.map((name) => makeLinker(name, { plan, wordNet, annotator }, plugins));
  const chain = chainLinkers(linkers);
  return async (annotated, known) => applyLinks(annotated, await chain.link(annotated, known));
}

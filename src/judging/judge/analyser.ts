import { applyLinks, chainLinkers } from '../../language/linking/chain.js';
import { InputError } from '../../model/errors.js';
import type { AnnotatedText, Annotator, EntityLinker, KnownLinks, LinkedNoun } from '../../model/noun.js';
import type { AnalyserPlan, LinkerDeclaration, LinkingContext } from '../../language/linking/linker.js';
import { LINKER_PARTS, partOf } from '../parts.js';
import { guardLinker } from '../plugins/guarded-parts.js';
import { once } from '../../support/once.js';
import type { Plugins } from '../plugins/registry.js';
import { runInSteps } from '../../support/interruptible.js';
import { normalForm } from '../../support/text/normal-form.js';

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

/** Makes the second half of an analysis. @throws InputError for an unknown linker */
export function createLinking(
  plan: AnalyserPlan,
  parts: Omit<LinkingContext, 'plan'> & { readonly plugins: Plugins },
): LinkNouns {
  const { wordNet, annotator, plugins } = parts;
  const linkers = plan.linkers.map((name) => makeLinker(name, { plan, wordNet, annotator }, plugins));
  const chain = chainLinkers(linkers);
  return async (annotated, known) => applyLinks(annotated, await chain.link(annotated, known));
}

/** Makes the linker of a name. A built-in one is loaded at the first text. @throws InputError for an unknown name */
function makeLinker(name: string, context: LinkingContext, plugins: Plugins): EntityLinker {
  const builtIn = partOf<LinkerDeclaration>(LINKER_PARTS, name);
  if (builtIn !== undefined) {
    const made = once(async () => (await builtIn.load()).make(context));
    return { name, link: async (...text) => (await made()).link(...text) };
  }
  const own = plugins.find('linkers', name);
  if (own === undefined) throw new InputError(`the linker '${name}' is not known here`);
  return guardLinker(own);
}

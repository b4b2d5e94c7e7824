import { analysisOf, type DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import {
  openWordNetLinker,
  packLinks,
  unpackLinks,
  WORDNET_LINKER,
  WORDNET_NAME,
} from '../../../language/linking/wordnet-linker.js';
import type { AnnotatedText, EntityLink, KnownLinks } from '../../../model/noun.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { ANNOTATOR_NAME } from '../../../language/text/compromise-annotator.js';
import { packText, unpackText, type PackedText } from '../../../language/text/packed-text.js';
import type { WordNet } from '../../../language/wordnet/wordnet.js';
import { annotateText, createLinking } from '../../../judging/judge/analyser.js';
import type { AnalyserPlan } from '../../../language/linking/linker.js';
import { annotatorFor } from '../../../judging/judge/languages.js';
import { normalForm } from '../../../support/text/normal-form.js';

/**
 * Identifies how texts are read apart from the topic. A reading of another version must not be taken.
 * @param withLinks whether WordNet is one of the linkers
 */
export function readingVersion(withLinks: boolean): string {
  return withLinks ? `${ANNOTATOR_NAME}, ${WORDNET_LINKER}` : ANNOTATOR_NAME;
}

/** Input for reading a text, besides the text. */
export interface ReadingInput extends Pick<KnownLinks, 'remote'> {
  /** A reading of the same text and version. One that does not fit the text is not used. */
  readonly kept?: string;
  /** True if the reading is to be kept. */
  readonly keep?: boolean;
}

/** A text that was read. */
export interface ReadText {
  readonly analysis: DocumentAnalysis;
  /**
   * Findings in the text that do not depend on the topic: its annotation and, if WordNet is one of the linkers, the links
   * to it; as JSON. Only where it is to be kept. Equal texts give equal readings.
   */
  readonly reading?: string;
  /** True if the text was annotated: false where a reading was kept. */
  readonly isNew: boolean;
}

/** Reads texts, or takes what was kept of them and links it. @throws the signal's reason */
export type TextReader = (text: string, input: ReadingInput, signal?: AbortSignal) => Promise<ReadText>;

/** Makes a reader of texts. @throws InputError for an unknown linker */
export function createTextReader(plan: AnalyserPlan, wordNet: WordNet, plugins: Plugins): TextReader {
  const { linkers } = plan;
  const annotator = annotatorFor(plan, wordNet);
  const link = createLinking(plan, { wordNet, annotator, plugins });
  const linker = linkers.includes(WORDNET_NAME) ? openWordNetLinker(wordNet) : undefined;
  return async (written, { remote, kept, keep = false }, signal) => {
    const text = normalForm(written);
    const known = kept === undefined ? undefined : unpackReading(kept, text);
    const annotated = known?.annotated ?? (await annotateText(text, annotator, signal));
    const links = known?.links ?? (await linker?.link(annotated));
    const nouns = await link(annotated, { remote, wordNet: links });
    return {
      analysis: analysisOf(nouns),
      isNew: known === undefined,
      ...(keep ? { reading: known === undefined ? packReading(annotated, links) : kept } : {}),
    };
  };
}

interface PackedReading extends PackedText {
  readonly links?: readonly number[];
}

function packReading(annotated: AnnotatedText, links: readonly EntityLink[] | undefined): string {
  const reading: PackedReading = {
    ...packText(annotated),
    links: links && packLinks(links),
  };
  return JSON.stringify(reading);
}

/** Undefined where the reading cannot be that of the text. */
function unpackReading(
  kept: string,
  text: string,
): { readonly annotated: AnnotatedText; readonly links?: readonly EntityLink[] } | undefined {
  try {
    const reading = JSON.parse(kept) as PackedReading;
    return {
      annotated: unpackText(reading, text),
      links: reading.links && unpackLinks(reading.links),
    };
  } catch {
    return undefined;
  }
}

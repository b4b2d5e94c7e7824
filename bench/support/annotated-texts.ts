import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openAnnotator } from '../../src/language/text/english.js';
import { analysisOf } from '../../src/knowledge/krs/analysis.js';
import { sha256 } from '../../src/support/hash.js';
import { fullText } from '../../src/support/text/full-text.js';
import type { AnalysedDocument } from '../../src/judging/topic/scorer.js';

/** A text and its title. */
interface Titled {
  readonly title: string;
  readonly text: string;
}

/** What is kept of a text: its nouns, how often each occurs, and where, if that was needed. */
interface Annotation extends Pick<AnalysedDocument, 'nouns'> {
  readonly mentions?: AnalysedDocument['mentions'];
}

/** Finds the nouns of texts. */
export interface Annotations {
  readonly nouns: (document: Titled) => AnalysedDocument['nouns'];
  /** Also where they are, as excerpts need it. */
  readonly places: (document: Titled) => AnalysedDocument;
}

/**
 * Finds the nouns of each text once: they are kept in a file for later runs, by annotator and text, since finding them takes
 * most of the time of a benchmark of classifiers.
 * @param folder default: in the system's folder for temporary files
 */
export function openAnnotations(folder = path.join(tmpdir(), 'sfwc-bench')): Annotations {
  const annotator = openAnnotator();
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `annotations-${sha256(annotator.name).slice(0, 16)}.jsonl`);
  const known = existsSync(file) ? readAll(file) : new Map<string, Annotation>();
  const annotate = (document: Titled, key: string): Required<Annotation> => {
    const annotated = annotator.annotate(fullText(document));
    const { nouns, mentions } = analysisOf(annotated.nouns);
    const found = {
      nouns: nouns.map(({ lemma, mentions: count }) => ({ lemma, mentions: count })),
      mentions,
    };
    known.set(key, found);
    appendFileSync(file, `${JSON.stringify({ key, ...found })}\n`);
    return found;
  };
  const keyOf = (document: Titled): string => sha256(fullText(document)).slice(0, 24);
  return {
    nouns: (document) => {
      const key = keyOf(document);
      return (known.get(key) ?? annotate(document, key)).nouns;
    },
    places: ({ title, text }) => {
      const key = keyOf({ title, text });
      const { nouns, mentions } = known.get(key) ?? {};
      if (nouns === undefined || mentions === undefined)
        return { title, text, ...annotate({ title, text }, key) };
      return { title, text, nouns, mentions };
    },
  };
}

/** The last line may be incomplete, where a run was interrupted. */
function readAll(file: string): Map<string, Annotation> {
  const known = new Map<string, Annotation>();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const { key, ...annotation } = JSON.parse(line) as Annotation & { readonly key: string };
    known.set(key, annotation);
  }
  return known;
}

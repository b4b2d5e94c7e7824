import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import type { CorpusDocument } from '../../../model/document.js';
import { nameOf, type Vocabulary } from './vocabulary.js';
import { normalForm } from '../../../support/text/normal-form.js';

/** Texts that are made of a vocabulary at most: more teach a topic nothing, and take long to read. */
const MAX_DOCUMENTS = 1000;
/** Characters that a text of a concept has at least, where the concepts below it have as many to say. */
const WANTED = 1500;

/**
 * The concepts of a vocabulary as texts, of which a topic without others consists: labels, definitions and notes of a concept, and
 * of the concepts below and next to it, until a text is as long as a short page. Of large vocabularies, those concepts with the most
 * notes become texts.
 */
export function conceptDocuments(vocabulary: Vocabulary, language: string): readonly CorpusDocument[] {
  const { concepts } = vocabulary;
  const names = (concept: number): readonly string[] => {
    const own = (concepts[concept]?.labels ?? []).filter(
      ({ language: tag, kind }) => fitsLanguage(tag, language) && kind !== 'hidden',
    );
    return [...new Set(own.map(({ text }) => text))];
  };
  const paragraph = (concept: number): string => {
    const said = names(concept).join('; ');
    return [...(said === '' ? [] : [`${said}.`]), ...(concepts[concept]?.notes ?? [])].join(' ');
  };
  return chosen(vocabulary).flatMap((concept): CorpusDocument[] => {
    const { iri = '', labels = [] } = concepts[concept] ?? {};
    if (names(concept).length === 0) return [];
    const parts: string[] = [];
    let length = 0;
    for (const one of around(concept, vocabulary)) {
      const text = paragraph(one);
      if (text === '') continue;
      parts.push(text);
      length += text.length;
      if (length >= WANTED) break;
    }
    return [
      {
        id: iri,
        title: nameOf({ iri, labels }, language),
        text: normalForm(parts.join('\n\n')),
        subject: iri,
        language,
      },
    ];
  });
}

/** A concept, then those below it, level by level, then related ones and those above. */
function* around(concept: number, { concepts, narrower }: Vocabulary): Generator<number> {
  const seen = new Set([concept]);
  let level: readonly number[] = [concept];
  yield concept;
  for (let depth = 0; depth < 3 && level.length > 0; depth += 1) {
    const next: number[] = [];
    for (const one of level)
      for (const below of narrower[one] ?? [])
        if (!seen.has(below)) {
          seen.add(below);
          next.push(below);
          yield below;
        }
    level = next;
  }
  const { related = [], broader = [] } = concepts[concept] ?? {};
  for (const one of [...related, ...broader])
    if (!seen.has(one)) {
      seen.add(one);
      yield one;
    }
}

/** Those with the most to say, in the order of the vocabulary. */
function chosen({ concepts, narrower }: Vocabulary): readonly number[] {
  const all = [...concepts.keys()];
  if (all.length <= MAX_DOCUMENTS) return all;
  const says = (concept: number): number =>
    (concepts[concept]?.notes ?? []).reduce((sum, note) => sum + note.length, 0) +
    20 * (narrower[concept] ?? []).length;
  const ordered = all
    .map((concept) => [concept, says(concept)] as const)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return ordered
    .slice(0, MAX_DOCUMENTS)
    .map(([concept]) => concept)
    .sort((a, b) => a - b);
}

import type { BuildSettings } from '../../../app/settings/build-settings.js';
import type { TopicVocabulary } from '../../../app/topics/build-topic.js';
import { documentsReader, type BuildCallbacks } from '../../../app/topics/building/corpus-to-build.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { fitsLanguage, type LabelEntry } from '../../../language/linking/labels/label-entry.js';
import type { CorpusDocument } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import { normalForm } from '../../../support/text/normal-form.js';
import { isWebAddress } from '../../../support/parse-url.js';
import { chooseSense } from './find-subjects.js';
import { matcherOf, type LabelMatcher } from './label-matcher.js';
import { readSkos } from './read-skos.js';
import {
  nameOf,
  readVocabulary,
  vocabularyOf,
  writeVocabulary,
  type ConceptLabel,
  type Vocabulary,
} from './vocabulary.js';
import { vocabularyFile } from '../../../knowledge/files/companions.js';

/**
 * Opens the vocabulary that a topic is built with: one that the settings name, or that of a topic that is changed.
 * @throws UsageError for settings; InputError when it cannot be read, or has no such concept; the signal's reason
 */
export async function openTopicVocabulary(
  settings: BuildSettings,
  observer: BuildCallbacks,
): Promise<TopicVocabulary> {
  const { vocabulary, sources } =
    settings.vocabulary.length > 0
      ? await readSources(settings, observer)
      : await readVocabulary(vocabularyFile(topicFile(settings.kb, settings.topic)));
  const { language } = settings;
  return {
    concepts: documentsReader(sources.join(', '), conceptDocuments(vocabulary, language)),
    named: namedConcepts(vocabulary, language),
    labelsIn: (texts) => namedLabels(vocabulary, matcherOf(vocabulary, language), texts),
    save: (file) => writeVocabulary(vocabularyFile(file), { vocabulary, language, sources }),
  };
}

function namedConcepts(vocabulary: Vocabulary, language: string): TopicVocabulary['named'] {
  return vocabulary.concepts.flatMap(({ iri, labels }) =>
    namesIn(labels, language).map((text) => [iri, text] as const),
  );
}

async function readSources(settings: BuildSettings, observer: BuildCallbacks) {
  const { vocabulary: sources, language, concept, depth } = settings;
  const { signal, onWait, onWarning } = observer;
  onWait?.('reading the vocabulary');
  const address = sources.find(isWebAddress);
  if (address !== undefined)
    throw new InputError(`--vocabulary takes files, and ${address} is an address`, {
      hint: `download it, and give the file: curl -LO ${address}`,
    });
  const whole = await readSkos(sources, language);
  signal?.throwIfAborted();
  const vocabulary = selectConcepts(whole, concept, depth);
  warnOfLanguages(vocabulary, language, onWarning);
  return { vocabulary, sources };
}

function warnOfLanguages(
  vocabulary: Vocabulary,
  language: string,
  onWarning: BuildCallbacks['onWarning'],
): void {
  const tags = vocabulary.concepts.flatMap(({ labels }) => labels.map((label) => label.language));
  if (!tags.some((tag) => fitsLanguage(tag, language)))
    throw new InputError(
      `the vocabulary has no labels in '${language}'; its languages: ${[...new Set(tags)].join(', ')}`,
      { hint: 'name one of them with --set language=CODE' },
    );
  const without = tags.filter((tag) => tag === '').length;
  if (without > 0)
    onWarning?.(`${without} of ${tags.length} labels have no language; they are used for texts in any`);
}

/** The labels that texts name. Of several concepts with a label, the one is taken that texts mean most often by it. */
async function namedLabels(
  vocabulary: Vocabulary,
  matcher: LabelMatcher,
  texts: AsyncIterable<string>,
): Promise<readonly LabelEntry[]> {
  const votes = new Map<string, Map<number, number>>();
  for await (const text of texts) {
    const matches = matcher.find(text);
    const senseOf = chooseSense(vocabulary, matches);
    for (const match of matches) {
      const concept = senseOf(match);
      if (concept === undefined) continue;
      const label = text.slice(match.begin, match.end);
      const of = votes.get(label) ?? new Map<number, number>();
      votes.set(label, of.set(concept, (of.get(concept) ?? 0) + 1));
    }
  }
  return [...votes]
    .map(([label, of]): LabelEntry => {
      const [concept] = [...of].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0];
      return { label, iri: vocabulary.concepts[concept]?.iri ?? '', kind: 'preferred' };
    })
    .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
}

/** Some schemes of a vocabulary, or some of its top concepts, for a message. */
function placesOf({ schemes, concepts }: Vocabulary): readonly string[] {
  const top = concepts.filter(({ broader }) => broader.length === 0);
  const named = top.map(({ iri, labels: [label] }) => ({ iri, title: label?.text }));
  return [...schemes, ...named].slice(0, 5).map(({ iri, title = '' }) => `${iri} (${title})`);
}

/**
 * The part of a vocabulary at a concept, with all below it to a depth, or in a concept scheme.
 * @throws InputError for an IRI that the vocabulary does not have
 */
export function selectConcepts(vocabulary: Vocabulary, concept?: string, depth = Infinity): Vocabulary {
  if (concept === undefined) return vocabulary;
  const { schemes, concepts, narrower } = vocabulary;
  const scheme = schemes.findIndex(({ iri }) => iri === concept);
  const top = concepts.flatMap((one, number) =>
    one.iri === concept || (scheme >= 0 && one.schemes.includes(scheme)) ? [number] : [],
  );
  if (top.length === 0)
    throw new InputError(`the vocabulary has no concept and no concept scheme <${concept}>`, {
      hint: `give an IRI of it, such as ${placesOf(vocabulary).join(', ')}`,
    });
  const kept = new Set(top);
  let level: readonly number[] = top;
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    level = level.flatMap((one) => narrower[one] ?? []).filter((below) => !kept.has(below));
    for (const below of level) kept.add(below);
  }
  const numbers = new Map([...kept].sort((a, b) => a - b).map((old, number) => [old, number]));
  const renumbered = (links: readonly number[]) => links.flatMap((old) => numbers.get(old) ?? []);
  const part = [...numbers.keys()].flatMap((old) => concepts[old] ?? []);
  return vocabularyOf(
    schemes,
    part.map((one) => ({ ...one, broader: renumbered(one.broader), related: renumbered(one.related) })),
  );
}

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
  const paragraph = (concept: number): string => {
    const { labels = [], notes = [] } = concepts[concept] ?? {};
    const names = [...new Set(namesIn(labels, language))].join('; ');
    return [...(names === '' ? [] : [`${names}.`]), ...notes].join(' ');
  };
  return chosen(vocabulary).flatMap((concept): CorpusDocument[] => {
    const { iri = '', labels = [] } = concepts[concept] ?? {};
    if (namesIn(labels, language).length === 0) return [];
    const parts: string[] = [];
    let length = 0;
    for (const one of around(concept, vocabulary)) {
      const text = paragraph(one);
      if (text !== '') parts.push(text);
      length += text.length;
      if (length >= WANTED) break;
    }
    const text = normalForm(parts.join('\n\n'));
    return [{ id: iri, title: nameOf({ iri, labels }, language), text, subject: iri, language }];
  });
}

/** Labels in a language that are not hidden. */
function namesIn(labels: readonly ConceptLabel[], language: string): readonly string[] {
  const own = labels.filter((label) => fitsLanguage(label.language, language) && label.kind !== 'hidden');
  return own.map(({ text }) => text);
}

/** A concept, then those below it, level by level, then related ones and those above. */
function around(concept: number, { concepts, narrower }: Vocabulary): Iterable<number> {
  const seen = new Set([concept]);
  let level: readonly number[] = [concept];
  for (let depth = 0; depth < 3; depth += 1) {
    level = level.flatMap((one) => narrower[one] ?? []).filter((below) => !seen.has(below));
    for (const below of level) seen.add(below);
  }
  const { related = [], broader = [] } = concepts[concept] ?? {};
  for (const one of [...related, ...broader]) seen.add(one);
  return seen;
}

/** Those with the most to say, in the order of the vocabulary. */
function chosen({ concepts, narrower }: Vocabulary): readonly number[] {
  const says = concepts.map(
    ({ notes }, concept) =>
      notes.reduce((sum, note) => sum + note.length, 0) + 20 * (narrower[concept] ?? []).length,
  );
  return [...concepts.keys()]
    .sort((a, b) => (says[b] ?? 0) - (says[a] ?? 0) || a - b)
    .slice(0, MAX_DOCUMENTS)
    .sort((a, b) => a - b);
}

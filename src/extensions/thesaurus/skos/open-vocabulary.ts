import { fitsLanguage } from '../../../language/linking/labels/label-entry.js';
import { openBoxedBackground } from '../../../app/topics/building/boxed-background.js';
import type { BuildSettings } from '../../../app/settings/build-settings.js';
import type { TopicVocabulary, VocabularyObserver } from '../../../app/topics/vocabulary.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { hasBoxedBackground } from '../../../knowledge/files/background-file.js';
import { vocabularyFile } from '../../../knowledge/files/vocabulary-file.js';
import type { LabelEntry } from '../../../language/linking/labels/label-entry.js';
import { plainTerms } from '../../../judging/topic/page-content.js';
import type { CorpusDocument, CorpusItem } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import { conceptDocuments } from './concept-documents.js';
import { chooseSense } from './find-subjects.js';
import { matcherOf, type LabelMatcher } from './label-matcher.js';
import { readSkos } from './read-skos.js';
import { selectConcepts } from './select-concepts.js';
import { readVocabulary, writeVocabulary } from './stored-vocabulary.js';
import { createConceptCounter, type ConceptCounts } from './subject-statistics.js';
import { languagesOf, type Vocabulary } from './vocabulary.js';
import { withFile } from './vocabulary-source.js';

export { openFinder } from './topic-subjects.js';

/**
 * Opens the vocabulary that a topic is built with: one that the settings name, or that of a topic that is changed.
 * @throws UsageError for settings; InputError when it cannot be read, or has no such concept; the signal's reason
 */
export async function openTopicVocabulary(
  settings: BuildSettings,
  observer: VocabularyObserver,
): Promise<TopicVocabulary> {
  const { vocabulary, sources } =
    settings.vocabulary.length > 0 ? await readSources(settings, observer) : await readKept(settings);
  const { language } = settings;
  const matcher = matcherOf(vocabulary, language);
  let counts: ConceptCounts = { documents: 0, frequencies: new Map() };
  return {
    concepts: {
      name: sources.join(', '),
      read: () => itemsOf(conceptDocuments(vocabulary, language)),
    },
    named: namedConcepts(vocabulary, language),
    labelsIn: async (texts, isOwn) => {
      const counter = createConceptCounter(matcher);
      const labels = await namedLabels(vocabulary, counter.add, texts);
      counts = isOwn ? counter.counts() : await backgroundCounts(matcher, language);
      return labels;
    },
    save: (file) => writeVocabulary(vocabularyFile(file), { vocabulary, language, counts, sources }),
  };
}

function namedConcepts(vocabulary: Vocabulary, language: string): TopicVocabulary['named'] {
  return vocabulary.concepts.flatMap(({ iri, labels }) =>
    labels
      .filter((label) => fitsLanguage(label.language, language) && label.kind !== 'hidden')
      .map(({ text }) => [iri, text] as const),
  );
}

/** As a reader of a corpus gives them. */
async function* itemsOf(documents: Iterable<CorpusDocument>): AsyncGenerator<CorpusItem> {
  for (const document of documents) yield await Promise.resolve({ kind: 'document', document });
}

async function readKept({ kb, topic }: BuildSettings) {
  return readVocabulary(vocabularyFile(topicFile(kb, topic)));
}

async function readSources(settings: BuildSettings, observer: VocabularyObserver) {
  const { vocabulary: sources, language, concept, depth } = settings;
  const { signal, onWait, onWarning } = observer;
  onWait?.('reading the vocabulary');
  const files: string[] = [];
  const readAll = ([source, ...others]: readonly string[]): Promise<Vocabulary> =>
    source === undefined
      ? readSkos(files, language, onWarning)
      : withFile(
          source,
          (file) => {
            files.push(file);
            return readAll(others);
          },
          given({ signal }),
        );
  const whole = await readAll(sources);
  signal?.throwIfAborted();
  const vocabulary = selectConcepts(whole, given({ concept, depth }));
  warnOfLanguages(vocabulary, language, onWarning);
  return { vocabulary, sources };
}

function warnOfLanguages(
  vocabulary: Vocabulary,
  language: string,
  onWarning: (message: string) => void,
): void {
  const labels = vocabulary.concepts.flatMap((concept) => concept.labels);
  if (!labels.some((label) => fitsLanguage(label.language, language)))
    throw new InputError(
      `the vocabulary has no labels in '${language}'; its languages: ${[...languagesOf(vocabulary)].join(', ')}`,
      { hint: 'name one of them with --set language=CODE' },
    );
  const without = labels.filter((label) => label.language === '').length;
  if (without > 0)
    onWarning(`${without} of ${labels.length} labels have no language; they are used for texts in any`);
}

/** The labels that texts name. Of several concepts with a label, the one is taken that texts mean most often by it. */
async function namedLabels(
  vocabulary: Vocabulary,
  find: (text: string) => ReturnType<LabelMatcher['find']>,
  texts: AsyncIterable<string>,
): Promise<readonly LabelEntry[]> {
  const votes = new Map<string, Map<number, number>>();
  for await (const text of texts) {
    const matches = find(text);
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

/** Counts concepts in the general texts that come with sfwc, as far as their single words and phrases tell. */
async function backgroundCounts(matcher: LabelMatcher, language: string): Promise<ConceptCounts> {
  if (!hasBoxedBackground(language)) return { documents: 0, frequencies: new Map() };
  const { contents } = await openBoxedBackground(language);
  const counter = createConceptCounter(matcher);
  // Each word or phrase in a paragraph of its own, so that no label is found across two.
  for (const content of contents)
    counter.add([...new Set([...plainTerms(content).keys(), ...content.nouns.lemmas])].join('.\n'));
  return counter.counts();
}

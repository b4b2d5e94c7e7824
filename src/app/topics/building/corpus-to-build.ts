import { buildFields } from '../../settings/build-settings.js';
import { checkSettings } from '../../settings/resolve.js';
import type { BuildSettings } from '../../settings/settings.js';
import type { FileKind } from '../../../language/corpus/options.js';
import { mergeCorpora } from '../../../language/corpus/folder.js';
import {
  LINE_DOCUMENT,
  type CorpusRecord,
  type CorpusRole,
  type RecordDocument,
} from '../../../knowledge/files/corpus-record.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../../model/document.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { corpusLanguage, inOtherLanguages, LINE_ALONE, requireSeveral, sizeWarning } from './corpus-check.js';
import { gatherCorpus, holdDocument, type GatherOptions, type HeldDocument } from './gather.js';
import { openSource } from './sources.js';
import type { DetectLanguage } from '../../../language/text/language.js';
import { createJsonSpool, type JsonSpool } from '../../../support/files/temporary-folder.js';
import { languageName } from '../../../support/text/language-name.js';
import { ENGLISH, hasNouns } from '../../../language/text/words-only-annotator.js';
import { nounLanguages } from '../../../knowledge/places/topic-nouns.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { openRecordBefore, settingsToAdd } from './topic-before.js';

/** Documents of the sources that were added to a topic. */
export interface AddedDocuments {
  readonly added: number;
  /** Those that took the place of another text with their id. */
  readonly replaced: number;
  /** Those that the topic had already, word for word. */
  readonly unchanged: number;
}

/** All that a topic is built from, on the disk. */
export interface CorpusToBuild {
  /** Settings; if texts are added, with those of the topic. */
  readonly settings: BuildSettings;
  /** The language of the texts, as an ISO 639-1 code. */
  readonly language: string;
  readonly corpus: readonly HeldDocument[];
  /** Empty when there is none. */
  readonly background: readonly HeldDocument[];
  readonly problems: readonly CorpusProblem[];
  /** Absent unless texts are added. */
  readonly change?: AddedDocuments;
  /** Every document of corpus and background. */
  readonly read: () => AsyncGenerator<RecordDocument>;
  /** Removes the texts from the disk. */
  close(): Promise<void>;
}

/** Follows the gathering of documents, and may end it. */
export interface GatherObserver extends Omit<GatherOptions, 'strict'> {
  /** Kinds of files that are read besides those that every corpus may consist of. */
  readonly kinds: readonly FileKind[];
  /** Readers in addition to the sources: of pages of the Web, or, without any texts, of the concepts or the line. */
  readonly others: readonly CorpusReader[];
  /** Hears what a person should know of the corpus. */
  readonly onWarning: (message: string) => void;
}

/**
 * Gathers what a topic is to be built from: the sources and, where they are added to it, what it was built from before.
 * @throws UsageError for settings; InputError for sources, also for their languages, for a single document, and for the
 *   topic that they are added to; the signal's reason
 */
export async function gatherTopic(
  sources: readonly string[],
  given: BuildSettings,
  observer: GatherObserver,
): Promise<CorpusToBuild> {
  if (sources.length + observer.others.length === 0 && !(given.add && given.about !== undefined))
    throw new UsageError('there is nothing to build from', {
      hint: 'name folders or files of texts, or of crawls; or give --about, --like or --vocabulary',
    });
  // Both are needed several times: the titles before the first text is read.
  const spools = {
    corpus: createJsonSpool<CorpusDocument>('corpus'),
    background: createJsonSpool<CorpusDocument>('background'),
  };
  const close = async (): Promise<void> => {
    await spools.corpus.remove();
    await spools.background.remove();
  };
  try {
    const before = given.add ? await openRecordBefore(given) : undefined;
    const settings = before === undefined ? given : settingsToAdd(given, before.header);
    const fresh = await gatherBoth(sources, settings, spools, {
      ...observer,
      ...(before !== undefined && { language: before.header.textLanguage ?? ENGLISH }),
    });
    const gathered = { ...fresh, settings, ...(before === undefined ? {} : await addTo(before, fresh)) };
    checkSize(gathered, observer);
    return { ...inItsLanguage(gathered), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Gathered = Omit<CorpusToBuild, 'close'>;

/** Gathers corpus and background from their sources. */
async function gatherBoth(
  sources: readonly string[],
  settings: BuildSettings,
  spools: Readonly<Record<CorpusRole, JsonSpool<CorpusDocument>>>,
  observer: GatherObserver & { readonly language?: string },
): Promise<Omit<Gathered, 'settings' | 'change'>> {
  const corpus = await gather(sources, settings, spools.corpus, observer);
  const { language } = corpus;
  const background = await gather(settings.background, settings, spools.background, {
    ...observer,
    language,
    others: [],
    // The fields were named for the corpus; a background often comes from elsewhere.
    usualFields: true,
    onDocument: (documents) => observer.onDocument(corpus.documents.length + documents),
  });
  const gathered = { corpus: corpus.documents, background: background.documents };
  const held = { corpus: checksumsOf(gathered.corpus), background: checksumsOf(gathered.background) };
  return {
    ...gathered,
    language,
    problems: [...corpus.problems, ...background.problems],
    read: async function* () {
      for (const role of ['corpus', 'background'] as const)
        for await (const document of spools[role].read())
          if (held[role].has(document.id)) yield { role, document };
    },
  };
}

/** Adds documents to those of a topic. Of two with the same id the new one is taken; the line goes when texts come. */
async function addTo(
  record: CorpusRecord<unknown>,
  fresh: Pick<Gathered, CorpusRole | 'read'>,
): Promise<Pick<Gathered, CorpusRole | 'read' | 'change'>> {
  const coming = { corpus: checksumsOf(fresh.corpus), background: checksumsOf(fresh.background) };
  const staying = { corpus: new Map<string, HeldDocument>(), background: new Map<string, HeldDocument>() };
  let [replaced, unchanged] = [0, 0];
  for await (const { role, document } of record.documents()) {
    const held = holdDocument(document);
    const checksum = coming[role].get(held.id);
    if (checksum === undefined && !(held.id === LINE_DOCUMENT && fresh.corpus.length > 0))
      staying[role].set(held.id, held);
    if (checksum === undefined || role === 'background') continue;
    if (checksum === held.checksum) unchanged += 1;
    else replaced += 1;
  }
  return {
    corpus: [...staying.corpus.values(), ...fresh.corpus],
    background: [...staying.background.values(), ...fresh.background],
    change: { added: fresh.corpus.length - replaced - unchanged, replaced, unchanged },
    read: async function* () {
      for await (const one of record.documents()) if (staying[one.role].has(one.document.id)) yield one;
      yield* fresh.read();
    },
  };
}

function checksumsOf(documents: readonly HeldDocument[]): ReadonlyMap<string, string> {
  return new Map(documents.map(({ id, checksum }) => [id, checksum]));
}

/** Refuses too few documents, or warns of them. @throws InputError */
function checkSize({ corpus, language, settings }: Gathered, { onWarning }: GatherObserver): void {
  const isLineAlone = corpus.every(({ id }) => id === LINE_DOCUMENT);
  if (!settings.force && !isLineAlone && settings.like.length === 0) requireSeveral(corpus.length);
  const warning = isLineAlone ? LINE_ALONE : sizeWarning(corpus.length, language);
  if (warning !== undefined) onWarning(warning);
}

/** Gathers texts that are all in one language; the others are left out, and reported. */
async function gather(
  sources: readonly string[],
  settings: BuildSettings,
  spool: JsonSpool<CorpusDocument>,
  observer: GatherObserver & { readonly language?: string; readonly usualFields?: boolean },
): Promise<Pick<Gathered, 'language' | 'problems'> & { readonly documents: readonly HeldDocument[] }> {
  const { textField, titleField, idField, followLinks, strict, anyLanguage } = settings;
  const { kinds, others: besides, onProblem, usualFields = false } = observer;
  if (sources.length + besides.length === 0)
    return { documents: [], problems: [], language: observer.language ?? ENGLISH };
  const fields = { textField, titleField, idField, usualFields };
  // Detected when they are gathered.
  const detectLanguage: DetectLanguage = () => Promise.resolve(undefined);
  const options = { ...fields, followLinks, kinds, detectLanguage };
  const reader = mergeCorpora([...sources.map((source) => openSource(source, options)), ...besides]);
  const gathered = await gatherCorpus(reader, spool, { ...observer, strict });
  if (anyLanguage) return { ...gathered, language: observer.language ?? ENGLISH };
  const language = observer.language ?? corpusLanguage(gathered.languages, reader.name);
  const others = inOtherLanguages(gathered.languages, language);
  const [first] = others;
  if (first === undefined) return { ...gathered, language };
  if (2 * others.length > gathered.documents.length)
    throw new InputError(
      `${others.length} of ${gathered.documents.length} texts of ${reader.name} are not in ${languageName(language)}, the language of the topic`,
      { hint: `give texts in ${languageName(language)}` },
    );
  if (strict) throw new InputError(`${first.where}: ${first.message}`);
  for (const problem of others) onProblem(problem);
  const leftOut = new Set(others.map(({ where }) => where));
  return {
    documents: gathered.documents.filter(({ id }) => !leftOut.has(id)),
    problems: [...gathered.problems, ...others],
    language,
  };
}

/**
 * The settings of a topic that fit its language. WordNet links in English only, and labels are read in the topic's language
 * unless another one is named. A topic in a language in which nouns are not found does not have linkers either.
 * @throws UsageError for settings that its language does not have
 */
function inItsLanguage(gathered: Gathered): Gathered {
  const { settings, language } = gathered;
  if (language === ENGLISH) return gathered;
  if (!hasNouns(language)) return withoutNouns(gathered);
  const linker = settings.linker.filter((name) => name !== WORDNET_NAME);
  if (linker.length === 0)
    throw new UsageError('--linker wordnet links English texts only', {
      hint: `the texts are in ${languageName(language)}: --linker gazetteer links them by titles and labels`,
    });
  const ofLabels = settings.language === ENGLISH ? language : settings.language;
  return { ...gathered, settings: { ...settings, linker, language: ofLabels } };
}

/** @throws UsageError for settings that need nouns */
function withoutNouns(gathered: Gathered): Gathered {
  const { settings, language } = gathered;
  const usual = checkSettings(buildFields, { topic: settings.topic, kb: settings.kb }).linker.join(',');
  const linkers = settings.linker.join(',');
  const [needless] = [
    ...(settings.labels.length > 0 ? ['--labels'] : []),
    ...(settings.nif ? ['--nif'] : []),
    ...(linkers !== usual && linkers !== '' ? [`--linker ${linkers}`] : []),
  ];
  if (needless === undefined) return { ...gathered, settings: { ...settings, linker: [] } };
  throw new UsageError(`${needless} needs nouns, which are found in texts in ${nounLanguages()}`, {
    hint: `the texts are in ${languageName(language)}: omit ${needless}; pages are then judged by words`,
  });
}

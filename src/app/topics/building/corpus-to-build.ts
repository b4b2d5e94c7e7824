import { isDeepStrictEqual } from 'node:util';
import {
  LINE_DOCUMENT,
  openCorpusRecord,
  type CorpusRecord,
  type CorpusRole,
  type RecordDocument,
  type RecordHeader,
} from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { nounLanguages } from '../../../knowledge/places/topic-nouns.js';
import { finishDraft, problem } from '../../../language/corpus/draft.js';
import { KNOWN_ENDINGS_TEXT } from '../../../language/corpus/file-kinds.js';
import type { FileKind } from '../../../language/corpus/options.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { ENGLISH, hasNouns } from '../../../language/text/words-only-annotator.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../../model/document.js';
import { InputError, messageOf, UsageError } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { holdsCrawl } from '../../../support/crawl-folder.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { sha256 } from '../../../support/hash.js';
import { interruptible } from '../../../support/interruptible.js';
import { languageName } from '../../../support/text/language-name.js';
import { fetchPage } from '../../classify/fetch-page.js';
import { buildFields, type BuildSettings } from '../../settings/build-settings.js';
import { checkSettings } from '../../settings/resolve.js';
import {
  corpusLanguage,
  createLanguageTally,
  inOtherLanguages,
  LINE_ALONE,
  sizeWarning,
} from './corpus-check.js';
import { mergeCorpora, openCorpus } from '../../../language/corpus/folder.js';
import { createJsonSpool, type JsonSpool } from '../../../support/files/temporary-folder.js';
import { crawlCorpus } from '../../crawl/pages.js';

/** Facts about a document that are kept while its text lies on the disk. */
export interface HeldDocument extends Omit<CorpusDocument, 'text'> {
  /** SHA-256 over title, source URL, text and what it is about. */
  readonly checksum: string;
}

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
  readonly background: readonly HeldDocument[];
  readonly problems: readonly CorpusProblem[];
  readonly change?: AddedDocuments;
  readonly read: () => AsyncGenerator<RecordDocument>;
  close(): Promise<void>;
}

/** Follows the gathering of documents, and may end it. */
interface GatherObserver {
  /** Kinds of files that are read besides those that every corpus may consist of. */
  readonly kinds: readonly FileKind[];
  /** Readers in addition to the sources: without any texts, of the concepts or the line. */
  readonly others: readonly CorpusReader[];
  readonly onProblem: (problem: CorpusProblem) => void;
  readonly onDocument: (documents: number) => void;
  readonly onWarning: (message: string) => void;
  readonly onWait?: OnWait;
  readonly signal?: AbortSignal;
}

/** Reads the line about a topic as its only document. */
export function lineReader(topic: string, about: string): CorpusReader {
  const document: CorpusDocument = { id: LINE_DOCUMENT, title: topic, text: about };
  return {
    name: 'the line about the topic',
    async *read() {
      yield await Promise.resolve({ kind: 'document', document } as const);
    },
  };
}

/**
 * Requests pages of the Web that are about a topic, as a crawl does, and reads the text of each as a document. Ids are the
 * addresses. A page that cannot be read is a problem.
 */
function likeReader({ like, ...settings }: BuildSettings, { signal, onWait }: GatherObserver): CorpusReader {
  return {
    name: like.join(', '),
    async *read() {
      for (const id of like) {
        onWait?.(`waiting for an answer of ${new URL(id).host}`);
        try {
          const { url, title, text, language } = await fetchPage(id, settings, signal ? { signal } : {});
          const draft = { title, text, sourceUrl: url, ...(language === undefined ? {} : { language }) };
          yield* finishDraft(draft, { id, where: id }, () => Promise.resolve(undefined));
        } catch (error) {
          signal?.throwIfAborted();
          const message = messageOf(error);
          yield problem(id, message.startsWith(id) ? message.slice(id.length).replace(/^:? /, '') : message);
        }
      }
    },
  };
}

type Gathered = Omit<CorpusToBuild, 'close'>;

/**
 * Gathers what a topic is to be built from: the sources and, where they are added to it, what it was built from before.
 * @throws UsageError for settings; InputError for sources, also for their languages, and for the topic that they are added to; the signal's reason
 */
export async function gatherTopic(
  sources: readonly string[],
  given: BuildSettings,
  observer: GatherObserver,
): Promise<CorpusToBuild> {
  const pages = given.like.length === 0 ? [] : [likeReader(given, observer)];
  const others = [...pages, ...observer.others];
  if (sources.length + others.length === 0 && !(given.add && given.about !== undefined))
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
    const language = before && (before.header.textLanguage ?? ENGLISH);
    const fresh = await gatherBoth(sources, settings, spools, { ...observer, others }, language);
    const gathered = { ...fresh, settings, ...(before === undefined ? {} : await addTo(before, fresh)) };
    checkSize(gathered, observer);
    return { ...inItsLanguage(gathered), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Warns of too few documents. */
function checkSize({ corpus, language }: Gathered, { onWarning }: GatherObserver): void {
  const isLineAlone = corpus.every(({ id }) => id === LINE_DOCUMENT);
  const warning = isLineAlone ? LINE_ALONE : sizeWarning(corpus.length, language);
  if (warning !== undefined) onWarning(warning);
}

async function gatherBoth(
  sources: readonly string[],
  settings: BuildSettings,
  spools: Readonly<Record<CorpusRole, JsonSpool<CorpusDocument>>>,
  observer: GatherObserver,
  language: string | undefined,
): Promise<Omit<Gathered, 'settings' | 'change'>> {
  const corpus = await gather(sources, settings, spools.corpus, observer, { language });
  const background = await gather(
    settings.background,
    settings,
    spools.background,
    {
      ...observer,
      others: [],
      onDocument: (documents) => observer.onDocument(corpus.documents.length + documents),
    },
    // The fields were named for the corpus; a background often comes from elsewhere.
    { language: corpus.language, usualFields: true },
  );
  const held = { corpus: checksumsOf(corpus.documents), background: checksumsOf(background.documents) };
  return {
    corpus: corpus.documents,
    background: background.documents,
    language: corpus.language,
    problems: [...corpus.problems, ...background.problems],
    read: async function* () {
      for (const role of ['corpus', 'background'] as const)
        for await (const document of spools[role].read())
          if (held[role].has(document.id)) yield { role, document };
    },
  };
}

/** Gathers texts that are all in one language; the others are left out, and reported. */
async function gather(
  sources: readonly string[],
  settings: BuildSettings,
  spool: JsonSpool<CorpusDocument>,
  { kinds, others, ...observer }: GatherObserver,
  known: { readonly language: string | undefined; readonly usualFields?: boolean },
): Promise<Pick<Gathered, 'language' | 'problems'> & { readonly documents: readonly HeldDocument[] }> {
  const { textField, titleField, idField, anyLanguage } = settings;
  if (sources.length + others.length === 0)
    return { documents: [], problems: [], language: known.language ?? ENGLISH };
  // Languages are detected when texts are gathered.
  const detectLanguage = (): Promise<undefined> => Promise.resolve(undefined);
  const fields = { textField, titleField, idField, usualFields: known.usualFields ?? false };
  const options = { ...fields, kinds, detectLanguage };
  const readers = sources.map((source) =>
    holdsCrawl(source) ? crawlCorpus(source, detectLanguage) : openCorpus(source, options),
  );
  const reader = mergeCorpora([...readers, ...others]);
  const { documents, problems, languages } = await spoolCorpus(reader, spool, observer);
  if (anyLanguage) return { documents, problems, language: known.language ?? ENGLISH };
  const language = known.language ?? corpusLanguage(languages, reader.name);
  const foreign = inOtherLanguages(languages, language);
  const [first] = foreign;
  if (first === undefined) return { documents, problems, language };
  if (2 * foreign.length > documents.length)
    throw new InputError(
      `${foreign.length} of ${documents.length} texts of ${reader.name} are not in ${languageName(language)}, the language of the topic`,
      { hint: `give texts in ${languageName(language)}` },
    );
  for (const one of foreign) observer.onProblem(one);
  const leftOut = new Set(foreign.map(({ where }) => where));
  return {
    documents: documents.filter(({ id }) => !leftOut.has(id)),
    problems: [...problems, ...foreign],
    language,
  };
}

/**
 * Reads a corpus into a spool. Detects the language of each text once, also for documents without a stated one: readers
 * need not.
 * @throws InputError without any document; the reason of `signal` when it is aborted
 */
async function spoolCorpus(
  reader: CorpusReader,
  spool: JsonSpool<CorpusDocument>,
  observer: Omit<GatherObserver, 'kinds' | 'others'>,
) {
  const { onProblem, onDocument, onWait, signal } = observer;
  const documents: HeldDocument[] = [];
  const problems: CorpusProblem[] = [];
  const languages = createLanguageTally();
  for await (const item of interruptible(reader.read(), signal)) {
    if (item.kind === 'problem') {
      problems.push(item.problem);
      onProblem(item.problem);
      continue;
    }
    if (documents.length === 0) onWait?.('loading the language detection');
    const document = withLanguage(item.document, await languages.add(item.document));
    documents.push(holdDocument(document));
    await spool.add(document);
    onDocument(documents.length);
  }
  const [first] = problems;
  if (documents.length > 0) return { documents, problems, languages };
  throw new InputError(`${reader.name} holds no document that can be read`, {
    hint:
      first === undefined ? `files that are read: ${KNOWN_ENDINGS_TEXT}` : `${first.where}: ${first.message}`,
  });
}

/** A document with its language: the one that is stated, or the one that was detected. */
function withLanguage(document: CorpusDocument, detected: string): CorpusDocument {
  if (document.language !== undefined || detected === '') return document;
  const { id, title, text, ...rest } = document;
  // In the order in which readers make documents: records have the same bytes.
  return { id, title, text, language: detected, ...rest };
}

function holdDocument({ text, ...rest }: CorpusDocument): HeldDocument {
  const { title, sourceUrl = '', subject } = rest;
  const content = [title, sourceUrl, text, ...(subject === undefined ? [] : [subject])];
  return { ...rest, checksum: sha256(JSON.stringify(content)) };
}

function checksumsOf(documents: readonly HeldDocument[]): ReadonlyMap<string, string> {
  return new Map(documents.map(({ id, checksum }) => [id, checksum]));
}

/** SHA-256 of documents; their order does not count. */
export function corpusChecksum(documents: readonly HeldDocument[]): string {
  const lines = documents.map(({ id, checksum }) => `${id}\t${checksum}`);
  return sha256(lines.sort().join('\n'));
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

/** The record of a topic that texts are added to. @throws InputError when the topic or its record is not there */
async function openRecordBefore({ kb, topic }: BuildSettings): Promise<CorpusRecord<unknown>> {
  const file = topicFile(kb, topic);
  const record = (await fileExists(file)) ? (await readCompanions(file)).corpus : undefined;
  if (record !== undefined && (await fileExists(record))) return openCorpusRecord<unknown>(record);
  throw new InputError(`${kb} has no topic '${topic}' with a record of its corpus`, {
    hint: 'build the topic from all of its sources; then texts can be added',
  });
}

/** The settings of a topic that texts are added to: those it was built with, unless others are given. */
function settingsToAdd(given: BuildSettings, header: RecordHeader): BuildSettings {
  const { about, linkers, labels, language, baseIri, nif, spotlight } = header;
  const standard = checkSettings(buildFields, { topic: given.topic, kb: given.kb });
  const before: Partial<BuildSettings> = {
    about,
    linker: [...linkers] as BuildSettings['linker'],
    labels: [...labels],
    language,
    baseIri,
    nif,
    ...(spotlight && { spotlight: spotlight.url }),
  };
  const names = Object.keys(before) as (keyof BuildSettings)[];
  const kept = names.filter((name) => isDeepStrictEqual(given[name], standard[name]));
  return { ...given, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
}

/**
 * The settings of a topic that fit its language. WordNet links in English only, and labels are read in the topic's language
 * unless another one is named. A topic in a language in which nouns are not found does not have linkers either.
 * @throws UsageError for settings that its language does not have
 */
function inItsLanguage(gathered: Gathered): Gathered {
  const { settings, language } = gathered;
  if (language === ENGLISH) return gathered;
  const textsAre = `the texts are in ${languageName(language)}`;
  if (!hasNouns(language)) {
    if (settings.labels.length === 0 && !settings.nif)
      return { ...gathered, settings: { ...settings, linker: [] } };
    throw new UsageError(`--labels and --nif need nouns, which are found in texts in ${nounLanguages()}`, {
      hint: `${textsAre}: omit them; pages are then judged by words`,
    });
  }
  const linker = settings.linker.filter((name) => name !== WORDNET_NAME);
  if (linker.length === 0)
    throw new UsageError('--linker wordnet links English texts only', {
      hint: `${textsAre}: --linker gazetteer links them by titles and labels`,
    });
  const ofLabels = settings.language === ENGLISH ? language : settings.language;
  return { ...gathered, settings: { ...settings, linker, language: ofLabels } };
}

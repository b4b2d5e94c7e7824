import { isDeepStrictEqual } from 'node:util';
import {
  LINE_DOCUMENT,
  type CorpusRecord,
  type CorpusRole,
  type RecordDocument,
  type RecordHeader,
} from '../../../knowledge/files/corpus-record.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { nounLanguages } from '../../../knowledge/places/topic-nouns.js';
import { KNOWN_ENDINGS_TEXT } from '../../../language/corpus/file-kinds.js';
import { mergeCorpora, openCorpus } from '../../../language/corpus/folder.js';
import type { FileKind } from '../../../language/corpus/options.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { ENGLISH, hasNouns } from '../../../language/text/words-only-annotator.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../../model/document.js';
import { InputError, UsageError } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import { holdsCrawl } from '../../../support/crawl-folder.js';
import { createJsonSpool } from '../../../support/files/temporary-folder.js';
import { sha256 } from '../../../support/hash.js';
import { interruptible } from '../../../support/interruptible.js';
import { languageName } from '../../../support/text/language-name.js';
import { sketchOf } from '../../../support/text/text-sketch.js';
import { createAcceptedPages } from '../../../crawling/pages/accepted-pages.js';
import type { Own } from '../../../support/with-resources.js';
import { crawlCorpus } from '../../crawl/pages.js';
import { buildFields, type BuildSettings } from '../../settings/build-settings.js';
import { checkSettings } from '../../settings/resolve.js';
import {
  corpusLanguage,
  createLanguageTally,
  inOtherLanguages,
  LINE_ALONE,
  sizeWarning,
} from './corpus-check.js';
import { openRecord } from './recorded-texts.js';

export interface BuildCallbacks {
  readonly onProblem?: (problem: CorpusProblem) => void;
  /** Hears of the steps that are not counted in documents. */
  readonly onWait?: OnWait;
  /** Documents found in the sources so far, before the first of them is read. */
  readonly onFound?: (documents: number) => void;
  /** Documents read so far, of how many, of corpus and background together. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with warnings about the corpus, and about passing troubles with a SPARQL endpoint or another service. */
  readonly onWarning?: (message: string) => void;
  /** Ends the build when aborted; the topic stays as it was. */
  readonly signal?: AbortSignal;
}

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
export interface CorpusToBuild extends Readonly<Record<CorpusRole, readonly HeldDocument[]>> {
  /** Settings; if texts are added, with those of the topic. */
  readonly settings: BuildSettings;
  /** The language of the texts, as an ISO 639-1 code. */
  readonly language: string;
  readonly problems: readonly CorpusProblem[];
  readonly change?: AddedDocuments;
  readonly read: () => AsyncGenerator<RecordDocument>;
}

/** Sources of texts: folders and files, also result folders of crawls, and kinds of files that plugins read. */
interface TextSources {
  readonly sources: readonly string[];
  readonly kinds: readonly FileKind[];
  /** Readers in addition: without any texts, of the concepts or the line. */
  readonly others: readonly CorpusReader[];
}

/** Reads these documents. */
export function documentsReader(name: string, documents: Iterable<CorpusDocument>): CorpusReader {
  return {
    name,
    async *read() {
      for (const document of documents) yield await Promise.resolve({ kind: 'document', document } as const);
    },
  };
}

/** Languages are detected when texts are gathered. */
const undetected = (): Promise<undefined> => Promise.resolve(undefined);

/**
 * Gathers what a topic is to be built from: the sources and, where they are added to it, what it was built from before.
 * @throws UsageError for settings; InputError for sources, also for their languages, and for the topic that they are added to; the signal's reason
 */
export async function gatherTopic(
  own: Own,
  { sources, kinds, others }: TextSources,
  given: BuildSettings,
  observer: BuildCallbacks,
): Promise<CorpusToBuild> {
  if (sources.length + others.length === 0 && !(given.add && given.about !== undefined))
    throw new UsageError('there is nothing to build from', {
      hint: 'name folders or files of texts, or of crawls; or give --about or --vocabulary',
    });
  const before = given.add ? await openRecord(topicFile(given.kb, given.topic)) : undefined;
  const settings = before === undefined ? given : settingsToAdd(given, before.header);
  const known = before && (before.header.textLanguage ?? ENGLISH);
  const how = { own, observer, anyLanguage: given.anyLanguage };
  const readers = [...readersOf(sources, settings, kinds), ...others];
  const corpus = await gather(readers, { ...how, language: known, found: 0 });
  const { language, documents } = corpus;
  // The fields were named for the corpus; a background often comes from elsewhere.
  const ofBackground = readersOf(settings.background, settings, kinds, true);
  const background = await gather(ofBackground, { ...how, language, found: documents.length });
  const fresh = {
    corpus: documents,
    background: background.documents,
    read: async function* (): AsyncGenerator<RecordDocument> {
      for await (const document of corpus.read()) yield { role: 'corpus', document };
      for await (const document of background.read()) yield { role: 'background', document };
    },
  };
  const all = before === undefined ? fresh : await addTo(before, fresh);
  const isLineAlone = all.corpus.every(({ id }) => id === LINE_DOCUMENT);
  const warning = isLineAlone ? LINE_ALONE : sizeWarning(all.corpus.length, language);
  if (warning !== undefined) observer.onWarning?.(warning);
  const problems = [...corpus.problems, ...background.problems];
  return { ...all, language, problems, settings: inItsLanguage(settings, language) };
}

function readersOf(
  sources: readonly string[],
  { textField, titleField, idField }: BuildSettings,
  kinds: readonly FileKind[],
  usualFields = false,
): readonly CorpusReader[] {
  const options = { textField, titleField, idField, usualFields, kinds, detectLanguage: undetected };
  return sources.map((source) =>
    holdsCrawl(source) ? crawlCorpus(source, undetected) : openCorpus(source, options),
  );
}

/** Copies of a text may have titles of their own. */
const NO_TITLE = { title: '', headline: '', blocks: [] };

/** `language`: the one that texts must be in, where it is known; `found`: documents that were found before. */
type Gathering = Pick<BuildSettings, 'anyLanguage'> & {
  readonly own: Own;
  readonly observer: BuildCallbacks;
  readonly language: string | undefined;
  readonly found: number;
};

/**
 * Reads texts onto the disk, those in one language: the others are left out, and reported.
 * @throws InputError without any document, and where most are in other languages; the signal's reason
 */
async function gather(readers: readonly CorpusReader[], { own, observer, ...how }: Gathering) {
  const reader = mergeCorpora(readers);
  const { name } = reader;
  const spool = createJsonSpool<CorpusDocument>('corpus');
  own({ close: () => spool.remove() });
  const documents: HeldDocument[] = [];
  const problems: CorpusProblem[] = [];
  const report = (one: CorpusProblem): void => {
    problems.push(one);
    observer.onProblem?.(one);
  };
  const tally = createLanguageTally();
  const [originals, copies]: [ReturnType<typeof createAcceptedPages>, string[]] = [createAcceptedPages(), []];
  for await (const item of interruptible(reader.read(), observer.signal)) {
    if (item.kind === 'problem') {
      report(item.problem);
      continue;
    }
    const document = withLanguage(item.document, await tally.add(item.document));
    const sketch = sketchOf({ ...NO_TITLE, text: document.text });
    const original = originals.findCopied(sketch);
    if (original === undefined) originals.add({ url: document.id, sketch });
    else copies.push(`${document.id} repeats ${original}`);
    documents.push(holdDocument(document));
    await spool.add(document);
    observer.onFound?.(how.found + documents.length);
  }
  const some = copies.slice(0, 3).join('; ');
  if (some !== '')
    observer.onWarning?.(`near-duplicate texts in ${name}: ${copies.length} (${some}); leave them out`);
  const [first] = problems;
  if (documents.length === 0 && readers.length > 0)
    throw new InputError(`${name} holds no document that can be read`, {
      hint: first ? `${first.where}: ${first.message}` : `files that are read: ${KNOWN_ENDINGS_TEXT}`,
    });
  const language = how.language ?? (how.anyLanguage ? ENGLISH : corpusLanguage(tally, name));
  const foreign = how.anyLanguage ? [] : inOtherLanguages(tally, language);
  if (2 * foreign.length > documents.length)
    throw new InputError(
      `${foreign.length} of ${documents.length} texts of ${name} are not in ${languageName(language)}, the language of the topic`,
      { hint: `give texts in ${languageName(language)}` },
    );
  foreign.forEach(report);
  const leftOut = new Set(foreign.map(({ where }) => where));
  return {
    ...{ language, problems, documents: documents.filter(({ id }) => !leftOut.has(id)) },
    read: async function* () {
      for await (const document of spool.read()) if (!leftOut.has(document.id)) yield document;
    },
  };
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

/** SHA-256 of documents; their order does not count. */
export function corpusChecksum(documents: readonly HeldDocument[]): string {
  const lines = documents.map(({ id, checksum }) => `${id}\t${checksum}`);
  return sha256(lines.sort().join('\n'));
}

type Texts = Pick<CorpusToBuild, CorpusRole | 'read' | 'change'>;

/** Adds documents to those of a topic. Of two with the same id the new one is taken; the line goes when texts come. */
async function addTo(record: CorpusRecord, fresh: Texts): Promise<Texts> {
  const checksumsOf = (role: CorpusRole) => new Map(fresh[role].map(({ id, checksum }) => [id, checksum]));
  const coming = { corpus: checksumsOf('corpus'), background: checksumsOf('background') };
  const staying = { corpus: new Map<string, HeldDocument>(), background: new Map<string, HeldDocument>() };
  let [replaced, unchanged] = [0, 0];
  for await (const { role, document } of record.documents()) {
    const held = holdDocument(document);
    const checksum = coming[role].get(held.id);
    const isLine = held.id === LINE_DOCUMENT && fresh.corpus.length > 0;
    if (checksum === undefined && !isLine) staying[role].set(held.id, held);
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

/** The settings of a topic that texts are added to: those it was built with, unless others are given. */
function settingsToAdd(given: BuildSettings, header: RecordHeader): BuildSettings {
  const { about, linkers, labels, language, baseIri, nif, spotlight } = header;
  const standard = checkSettings(buildFields, { topic: given.topic, kb: given.kb });
  const before: Partial<BuildSettings> = {
    ...{ about, labels: [...labels], language, baseIri, nif },
    linker: [...linkers] as BuildSettings['linker'],
    ...(spotlight && { spotlight: spotlight.url }),
  };
  const names = Object.keys(before) as (keyof BuildSettings)[];
  const kept = names.filter((name) => isDeepStrictEqual(given[name], standard[name]));
  return { ...given, ...Object.fromEntries(kept.map((name) => [name, before[name]])) };
}

/**
 * The settings of a topic that fit its language. WordNet links in English only, labels are read in the topic's language unless
 * another one is named, and a topic in a language without nouns has no linkers.
 * @throws UsageError for settings that its language does not have
 */
function inItsLanguage(settings: BuildSettings, language: string): BuildSettings {
  if (language === ENGLISH) return settings;
  const hint = `the texts are in ${languageName(language)}`;
  if (!hasNouns(language)) {
    if (settings.labels.length === 0 && !settings.nif) return { ...settings, linker: [] };
    throw new UsageError(`--labels and --nif need nouns, which are found in texts in ${nounLanguages()}`, {
      hint,
    });
  }
  const linker = settings.linker.filter((name) => name !== WORDNET_NAME);
  if (linker.length === 0)
    throw new UsageError('--linker wordnet links English texts only; gazetteer links others', { hint });
  return { ...settings, linker, language: settings.language === ENGLISH ? language : settings.language };
}

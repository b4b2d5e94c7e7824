import { buildFields } from '../../settings/build-settings.js';
import { checkSettings } from '../../settings/resolve.js';
import type { BuildSettings } from '../../settings/settings.js';
import type { FileKind } from '../../../language/corpus/options.js';
import { mergeCorpora } from '../../../language/corpus/merge.js';
import { openCorpora } from '../../../language/corpus/open-source.js';
import type { CorpusRole } from '../../../knowledge/files/corpus-record.js';
import type { DocumentAnalysis } from '../../../knowledge/krs/analysis.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../../model/document.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { corpusLanguage, inOtherLanguages, LINE_ALONE, requireSeveral, sizeWarning } from './corpus-check.js';
import { isChange, planChange, type ChangeCounts } from './corpus-change.js';
import { createCrawlCorpus, crawlNamed } from './crawl-corpus.js';
import { gatherCorpus, type GatheredCorpus, type GatherOptions, type HeldDocument } from './gather.js';
import { openSpool, type Spool } from './spool.js';
import type { DetectLanguage } from '../../../language/text/language.js';
import { languageName } from '../../../support/text/language-name.js';
import { hasNouns, nounLanguages } from '../../../judging/judge/languages.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { LINE_DOCUMENT } from '../../../knowledge/files/corpus-record.js';
import { readTopicBefore, settingsForChange, type TopicBefore } from './topic-before.js';

/** A document to build from; with what was found in it, where it was read before. */
export interface DocumentToBuild {
  readonly role: CorpusRole;
  readonly document: CorpusDocument;
  readonly analysis?: DocumentAnalysis;
}

/** All that a topic is built from, on the disk. */
export interface CorpusToBuild {
  /** Those of the topic, where it is changed. */
  readonly settings: BuildSettings;
  /** The language of the texts, as an ISO 639-1 code. */
  readonly language: string;
  readonly corpus: readonly HeldDocument[];
  /** Empty when there is none. */
  readonly background: readonly HeldDocument[];
  readonly problems: readonly CorpusProblem[];
  /** Absent when the topic is built whole. */
  readonly change?: { readonly before: TopicBefore; readonly counts: ChangeCounts };
  /** Every document of corpus and background. */
  readonly read: () => AsyncGenerator<DocumentToBuild>;
  /** Removes the texts from the disk. */
  close(): Promise<void>;
}

/** What hears of the documents as they are gathered, and may end that. */
export interface GatherObserver extends Omit<GatherOptions, 'strict'> {
  /** Kinds of files that are read besides those that every corpus may consist of. */
  readonly kinds?: readonly FileKind[];
  /** Readers in addition to the sources: of pages of the Web, or, without any texts, of the concepts or the line. */
  readonly others?: readonly CorpusReader[];
  /** Hears what a person should know of the corpus. */
  readonly onWarning: (message: string) => void;
}

/**
 * Gathers what a topic is to be built from: the sources, or, when the topic is to be changed, what it was built from before
 * and what comes and goes.
 * @throws UsageError for settings; InputError for sources, also for their languages, for a single document, and for the
 *   topic that is to be changed; the signal's reason
 */
export async function gatherTopic(
  sources: readonly string[],
  settings: BuildSettings,
  observer: GatherObserver,
): Promise<CorpusToBuild> {
  checkSources(sources, settings, (observer.others ?? []).length > 0);
  const spools = { corpus: openSpool(), background: openSpool() };
  const close = async (): Promise<void> => {
    await spools.corpus.remove();
    await spools.background.remove();
  };
  try {
    const gathered = isChange(settings)
      ? await changed(sources, settings, spools.corpus, observer)
      : await whole(sources, settings, spools, observer);
    const isLineAlone = gathered.corpus.every(({ id }) => id === LINE_DOCUMENT);
    if (!settings.force && !isLineAlone && settings.like.length === 0)
      requireSeveral(gathered.corpus.length, gathered.change?.before.corpus.length);
    const warning = isLineAlone ? LINE_ALONE : sizeWarning(gathered.corpus.length, gathered.language);
    if (warning !== undefined) observer.onWarning(warning);
    return { ...inItsLanguage(gathered), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function checkSources(sources: readonly string[], settings: BuildSettings, hasOthers: boolean): void {
  const { about, add, replace, fromCrawl, remove, removeCrawl } = settings;
  const comes =
    sources.length + fromCrawl.length > 0 || hasOthers || (about !== undefined && isChange(settings));
  if (comes || (!add && !replace && remove.length + removeCrawl.length > 0)) {
    if (
      sources.length + settings.like.length > 0 &&
      isChange(settings) &&
      !add &&
      !replace &&
      fromCrawl.length === 0
    ) {
      throw new UsageError('combine sources and --remove with --add or --replace', {
        hint: 'with --add they are added to the topic',
      });
    }
    return;
  }
  throw new UsageError('there is nothing to build from', {
    hint: 'name folders or files of texts, --about, --like, --vocabulary, or --from-crawl',
  });
}

type Gathered = Omit<CorpusToBuild, 'close'>;

async function whole(
  sources: readonly string[],
  settings: BuildSettings,
  spools: Readonly<Record<CorpusRole, Spool>>,
  observer: GatherObserver,
): Promise<Gathered> {
  const corpus = await gather(sources, [], settings, spools.corpus, observer);
  const { language } = corpus;
  const background =
    settings.background.length === 0
      ? { documents: [], problems: [] }
      : await gather(settings.background, [], settings, spools.background, {
          ...observer,
          language,
          others: [],
          // The fields were named for the corpus; a background often comes from elsewhere.
          usualFields: true,
          onDocument: (documents) => observer.onDocument(corpus.documents.length + documents),
        });
  return {
    settings,
    language,
    corpus: corpus.documents,
    background: background.documents,
    problems: [...corpus.problems, ...background.problems],
    read: async function* () {
      for (const role of ['corpus', 'background'] as const)
        for await (const document of spools[role].read()) yield { role, document };
    },
  };
}

async function changed(
  sources: readonly string[],
  settings: BuildSettings,
  spool: Spool,
  observer: GatherObserver,
): Promise<Gathered> {
  const before = await readTopicBefore(settings);
  const language = before.record.header.textLanguage ?? ENGLISH;
  const comes = sources.length + settings.fromCrawl.length + settings.like.length > 0;
  const known = knownDocument(settings, before, language);
  const fresh = comes
    ? await gather(sources, settings.fromCrawl, settings, spool, { ...observer, language, known })
    : { documents: [], problems: [] };
  const { dropped, left, problems, counts } = planChange(before.corpus, fresh.documents, {
    replace: settings.replace,
    remove: settings.remove,
    removeCrawls: await Promise.all(settings.removeCrawl.map(crawlNamed)),
  });
  for (const problem of problems) observer.onProblem(problem);
  if (settings.strict && problems[0] !== undefined)
    throw new InputError(`${problems[0].where}: ${problems[0].message}`);
  const kept = before.corpus.filter(
    ({ id }) => !dropped.has(id) && !(id === LINE_DOCUMENT && fresh.documents.length > 0),
  );
  const staying = new Set(kept.map(({ id }) => id));
  const corpus = [...kept, ...fresh.documents.filter(({ id }) => !left.has(id))];
  if (corpus.length === 0)
    throw new InputError('that would leave the topic without a document; nothing was changed');
  return {
    settings: settingsForChange(settings, before),
    language,
    corpus,
    background: before.background,
    problems: [...fresh.problems, ...problems],
    change: { before, counts },
    read: async function* () {
      yield* stayingEntries(before, staying);
      if (comes) yield* comingEntries(spool, left);
    },
  };
}

/** The entries of a topic that are not taken out of it. Documents that are replaced are among those that come. */
async function* stayingEntries(
  { record }: TopicBefore,
  staying: ReadonlySet<string>,
): AsyncGenerator<DocumentToBuild> {
  for await (const entry of record.entries())
    if (entry.role === 'background' || staying.has(entry.document.id)) yield entry;
}

/** The documents that come to a topic, but for those that are left out. */
async function* comingEntries(spool: Spool, left: ReadonlySet<string>): AsyncGenerator<DocumentToBuild> {
  for await (const document of spool.read()) if (!left.has(document.id)) yield { role: 'corpus', document };
}

/** Finds documents that the topic, which is in this language, has word for word and that stay. */
function knownDocument(
  { remove, removeCrawl }: BuildSettings,
  { corpus }: TopicBefore,
  language: string,
): (document: HeldDocument) => HeldDocument | undefined {
  const removed = new Set(remove);
  const held = new Map(corpus.map((document) => [document.id, document]));
  return ({ id, checksum }) => {
    const document = held.get(id);
    if (document?.checksum !== checksum || removed.has(id)) return undefined;
    if (removeCrawl.length > 0 && document.crawl !== undefined) return undefined;
    // Records without an index do not tell languages, but texts in others were left out.
    return { ...document, detected: document.detected ?? language };
  };
}

/** Gathers texts that are all in one language; the others are left out, and reported. */
async function gather(
  sources: readonly string[],
  crawls: readonly string[],
  settings: BuildSettings,
  spool: Spool,
  observer: GatherObserver & { readonly language?: string; readonly usualFields?: boolean },
): Promise<GatheredCorpus & { readonly language: string }> {
  const { textField, titleField, idField, followLinks, strict, anyLanguage } = settings;
  const { kinds = [], others: besides = [], onProblem, usualFields = false } = observer;
  // Detected when they are gathered, unless the topic tells them.
  const detectLanguage: DetectLanguage = () => Promise.resolve(undefined);
  const reading = { textField, titleField, idField, usualFields, followLinks, kinds, detectLanguage };
  const readers = [
    ...(sources.length === 0 ? [] : [openCorpora(sources, reading)]),
    ...crawls.map((folder) => createCrawlCorpus(folder, detectLanguage)),
    ...besides,
  ];
  const gathered = await gatherCorpus(mergeCorpora(readers), spool, { ...observer, strict });
  if (anyLanguage) return { ...gathered, language: observer.language ?? ENGLISH };
  const name = readers.map((reader) => reader.name).join(', ');
  const language = observer.language ?? corpusLanguage(gathered.languages, name);
  const others = inOtherLanguages(gathered.languages, language);
  const [first] = others;
  if (first === undefined) return { ...gathered, language };
  if (2 * others.length > gathered.documents.length)
    throw new InputError(
      `${others.length} of ${gathered.documents.length} texts of ${name} are not in ${languageName(language)}, the language of the topic`,
      { hint: `give texts in ${languageName(language)}` },
    );
  if (strict) throw new InputError(`${first.where}: ${first.message}`);
  for (const problem of others) onProblem(problem);
  const leftOut = new Set(others.map(({ where }) => where));
  spool.leaveOut(leftOut);
  return {
    ...gathered,
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

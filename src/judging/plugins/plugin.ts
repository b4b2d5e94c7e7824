import type { CrawlEvent, LinkPriority } from '../../model/crawl-event.js';
import type { AnnotatedText, EntityLink } from '../../model/noun.js';
import type { Page } from '../../model/page.js';
import type { AnnotatedPage, Reason } from '../../model/topic.js';
import type { Draft } from '../../language/corpus/draft.js';
import type { ClassifierDeclaration } from '../classifiers/classifier.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';

/** A part, or a function that makes it for one crawl, build or thread. */
export type Made<Part, Context = undefined> = Part | ((context: Context) => Part | Promise<Part>);

/** Facts from which a user-defined classifier may be made. */
export interface ClassifierContext {
  /** The topic's name, size and statistics. */
  readonly topic: TopicFacts;
  /** Numbers of documents of the topic's corpus, and of its background, that mention a noun. */
  readonly counts: FrequencyTable;
}

/** Facts from which a user-defined strategy may be made. */
export interface StrategyContext {
  readonly topic: string;
  /** Place of the knowledge base: a folder, or the address of a SPARQL endpoint. */
  readonly kb: string;
}

/** Verdict of a user-defined classifier about a page. A whole `Judgement` will do. */
export interface Verdict {
  readonly accepted: boolean;
  /** Finite. Larger is more on topic; the scale is the classifier's own. */
  readonly score: number;
  /** Why: one sentence, or any parts of a reason. The rest is filled in. */
  readonly reason?: string | Partial<Reason>;
}

/** A user-defined classifier. Every `TopicClassifier` is one. */
export interface UserClassifier {
  /** Needed where it is given as an object; in a plugin it has the name that it is registered under. */
  readonly name?: string;
  /** An error that it throws ends the crawl; the page is judged again when the crawl is resumed. */
  judge(page: AnnotatedPage): Verdict | Promise<Verdict>;
}

/** A user-defined classifier as it stands in a plugin, if not declared to be loaded. */
export type UserClassifierPart = Made<UserClassifier, ClassifierContext>;

/** A user-defined linker. Every `EntityLinker` is one. */
export interface UserLinker {
  readonly name?: string;
  /** Finds what nouns of the text mean. The spans of its links must not overlap. */
  link(text: AnnotatedText): readonly UserLink[] | Promise<readonly UserLink[]>;
}

/** A user-defined linker as it stands in a plugin. */
export type UserLinkerPart = Made<UserLinker>;

/** A mention and what it means: begin and end in UTF-16 code units of the text, end exclusive, and an absolute IRI. */
export type UserLink = Omit<EntityLink, 'linker'> & Partial<Pick<EntityLink, 'linker'>>;

/** A document as a user-defined reader finds it. */
export interface UserDocument extends Omit<Draft, 'warning'> {
  /** Unique within the file; needed where a file holds several documents. */
  readonly id?: string;
}

/** A user-defined reader for files of a corpus. */
export interface DocumentReader {
  readonly name?: string;
  /** Endings of the names of its files: `['.bib']`. They win over those of built-in readers. */
  readonly endings: readonly string[];
  /** @throws Error for a file that cannot be read: it is reported and skipped */
  read(bytes: Uint8Array, file: string): AnyDocuments | Promise<AnyDocuments>;
}

export type AnyDocuments = UserDocument | Iterable<UserDocument> | AsyncIterable<UserDocument>;

/** Gets the events of a crawl, one after the other, each when it is safely in `events.jsonl`. */
export interface Sink {
  readonly name?: string;
  /** The crawl waits for it. An error ends the crawl, which can be resumed; the event is not handed out again. */
  write(event: CrawlEvent, page?: Page): void | Promise<void>;
  /** Called once when the crawl has ended, however that was. */
  close?(): void | Promise<void>;
}

/** Built-in formats with the accepted pages in one file. `publish/pages/write-pages.ts` has their writers. */
export const FILE_FORMATS = {
  jsonl: { title: 'JSON lines', ending: 'jsonl', type: 'application/jsonl', summary: 'a line per page' },
  text: { title: 'Text', ending: 'txt', type: 'text/plain', summary: 'address, title and main text' },
  csv: { title: 'CSV', ending: 'csv', type: 'text/csv', summary: 'a table for spreadsheets' },
  parquet: {
    ...{ title: 'Parquet', ending: 'parquet', type: 'application/vnd.apache.parquet' },
    ...{ summary: 'a table for Python, R and DuckDB', isBinary: true },
  },
} as const;
/** Built-in formats with a file for each page, and the ending of these files. */
export const FOLDER_FORMATS = { markdown: 'md', html: 'html' } as const;
export type PageFormat = keyof typeof FILE_FORMATS | keyof typeof FOLDER_FORMATS;
export const PAGE_FORMATS = [...Object.keys(FILE_FORMATS), ...Object.keys(FOLDER_FORMATS)];

/** A column of the pages of a crawl. */
export interface PageColumn {
  readonly name: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'list';
  readonly meaning: string;
}

/** An accepted page: its values by the names of columns. */
export type PageRow = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A format of `sfwc pages`. */
export interface PagesFormat {
  readonly name?: string;
  /** True if it consists of bytes that no terminal shows: it then needs `--to`. */
  readonly isBinary?: boolean;
  /** Writes pages in pieces, as they come. */
  write(pages: AsyncIterable<PageRow>, columns: readonly PageColumn[]): AsyncIterable<string | Uint8Array>;
}

/**
 * User-defined parts under their names: the default export of a plugin module, or its named exports. Classifiers, strategies
 * and linkers are used where their name is given (`classifier: mine`), readers and sinks always. Worker threads load a module
 * as well.
 * @example
 * export default definePlugin({
 *   classifiers: {
 *     long: { judge: ({ page }) => ({ accepted: page.text.length > 1000, score: page.text.length }) },
 *   },
 * });
 */
export interface Plugin {
  /** True if a page is about the topic. One that is declared with `load` may be trained. */
  readonly classifiers?: Readonly<Record<string, UserClassifierPart | ClassifierDeclaration>>;
  /** Which links come first. A strategy that learns is a function, so that each crawl gets a fresh one. */
  readonly strategies?: Readonly<Record<string, Made<LinkPriority, StrategyContext>>>;
  readonly linkers?: Readonly<Record<string, UserLinkerPart>>;
  /** Files that corpora consist of. */
  readonly readers?: Readonly<Record<string, DocumentReader>>;
  /** Receivers of events besides `events.jsonl`. */
  readonly sinks?: Readonly<Record<string, Made<Sink>>>;
  /** In which accepted pages are written: `sfwc pages --format NAME`. */
  readonly formats?: Readonly<Record<string, PagesFormat>>;
}

export function definePlugin(plugin: Plugin): Plugin {
  return plugin;
}

export type PartKind = keyof Plugin;
export type PartOf<K extends PartKind> = NonNullable<Plugin[K]>[string];

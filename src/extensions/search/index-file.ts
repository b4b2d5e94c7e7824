import Database from 'libsql';
import { join } from 'node:path';
import { InputError, OutputError } from '../../model/errors.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import {
  type SafeStatement,
  damagedDatabase,
  isDamage,
  prepareSafely,
} from '../../support/files/database-file.js';
import { piecesOf } from '../../support/text/cut-text.js';

/** Words of a passage; a paragraph of up to half as many more is not cut. */
const PASSAGE_WORDS = 120;
const TOLERANCE = 1.5;
/** Passages of a page that are indexed: about half a million words. */
export const MAX_PASSAGES = 4095;
/** The longest run of characters without a blank: words, and languages that write without blanks. */
const LONGEST_RUN = 400;

/**
 * Cuts a text into passages of about 120 words. They end with a paragraph where that is possible, else with a sentence, else
 * between two words. Characters that control a terminal become blanks.
 */
export function passagesOf(text: string): readonly string[] {
  const parts = plain(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .flatMap((paragraph) =>
      countWords(paragraph) > PASSAGE_WORDS * TOLERANCE ? sentencesOf(paragraph) : [paragraph],
    );
  return packed(parts, '\n').slice(0, MAX_PASSAGES);
}

/** A text without control characters and halves of surrogate pairs; line feeds stay. */
export function plain(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, ' ').replace(/\p{Cs}/gu, '\uFFFD');
}

/** Sentences of a long paragraph together, up to the words of a passage; a longer sentence is cut between words. */
function sentencesOf(paragraph: string): readonly string[] {
  const sentences = paragraph.split(/(?<=[.!?…。！？])\s+/u).flatMap((sentence) => {
    if (countWords(sentence) <= PASSAGE_WORDS) return [sentence];
    const words = sentence.split(/\s+/).filter((word) => word !== '');
    const cut = (word: string) => (word.length > LONGEST_RUN ? [...piecesOf(word, LONGEST_RUN)] : [word]);
    return packed(words.flatMap(cut), ' ');
  });
  return packed(sentences, ' ');
}

/** Neighbouring parts together, up to the words of a passage. */
function packed(parts: readonly string[], between: string): readonly string[] {
  const passages: string[] = [];
  let [waiting, count]: [string[], number] = [[], 0];
  for (const part of [...parts, undefined]) {
    const own = countWords(part ?? '');
    if (waiting.length > 0 && (part === undefined || count + own > PASSAGE_WORDS)) {
      passages.push(waiting.join(between));
      [waiting, count] = [[], 0];
    }
    if (part !== undefined) waiting.push(part);
    count += own;
  }
  return passages;
}

/** A long run without blanks counts by its length: in some languages it is a sentence. */
function countWords(text: string): number {
  return text
    .split(/\s+/)
    .reduce((sum, word) => sum + (word === '' ? 0 : Math.max(1, Math.ceil((word.length - 40) / 8))), 0);
}

/** A value of a row. */
export type Cell = string | number | null;

/** The index of one crawl. All methods throw InputError where the file is damaged, OutputError where it cannot be used. */
export type IndexFile = ReturnType<typeof wrap>;

/** The file in the folder of a crawl with the index of its accepted pages. */
const INDEX_FILE = 'search.db';
/** "sfwc": SQLite keeps it in the head of the file (`application_id`), which tells the file from those of other programs. */
const APPLICATION = 0x73667763;
/** Version of the tables; kept in the file (`user_version`). */
const SCHEMA_VERSION = 8;
/** Numbers of passages begin with that of their page: passage = page × this + number in the page, from 0 on. */
export const PASSAGES = MAX_PASSAGES + 1;

/**
 * Tables.
 *
 * `sources`: the files of events that were read, up to which byte, and a checksum of the bytes before it. `pages`: the accepted
 * pages, with the number of their passages. `topics`: the topics that accepted a page, its score by each, the reason in words,
 * and its standing: the share of the pages of the topic with lower scores. `nouns`: the nouns that speak for a page. `words`:
 * passages. `stems`: words of pages in other languages than English, by their stems. `labels`: the linked nouns of the topics, by
 * what `keyOf` makes of them; `bases`: the state of the knowledge bases that they come from.
 */
const TABLES: Readonly<Record<string, string>> = {
  sources: 'name TEXT PRIMARY KEY, read INTEGER NOT NULL, tail TEXT NOT NULL',
  pages: `id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, title TEXT NOT NULL, host TEXT NOT NULL,
    fetched TEXT NOT NULL, published TEXT NOT NULL, language TEXT NOT NULL, size INTEGER NOT NULL`,
  topics: `page INTEGER NOT NULL, topic TEXT NOT NULL, score REAL NOT NULL, why TEXT NOT NULL,
    standing REAL NOT NULL DEFAULT 0.5, PRIMARY KEY (page, topic)`,
  stems: 'language TEXT NOT NULL, stem TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (language, stem, word)',
  nouns: 'page INTEGER NOT NULL, lemma TEXT NOT NULL, iri TEXT NOT NULL, PRIMARY KEY (page, lemma, iri)',
  bases: 'topic TEXT PRIMARY KEY, state TEXT NOT NULL',
  labels: `topic TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, meaning TEXT NOT NULL,
    PRIMARY KEY (topic, key, meaning, label)`,
};
const MAKE_INDEX = [
  ...Object.entries(TABLES).map(([name, columns]) => `CREATE TABLE ${name} (${columns})`),
  'CREATE INDEX meanings ON labels (topic, meaning)',
  'CREATE VIRTUAL TABLE words USING fts5(title, text, tokenize="porter unicode61 remove_diacritics 2")',
  `PRAGMA application_id = ${APPLICATION}`,
  `PRAGMA user_version = ${SCHEMA_VERSION}`,
].join('; ');
const EMPTY_INDEX = [...Object.keys(TABLES), 'words'].map((table) => `DELETE FROM ${table}`).join('; ');

const REMOVE = 'remove the file, and the next search makes it again';

/** Time for which a search waits while another one writes, in milliseconds. A transaction takes much less. */
const PATIENCE = 20_000;

/**
 * Opens the index in the folder of a crawl; makes an empty one where there is none. Any number of processes may have it open.
 * @throws InputError for a file that is damaged, or is no index of this version; OutputError
 */
export function openIndex(out: string): IndexFile {
  const path = join(out, INDEX_FILE);
  const database = failing(path, () => new Database(path, { timeout: PATIENCE }));
  try {
    prepare(path, database);
    return wrap(path, database);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function prepare(path: string, database: Database.Database): void {
  const read = (pragma: string): number =>
    (failing(path, () => database.prepare(`PRAGMA ${pragma}`).raw().get()) as readonly number[])[0] ?? 0;
  const isEmpty = (): boolean => read('schema_version') === 0;
  if (isEmpty())
    failing(path, () => {
      database.exec('BEGIN IMMEDIATE');
      // Another search may have made it meanwhile.
      if (isEmpty()) database.exec(MAKE_INDEX);
      database.exec('COMMIT');
    });
  if (read('application_id') !== APPLICATION)
    throw new InputError(`${path} is not an index of sfwc search`, { hint: 'move the file away' });
  if (read('user_version') !== SCHEMA_VERSION)
    throw new InputError(`${path} was written by another version of sfwc`, { hint: REMOVE });
}

function wrap(path: string, database: Database.Database) {
  const statements = new Map<string, SafeStatement>();
  const prepared = (sql: string): SafeStatement => {
    const statement = statements.get(sql) ?? prepareSafely(database, sql, databaseFile(path));
    statements.set(sql, statement);
    return statement;
  };
  const within = <T>(begin: string, steps: () => T): T =>
    failing(path, () => {
      database.exec(begin);
      try {
        const result = steps();
        database.exec('COMMIT');
        return result;
      } catch (thrown) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw thrown;
      }
    });
  return {
    rows: (sql: string, ...values: readonly Cell[]): readonly (readonly Cell[])[] =>
      failing(path, () => {
        const { statement, read } = prepared(sql);
        return (statement.all(values) as Cell[][]).map(read);
      }),
    run: (sql: string, ...values: readonly Cell[]): void =>
      failing(path, () => void prepared(sql).statement.run(values)),
    /** Takes steps in one transaction that writes, which may not await anything: another process may wait for its end. */
    together: <T>(steps: () => T): T => within('BEGIN IMMEDIATE', steps),
    /** Takes steps that read in one transaction, so that they see one state. */
    reading: <T>(steps: () => T): T => within('BEGIN', steps),
    /** Removes everything from it. Only within `together`. */
    empty: (): void => failing(path, () => void database.exec(EMPTY_INDEX)),
    close: (): void => void database.close(),
  };
}

/** The result of work on the index. @throws InputError where it is damaged; OutputError where it cannot be used */
function failing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof InputError || thrown instanceof OutputError) throw thrown;
    if (isDamage(thrown)) throw damagedDatabase(databaseFile(path), thrown);
    throw cannotWrite(path, thrown, { what: `the index ${path}`, then: 'or search a copy of the folder' });
  }
}

function databaseFile(path: string) {
  return { path, hint: `the pages of the crawl are not affected; ${REMOVE}` };
}

import { MAX_PASSAGES } from './passages.js';

/** The file in the folder of a crawl with the index of its accepted pages. */
export const INDEX_FILE = 'search.db';

/** "sfwc": SQLite keeps it in the head of the file (`application_id`), which tells the file from those of other programs. */
export const APPLICATION = 0x73667763;

/** Version of the tables; kept in the file (`user_version`). */
export const SCHEMA_VERSION = 4;

/** Numbers of passages begin with that of their page: passage = page × this + number in the page, from 0 on. */
export const PASSAGES = MAX_PASSAGES + 1;

/** Rule by which texts become words, in the index and for marking matches. */
const TOKENIZER = 'tokenize="porter unicode61 remove_diacritics 2"';

/**
 * Tables.
 *
 * `sources`: the files of events that were read, up to which byte, and a checksum of the bytes before it. `pages`: the accepted pages; `text` is a checksum of their text, `size` the number of its passages, `numbers` the page numbers
 * of a document on which its passages begin, in JSON. `topics`: the topics that accepted a page, its score by each, the reason
 * in words, and its standing: the share of the pages of the topic with lower scores. `nouns`: the nouns that speak for a page. `said`: what pages say
 * of themselves. `texts`: the passages of pages, packed; `words` is
 * the index of passages, which does not hold them. `labels`: the linked nouns of the topics, by what `keyOf` makes of
 * them; `bases`: the state of the knowledge bases that they come from.
 */
const TABLES = `
  CREATE TABLE sources (name TEXT PRIMARY KEY, read INTEGER NOT NULL, tail TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE pages (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, title TEXT NOT NULL,
    host TEXT NOT NULL, fetched TEXT NOT NULL, text TEXT NOT NULL, size INTEGER NOT NULL, numbers TEXT NOT NULL);
  CREATE TABLE topics (page INTEGER NOT NULL, topic TEXT NOT NULL, score REAL NOT NULL, why TEXT NOT NULL, standing REAL NOT NULL DEFAULT 0.5,
    PRIMARY KEY (page, topic)) WITHOUT ROWID;
  CREATE TABLE nouns (page INTEGER NOT NULL, lemma TEXT NOT NULL, iri TEXT NOT NULL, PRIMARY KEY (page, lemma, iri)) WITHOUT ROWID;
  CREATE TABLE said (page INTEGER NOT NULL, property TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (page, property, value)) WITHOUT ROWID;
  CREATE TABLE texts (page INTEGER PRIMARY KEY, packed BLOB NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5(title, text, content='', contentless_delete=1, ${TOKENIZER});
  CREATE TABLE bases (topic TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE labels (topic TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, meaning TEXT NOT NULL,
    PRIMARY KEY (topic, key, meaning, label)) WITHOUT ROWID;
  CREATE INDEX meanings ON labels (topic, meaning);
`;

/** A table of this connection alone, in memory: passages that are shown, so that SQLite marks the matches in them. */
export const MAKE_SHOWN = `PRAGMA temp_store = MEMORY; CREATE VIRTUAL TABLE temp.shown USING fts5(title, text, ${TOKENIZER});`;

/** Makes an empty index of an empty file, in one transaction. */
export const MAKE_INDEX = `${TABLES} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${SCHEMA_VERSION};`;

/** Makes an index empty. */
export const EMPTY_INDEX = ['sources', 'pages', 'topics', 'nouns', 'said', 'texts', 'bases', 'labels']
  .map((table) => `DELETE FROM ${table};`)
  .join(' ')
  .concat(" INSERT INTO words(words) VALUES ('delete-all');");

import type { CrawlDatabase } from './crawl-database.js';
import { MEMORY_SCHEMAS, storedValue } from './stored-value.js';
import type { TakenAction } from '../../model/steering.js';

/** Kinds of remembered values, of `traps.ts`, `busy-hosts.ts`, actions of people, and `run-crawl.ts`. */
type MemoryKind = keyof typeof MEMORY_SCHEMAS;

/** Small state that a crawl keeps in addition to its frontier, so that a resumed crawl decides as it would have before. */
export interface CrawlMemory {
  /** All of a kind, what was kept longest ago first. */
  all(kind: MemoryKind): Iterable<readonly [name: string, value: unknown]>;
  /** Keeps a value, as JSON can hold it, in the place of the one before; in the step of the frontier that is under way. */
  keep(kind: MemoryKind, name: string, value: unknown): void;
  drop(kind: MemoryKind, name: string): void;
}

/** For crawls that cannot be resumed. */
export const NO_MEMORY: CrawlMemory = { all: () => [], keep: () => undefined, drop: () => undefined };

/** A map of what a memory keeps of a kind, what was set longest ago first; that is forgotten when there are more than `most`. */
export function rememberedMap<Value>(memory: CrawlMemory, kind: MemoryKind, most = Infinity) {
  const known = new Map(memory.all(kind) as Iterable<readonly [string, Value]>);
  const drop = (name: string): void => {
    if (known.delete(name)) memory.drop(kind, name);
  };
  const set = (name: string, value: Value): void => {
    known.delete(name);
    known.set(name, value);
    memory.keep(kind, name, value);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) drop(oldest);
  };
  return { known: known as ReadonlyMap<string, Value>, set, drop };
}

/** A memory in the database of a crawl. */
export function openCrawlMemory(database: CrawlDatabase): CrawlMemory {
  const select = database.prepare('SELECT name, value FROM memory WHERE kind = ? ORDER BY at');
  const insert = database.prepare('INSERT OR REPLACE INTO memory (kind, name, value) VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM memory WHERE kind = ? AND name = ?');
  return {
    all: (kind) =>
      select.all(kind).map(([name, value]) => {
        return [String(name), storedValue(database.path, kind, value, MEMORY_SCHEMAS[kind])] as const;
      }),
    keep: (kind, name, value) => void insert.run(kind, name, JSON.stringify(value)),
    drop: (kind, name) => void remove.run(kind, name),
  };
}

/** The file in a result folder with what people asked of the crawl, a line for each action that was taken. */
export const ACTIONS_FILE = 'actions.jsonl';
/** The folder in a result folder where commands wait, one file each, until the crawl takes them. */
export const COMMANDS_FOLDER = 'control';

export type CrawlActions = ReturnType<typeof openCrawlActions>;

/** The actions in the memory of a crawl. */
export function openCrawlActions(memory: CrawlMemory) {
  const all = () => Array.from(memory.all('action'), ([, taken]) => taken as TakenAction);
  return {
    /** In the order in which they were taken. */
    all,
    has: (id: string) => all().some((taken) => taken.id === id),
    /** Keeps an action, in the step of the frontier that is under way. */
    note: (taken: TakenAction) => memory.keep('action', taken.id, taken),
  };
}

import type { TakenAction } from '../../model/steering.js';
import type { CrawlDatabase } from './crawl-database.js';
import { storedValue, takenActionSchema } from './stored-value.js';

/** The file in a result folder with what people asked of the crawl, a line for each action that was taken. */
export const ACTIONS_FILE = 'actions.jsonl';
/** The folder in a result folder where commands wait, one file each, until the crawl takes them. */
export const COMMANDS_FOLDER = 'control';

/** What people asked of a crawl, in its database. */
export interface CrawlActions {
  /** In the order in which they were taken. */
  all(): readonly TakenAction[];
  has(id: string): boolean;
  /** Keeps an action, in the step of the frontier that is under way. */
  note(taken: TakenAction): void;
}

/** Made where it is missing: crawls that an earlier version began have none. */
const TABLE = `CREATE TABLE IF NOT EXISTS actions
  (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, action TEXT NOT NULL)`;

/** The actions in the database of a crawl. */
export function openCrawlActions(database: CrawlDatabase): CrawlActions {
  database.prepare(TABLE).run();
  const select = database.prepare('SELECT action FROM actions ORDER BY place');
  const find = database.prepare('SELECT place FROM actions WHERE id = ?');
  const insert = database.prepare('INSERT INTO actions (id, action) VALUES (?, ?)');
  return {
    all: () =>
      select
        .all()
        .map(([action]) => storedValue(database.path, 'an action', action, takenActionSchema) as TakenAction),
    has: (id) => find.first(id) !== undefined,
    note: (taken) => void insert.run(taken.id, JSON.stringify(taken)),
  };
}

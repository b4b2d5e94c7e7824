import type { BuildSettings } from '../../settings/settings.js';
import type { CorpusProblem } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import type { HeldDocument } from './gather.js';

/** How a topic's corpus is to change. */
export interface CorpusChange {
  /** Whether a new document takes the place of an old one with its id. */
  readonly replace: boolean;
  /** Ids of documents to take out. */
  readonly remove: readonly string[];
  /** IRIs of crawls whose pages are to be taken out. */
  readonly removeCrawls: readonly string[];
}

/** What a change comes to. */
export interface PlannedChange {
  /** Ids of old documents that go. */
  readonly dropped: ReadonlySet<string>;
  /** Ids of new documents that are left out: the topic has them already. */
  readonly left: ReadonlySet<string>;
  /** New documents that could not be taken. */
  readonly problems: readonly CorpusProblem[];
  /** In documents. */
  readonly counts: ChangeCounts;
}

/** A change in numbers of documents. */
export interface ChangeCounts {
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  /** New documents that the topic had already, word for word. */
  readonly unchanged: number;
}

/** Whether the settings change a topic instead of building it whole. */
export function isChange(settings: BuildSettings): boolean {
  const { add, replace, remove, fromCrawl, removeCrawl } = settings;
  return add || replace || remove.length + fromCrawl.length + removeCrawl.length > 0;
}

/**
 * Plans a change: what goes, and what of the new documents comes.
 * Documents are taken out before new ones come, so that one command may do both to one id.
 * @throws InputError when a document or a crawl that is to go is not there
 */
export function planChange(
  old: readonly HeldDocument[],
  fresh: readonly HeldDocument[],
  change: CorpusChange,
): PlannedChange {
  const removed = removedIds(old, change);
  const held = new Map(old.map((document) => [document.id, document]));
  const dropped = new Set(removed);
  const left = new Set<string>();
  const problems: CorpusProblem[] = [];
  let replaced = 0;
  for (const { id, checksum } of fresh) {
    const before = removed.has(id) ? undefined : held.get(id);
    if (before === undefined) continue;
    if (before.checksum !== checksum && change.replace) {
      dropped.add(id);
      replaced += 1;
      continue;
    }
    left.add(id);
    if (before.checksum !== checksum) problems.push(otherText(id));
  }
  return {
    dropped,
    left,
    problems,
    counts: {
      added: fresh.length - left.size - replaced,
      replaced,
      removed: removed.size,
      unchanged: left.size - problems.length,
    },
  };
}

function otherText(id: string): CorpusProblem {
  return {
    where: id,
    message: 'the topic holds another text of this id; --replace takes the new one in its place',
  };
}

function removedIds(old: readonly HeldDocument[], { remove, removeCrawls }: CorpusChange): Set<string> {
  const known = new Set(old.map(({ id }) => id));
  const missing = remove.find((id) => !known.has(id));
  if (missing !== undefined) {
    throw new InputError(`the topic has no document '${missing}'; nothing was changed`, {
      hint: 'queries/document-ids.rq lists the ids',
    });
  }
  const ids = new Set(remove);
  for (const crawl of removeCrawls) {
    const pages = old.filter((document) => document.crawl === crawl);
    if (pages.length === 0)
      throw new InputError(`the topic has no page of the crawl ${crawl}; nothing was changed`);
    for (const { id } of pages) ids.add(id);
  }
  return ids;
}

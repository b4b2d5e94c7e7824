import { join } from 'node:path';
import { z } from 'zod';
import type { FoundUrl } from '../../crawling/engine/crawl-types.js';
import { readChecked, unlessMissing } from '../../crawling/ratings/ratings-folder.js';
import { lockFile } from '../../support/files/database-file.js';
import { replaceFile } from '../../support/files/replace-file.js';

const count = z.number().int().nonnegative();

const pageSchema = z.object({
  url: z.url(),
  /** Address after redirects, where it is another one. */
  finalUrl: z.url().optional(),
  /**
   * kept: a page about the topic. rejected: a page about something else, or one that is not read. gone: it was kept and is not
   * there any more, or not about the topic any more. failed: it could not be read yet.
   */
  state: z.enum(['kept', 'rejected', 'gone', 'failed']),
  title: z.string(),
  /** Times are milliseconds since the epoch. */
  lastAsked: z.number(),
  /** The round whose folder has the last event with a judgement of it. */
  round: count.optional(),
  /** Recognises its text, see `textDigest`. */
  digest: z.string().optional(),
  /** Requests in a row that failed in a way that may pass. */
  failures: count,
});

const stateSchema = z.object({
  /** The last round that was committed. */
  last: z.object({ number: count, startedAt: z.number() }).optional(),
  /** The round that was begun and not committed: all that its crawl needs to continue however it ended. */
  begun: z
    .object({
      number: count,
      startedAt: z.number(),
      found: z.array(z.custom<FoundUrl>((one) => typeof (one as Partial<FoundUrl> | null)?.url === 'string')),
    })
    .optional(),
  pages: z.array(pageSchema),
});

/** The history of one address in a collection. */
export type PageRecord = z.output<typeof pageSchema>;
/** A started round. */
export type BegunRound = NonNullable<z.output<typeof stateSchema>['begun']>;
/** The knowledge of a collection about its pages and rounds. */
type CollectionState = Omit<z.output<typeof stateSchema>, 'pages'> & {
  readonly pages: ReadonlyMap<string, PageRecord>;
};

/**
 * Opens the state of a collection in its folder. Each step replaces the file: a process that is killed leaves the one before.
 * @throws InputError when another process has it open, or it is damaged
 */
export async function openCollectionStore(folder: string) {
  const unlock = lockFile(join(folder, 'collection.lock'), `another process is monitoring into ${folder}`);
  const file = join(folder, 'collection.json');
  try {
    const { pages: listed = [], ...kept } =
      (await readChecked(file, stateSchema, 'state of a collection').catch(unlessMissing)) ?? {};
    let state: CollectionState = { ...kept, pages: new Map(listed.map((page) => [page.url, page])) };
    return {
      get state() {
        return state;
      },
      async save(change: Partial<CollectionState>): Promise<void> {
        state = { ...state, ...change };
        const { pages, ...rest } = state;
        await replaceFile(file, `${JSON.stringify({ ...rest, pages: [...pages.values()] })}\n`);
      },
      close: unlock,
    };
  } catch (thrown) {
    unlock();
    throw thrown;
  }
}

export type CollectionStore = Awaited<ReturnType<typeof openCollectionStore>>;

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { CrawlList } from './crawl-list.js';
import { type JobWork, createJobs } from './jobs.js';
import { createCrawlStarts, createStoredWebs } from './start-crawl.js';
import { createTopics } from './topics.js';
import { stat } from 'node:fs/promises';
import { FILE_FORMATS } from '../../../judging/plugins/plugin.js';
import { InputError } from '../../../model/errors.js';
import { type TemporaryFolder, makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { runCommand } from './own-process.js';
import { cleanFileName } from './work-folder.js';

/** Formats in which a crawl can be downloaded. */
export const EXPORTS = {
  ...FILE_FORMATS,
  report: { ending: 'html', type: 'text/html', title: 'Report', summary: 'one page to read and print' },
  wacz: {
    ending: 'wacz',
    type: 'application/wacz',
    title: 'WACZ',
    summary: 'the archived pages in one file, for ReplayWeb.page',
  },
} as const;

export type ExportFormat = keyof typeof EXPORTS;

/** A file to download. */
export interface ExportedFile {
  readonly file: string;
  /** The name that the browser suggests. */
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** Makes files of crawls in a temporary folder. @param folder of the workbench */
function createExports(folder: string) {
  let opened: Promise<TemporaryFolder> | undefined;
  let count = 0;
  return {
    /** The job that makes a file; its result is that of `onMade`. */
    making:
      (out: string, name: string, format: ExportFormat, onMade: (file: ExportedFile) => unknown): JobWork =>
      async (report, signal) => {
        opened ??= makeTemporaryFolder('export');
        const { ending, type, title } = EXPORTS[format];
        const file = path.join((await opened).path, `${(count += 1)}.${ending}`);
        report({ text: `writing ${title}` });
        const onLine = (line: string): void => {
          if (/^warning: /.test(line)) report({ note: line.replace(/^warning: /, '') });
        };
        await runCommand(wordsFor(format, path.resolve(out), file), { folder, signal, onLine });
        const { size } = await stat(file).catch(() => {
          throw new InputError('nothing was written: the crawl has no accepted page');
        });
        return onMade({ file, name: `${cleanFileName(name)}.${ending}`, type, bytes: size });
      },
    async close(): Promise<void> {
      await (await opened)?.remove();
    },
  };
}

function wordsFor(format: ExportFormat, out: string, file: string): readonly string[] {
  if (format === 'report' || format === 'wacz')
    return [format === 'report' ? 'report' : 'pack', out, '--to', file];
  return ['pages', out, '--format', format, '--to', file];
}

/** The parts of the workbench of a folder. */
export type Workbench = ReturnType<typeof openWorkbench>;

/** @param kbs further folders of knowledge bases */
export function openWorkbench(folder: string, crawls: CrawlList, kbs: readonly string[] = []) {
  const root = path.resolve(folder);
  const topics = createTopics(
    root,
    kbs.map((kb) => path.resolve(kb)),
  );
  const webs = createStoredWebs(root);
  const [jobs, exports] = [createJobs(), createExports(root)];
  return {
    ...{ folder: root, topics, crawls, webs, jobs, exports, tickets: createTickets() },
    starts: createCrawlStarts(root, topics, webs),
    /** Ends jobs, and removes what was made to be downloaded. Crawls continue. */
    async close(): Promise<void> {
      await jobs.close();
      await exports.close();
    },
  };
}

/** Milliseconds during which a ticket is good, and tickets that are good at the same time. */
const [GOOD_FOR, MAX_TICKETS] = [10 * 60_000, 500];

/**
 * Addresses that a browser can open without the token: what a frame shows, what is downloaded. Each has a secret of its own
 * and is good for ten minutes.
 * @param now milliseconds
 */
function createTickets(now: () => number = Date.now) {
  const issued = new Map<string, { readonly open: () => Response; readonly until: number }>();
  return {
    /** @returns the secret */
    issue(open: () => Response): string {
      for (const [secret, { until }] of issued)
        if (until < now() || issued.size >= MAX_TICKETS) issued.delete(secret);
      const secret = randomBytes(18).toString('base64url');
      issued.set(secret, { open, until: now() + GOOD_FOR });
      return secret;
    },
    find(secret: string): (() => Response) | undefined {
      const found = issued.get(secret);
      return found === undefined || found.until < now() ? undefined : found.open;
    },
  };
}

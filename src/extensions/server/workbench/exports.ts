import { stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../../model/errors.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../support/files/temporary-folder.js';
import type { JobWork } from './jobs.js';
import { runCommand } from './own-process.js';
import { cleanFileName } from './work-folder.js';

/** Formats in which a crawl can be downloaded. */
export const EXPORTS = {
  jsonl: {
    ending: 'jsonl',
    type: 'application/jsonl',
    title: 'JSON lines',
    summary: 'a line per page, for programs',
  },
  csv: { ending: 'csv', type: 'text/csv', title: 'CSV', summary: 'a table for spreadsheets' },
  parquet: {
    ending: 'parquet',
    type: 'application/vnd.apache.parquet',
    title: 'Parquet',
    summary: 'a table for Python, R and DuckDB',
  },
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
export function createExports(folder: string) {
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

import { rm, stat, writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../../model/errors.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../support/files/temporary-folder.js';
import { once } from '../../../support/once.js';
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
  markdown: {
    ending: 'md',
    type: 'text/markdown',
    title: 'Markdown',
    summary: 'all pages in one file, to read',
  },
  text: { ending: 'txt', type: 'text/plain', title: 'Text', summary: 'all pages in one file, plain' },
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

/** Makes files of crawls in a temporary folder. */
export interface Exports {
  /** The job that makes a file; its result is the file. */
  making(out: string, name: string, format: ExportFormat, onMade: (file: ExportedFile) => unknown): JobWork;
  close(): Promise<void>;
}

export function createExports(folder: string): Exports {
  const room = once(() => makeTemporaryFolder('export'));
  let opened: Promise<TemporaryFolder> | undefined;
  let count = 0;
  return {
    making: (out, name, format, onMade) => async (report, signal) => {
      opened = room();
      const { ending, type, title } = EXPORTS[format];
      const file = path.join((await opened).path, `${(count += 1)}.${ending}`);
      report({ text: `writing ${title}` });
      const onLine = (line: string): void => {
        if (/^warning: /.test(line)) report({ note: line.replace(/^warning: /, '') });
      };
      await makeFile(format, path.resolve(out), file, { folder, signal, onLine });
      const { size } = await stat(file).catch(() => {
        throw new InputError('nothing was written: the crawl has no accepted page');
      });
      return onMade({ file, name: `${cleanFileName(name)}.${ending}`, type, bytes: size });
    },
    async close() {
      await (await opened)?.remove();
    },
  };
}

async function makeFile(
  format: ExportFormat,
  out: string,
  file: string,
  run: Parameters<typeof runCommand>[1],
): Promise<void> {
  if (format === 'report') await runCommand(['report', out, '--to', file], run);
  else if (format === 'wacz') await runCommand(['pack', out, '--to', file], run);
  else if (format === 'markdown') await makeMarkdown(out, file, run);
  else await runCommand(['pages', out, '--format', format, '--to', file], run);
}

/** One Markdown file of all pages, each under its title with its address. */
async function makeMarkdown(out: string, file: string, run: Parameters<typeof runCommand>[1]): Promise<void> {
  const lines = `${file}.jsonl`;
  await runCommand(['pages', out, '--all-columns', '--to', lines], run);
  const pages = (await readFile(lines, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  await rm(lines, { force: true });
  const parts = pages.map((line) => {
    const { url, title, markdown } = JSON.parse(line) as Readonly<Record<string, string | undefined>>;
    return `# ${(title ?? '').replace(/\s+/g, ' ')}\n\n<${url ?? ''}>\n\n${(markdown ?? '').trim()}\n`;
  });
  await writeFile(file, parts.join('\n---\n\n'));
}

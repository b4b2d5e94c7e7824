import { appendFile, readFile } from 'node:fs/promises';
import { InputError, messageOf } from '../../../model/errors.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { cannotWrite } from '../../../support/files/cannot-write.js';

/** A page that harvests have read: one line of `known-pages.jsonl`. */
export interface KnownPage {
  readonly url: string;
  /** The run that read it last, unchanged or not. */
  readonly run: string;
  /** The run that judged it; its results hold the page and the reason. */
  readonly judgedIn: string;
  readonly verdict: 'relevant' | 'irrelevant' | 'verbatim-copy' | 'no-content';
  readonly score?: number;
  readonly title?: string;
  /** The header's value. */
  readonly lastModified?: string;
  /** SHA-256 of the text. */
  readonly text?: string;
  /** Checksum of topic and classifier. */
  readonly judgedBy: string;
}

/** The pages that harvests know. */
export interface KnownPages {
  get(url: string): KnownPage | undefined;
  /** The address of a page of this text, which is not a copy itself. */
  urlOfText(text: string): string | undefined;
  add(page: KnownPage): Promise<void>;
  /** Writes each page once. @throws OutputError */
  compact(): Promise<void>;
}

/**
 * Opens the record of known pages; it need not exist. Each page that is added is appended at once, so that a harvest that is killed
 * has lost nothing; the last line about a page counts. A last line that was not written to its end is left out.
 *
 * @returns known pages whose `add` and `compact` throw OutputError
 * @throws InputError naming the line when one in the middle is damaged
 */
export async function openKnownPages(file: string): Promise<KnownPages> {
  const pages = new Map<string, KnownPage>();
  const byText = new Map<string, string>();
  const remember = (page: KnownPage): void => {
    pages.set(page.url, page);
    if (page.text !== undefined && page.verdict !== 'verbatim-copy' && !byText.has(page.text))
      byText.set(page.text, page.url);
  };
  const lines = await readLines(file);
  for (const page of lines) remember(page);
  // What was cut off would spoil the line that is appended to it.
  if (lines.length > 0) await write(file, [...pages.values()]);
  return {
    get: (url) => pages.get(url),
    urlOfText: (text) => byText.get(text),
    async add(page) {
      remember(page);
      await appendFile(file, `${JSON.stringify(page)}\n`).catch((thrown: unknown) => {
        throw cannotWrite(file, thrown);
      });
    },
    compact: () => write(file, [...pages.values()]),
  };
}

async function readLines(file: string): Promise<KnownPage[]> {
  const content = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if (messageOf(thrown).includes('ENOENT')) return '';
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  });
  const lines = content.split('\n');
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    const page = parse(line);
    if (page === undefined && index < lines.length - 1) {
      throw new InputError(`${file}:${index + 1}: not a page of a harvest`, {
        hint: 'remove the line, or start again in another folder',
      });
    }
    return page ?? [];
  });
}

function parse(line: string): KnownPage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isPage = typeof value === 'object' && value !== null && 'url' in value && 'verdict' in value;
    return isPage ? (value as KnownPage) : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, pages: readonly KnownPage[]): Promise<void> {
  return replaceFile(file, pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
}

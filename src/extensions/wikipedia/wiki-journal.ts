import { createReadStream } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { MemberPart } from './api-queries.js';
import { InputError } from '../../model/errors.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { questionSchema, type WikiQuestion } from './wiki-corpus-file.js';
import type { WikiRecord } from './wiki-record.js';
import { textLines } from '../../support/files/whole-lines.js';

/** Something that happened to a category or a page. */
export type Happening =
  | { readonly kind: 'listed'; readonly category: string; readonly part: MemberPart }
  | { readonly kind: 'took'; readonly id: number; readonly record: WikiRecord }
  | { readonly kind: 'left'; readonly id: number; readonly title: string; readonly reason: string };

/** A line of the journal; the first one is the question. */
type JournalEntry = Happening | { readonly kind: 'asked'; readonly question: WikiQuestion };

/**
 * Journal of what has been fetched, one JSON line each, appended as it comes: after an interruption at any moment all of it
 * is there but, at most, the last line.
 */
export interface WikiJournal {
  readonly file: string;
  /** @throws OutputError */
  append(happening: Happening): Promise<void>;
  /** Everything, from the beginning. @throws InputError when the file is damaged */
  happenings(): AsyncGenerator<Happening>;
  close(): Promise<void>;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/** The name that a corpus goes by until it is whole. */
export function journalFile(out: string): string {
  return `${out}.partial`;
}

/**
 * Opens the journal of a corpus that was begun, or begins one.
 * @throws InputError when it was begun with another question; OutputError when it cannot be written
 */
export async function openJournal(out: string, question: WikiQuestion, force: boolean): Promise<WikiJournal> {
  const file = journalFile(out);
  let handle: FileHandle;
  try {
    await mkdir(path.dirname(out), { recursive: true });
    if (force) await rm(file, { force: true });
    handle = await open(file, 'a+');
    await handle.truncate(await endOfLastLine(handle));
  } catch (thrown) {
    throw cannotWrite(file, thrown);
  }
  const append = async (entry: JournalEntry): Promise<void> => {
    try {
      await handle.appendFile(`${JSON.stringify(entry)}\n`);
    } catch (thrown) {
      throw cannotWrite(file, thrown);
    }
  };
  try {
    const { value: first } = await readEntries(file).next();
    if (first === undefined) await append({ kind: 'asked', question });
    else checkQuestion(file, first, question);
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
  return {
    file,
    append,
    happenings: async function* () {
      for await (const entry of readEntries(file)) if (entry.kind !== 'asked') yield entry;
    },
    close: () => handle.close(),
    remove: async () => {
      await handle.close();
      await rm(file, { force: true });
    },
  };
}

function checkQuestion(file: string, first: JournalEntry, question: WikiQuestion): void {
  const asked = questionSchema.safeParse(first.kind === 'asked' ? first.question : undefined);
  if (!asked.success || JSON.stringify(asked.data) !== JSON.stringify(questionSchema.parse(question)))
    throw new InputError(
      `${file} is the beginning of another corpus${asked.success ? differences(asked.data, question) : ''}`,
      {
        hint: 'run it with the settings it was started with, name another --out, or start again with --force',
      },
    );
}

/** ` (category Space, not Diabetes)` */
export function differences(before: WikiQuestion, now: WikiQuestion): string {
  const names = Object.keys(now) as (keyof WikiQuestion)[];
  const shown = (value: WikiQuestion[keyof WikiQuestion]): string =>
    value === null ? 'none' : Array.isArray(value) ? value.join(' ') || 'none' : String(value);
  const changed = names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => `${name} ${shown(before[name])}, not ${shown(now[name])}`);
  return changed.length === 0 ? '' : ` (${changed.join('; ')})`;
}

async function* readEntries(file: string): AsyncGenerator<JournalEntry, undefined> {
  let number = 0;
  for await (const line of textLines(createReadStream(file))) {
    number += 1;
    try {
      yield JSON.parse(line) as JournalEntry;
    } catch {
      throw new InputError(`${file}:${number} is damaged`, { hint: 'start again with --force' });
    }
  }
  return undefined;
}

/** End of the last whole line: a process that was killed may have written half a line. */
async function endOfLastLine(handle: FileHandle): Promise<number> {
  const piece = Buffer.alloc(65_536);
  for (let end = (await handle.stat()).size; end > 0;) {
    const start = Math.max(0, end - piece.length);
    const { bytesRead } = await handle.read(piece, 0, end - start, start);
    const newline = piece.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

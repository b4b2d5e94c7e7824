import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError, messageOf } from '../../model/errors.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { sha256 } from '../../support/hash.js';

/** What is in an index, as far as earlier pushes know: a checksum of each document, by its id. */
export type Pushed = Map<string, string>;

const schema = z.object({
  version: z.literal(1),
  to: z.string(),
  pages: z.record(z.string(), z.string()),
});

/** The file in the folder of a crawl that says what was pushed to an index. */
export function stateFile(out: string, index: string): string {
  return join(out, `push-${sha256(index).slice(0, 12)}.json`);
}

/** Reads it; nothing was pushed where there is none. @throws InputError for a damaged file */
export async function readPushed(out: string, index: string): Promise<Pushed> {
  const file = stateFile(out, index);
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw damaged(file, messageOf(thrown));
  });
  if (text === undefined) return new Map();
  try {
    const { to, pages } = schema.parse(JSON.parse(text));
    if (to !== index) throw new Error(`it is of ${to}`);
    return new Map(Object.entries(pages));
  } catch (thrown) {
    throw damaged(file, thrown instanceof z.ZodError ? 'it is not what sfwc push wrote' : messageOf(thrown));
  }
}

function damaged(file: string, why: string): InputError {
  return new InputError(`${file} cannot be read: ${why}`, {
    hint: 'remove it: all pages are pushed again, but pages that are not accepted any more stay in the index',
  });
}

/** Replaces it. @throws OutputError */
export async function writePushed(out: string, index: string, pushed: Pushed): Promise<void> {
  const state: z.input<typeof schema> = { version: 1, to: index, pages: Object.fromEntries(pushed) };
  await replaceFile(stateFile(out, index), `${JSON.stringify(state)}\n`);
}

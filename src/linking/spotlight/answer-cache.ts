import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../model/errors.js';
import { sha256 } from '../../support/hash.js';

/** Answers of a service that are kept on disk. */
export interface AnswerCache {
  /** The answer that was kept under a key; undefined when there is none, or it is damaged. */
  get(key: string): Promise<string | undefined>;
  /** Keeps an answer. That it cannot be kept is told once, and does no harm. */
  put(key: string, answer: string): Promise<void>;
}

/**
 * A cache in a folder, one file an answer, in 256 folders: the answer's checksum in a first line, then the answer. Files
 * get their names when they are whole; one whose checksum differs counts as missing.
 *
 * @param warn told when nothing can be kept
 */
export function createAnswerCache(folder: string, warn: (message: string) => void): AnswerCache {
  const fileOf = (key: string): string => {
    const hash = sha256(key);
    return path.join(folder, hash.slice(0, 2), `${hash.slice(2)}.txt`);
  };
  let warned = false;
  let written = 0;
  return {
    get: async (key) => {
      const content = await readFile(fileOf(key), 'utf8').catch(() => '');
      const end = content.indexOf('\n');
      const answer = content.slice(end + 1);
      return end >= 0 && sha256(answer) === content.slice(0, end) ? answer : undefined;
    },
    put: async (key, answer) => {
      const file = fileOf(key);
      const partial = `${file}.partial-${process.pid}-${++written}`;
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(partial, `${sha256(answer)}\n${answer}`);
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        if (!warned) warn(`answers cannot be kept in ${folder}: ${messageOf(error)}`);
        warned = true;
      }
    },
  };
}

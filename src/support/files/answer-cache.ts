import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { messageOf } from '../../model/errors.js';
import { sha256 } from '../hash.js';
import { createPartialFile } from './replace-file.js';

/** Answers of a service, cached on disk. */
export interface AnswerCache {
  /** The answer for a key; undefined when there is none or it is damaged. */
  get(key: string): Promise<string | undefined>;
  /** Stores an answer. A failure is reported once and has no other effect. */
  put(key: string, answer: string): Promise<void>;
}

/**
 * A cache in a folder with one file per answer in 256 subfolders: the checksum of the answer in the first line, then the
 * answer. Files are written atomically; one with another checksum counts as missing.
 */
export function createAnswerCache(folder: string, warn: (message: string) => void): AnswerCache {
  const fileOf = (key: string): string => {
    const hash = sha256(key);
    return path.join(folder, hash.slice(0, 2), `${hash.slice(2)}.txt`);
  };
  let warned = false;
  return {
    get: async (key) => {
      const content = await readFile(fileOf(key), 'utf8').catch(() => '');
      const end = content.indexOf('\n');
      const answer = content.slice(end + 1);
      return end >= 0 && sha256(answer) === content.slice(0, end) ? answer : undefined;
    },
    put: async (key, answer) => {
      const file = fileOf(key);
      try {
        const partial = await createPartialFile(file, new PassThrough());
        await partial.write(`${sha256(answer)}\n${answer}`);
        await partial.close();
        await partial.moveTo(file);
      } catch (error) {
        if (!warned) warn(`answers cannot be kept in ${folder}: ${messageOf(error)}`);
        warned = true;
      }
    },
  };
}

/** The folder for the answers of a kind of service within the user's cache folder. */
export function answerCacheFolder(kind: string): string {
  const caches = process.env['XDG_CACHE_HOME'];
  const base = caches === undefined || caches === '' ? path.join(homedir(), '.cache') : caches;
  return path.join(base, 'sfwc', kind);
}

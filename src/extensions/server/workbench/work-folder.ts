import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { topicName } from '../../../app/settings/common.js';
import { endingOf, KNOWN_ENDINGS_TEXT } from '../../../language/corpus/file-kinds.js';
import { Problem } from '../http.js';
import { normalForm } from '../../../support/text/normal-form.js';

/** The folders in which the workbench keeps things, below the folder that it was opened in. */
export const PLACES = { corpora: 'corpora', kb: 'kb', crawls: 'crawls', webs: 'webs' } as const;

/** The longest name of a file that is kept, in characters. */
const LONGEST_NAME = 120;

/**
 * A path below a folder.
 * @throws Problem 400 where it would lead out of the folder, also through a symbolic link
 */
export function within(folder: string, ...parts: readonly string[]): string {
  const root = realpathSync(folder);
  const wanted = path.resolve(root, ...parts);
  if (!isBelow(root, wanted) || !isBelow(root, realPathOf(wanted)))
    throw new Problem(400, `${parts.join('/')} is outside the folder of the workbench`);
  return wanted;
}

function isBelow(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

/** The real path of a file, or of the nearest folder above it that exists, with the rest as it is. */
function realPathOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const above = path.dirname(file);
  return above === file ? file : path.join(realPathOf(above), path.basename(file));
}

/**
 * The name of a topic or crawl, which is the name of a folder as well.
 * @throws Problem 400 for one that cannot be used
 */
export function checkedName(name: string, what: 'topic' | 'crawl' | 'web'): string {
  const trimmed = name.trim();
  const { success } = topicName.safeParse(trimmed);
  if (success && !/[. ]$/.test(trimmed)) return trimmed;
  throw new Problem(
    400,
    `the name of a ${what} has letters, digits, blanks, dots and hyphens, begins and ends with a letter or digit, and has at most 100 characters`,
  );
}

/** A name under which a file can be kept: no folders, no leading dots, nothing that a shell or system reads otherwise. */
export function cleanFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = normalForm(base)
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '_')
    .replace(/^[. ]+/, '')
    .trim();
  if (clean.length <= LONGEST_NAME) return clean;
  const ending = path.extname(clean).slice(0, 12);
  return `${clean.slice(0, LONGEST_NAME - ending.length)}${ending}`;
}

/** The name of a file of texts. @throws Problem 400 without a name, 415 for a kind of file that no reader knows */
export function cleanTextName(name: string): string {
  const clean = cleanFileName(name);
  if (clean === '') throw new Problem(400, 'the file has no name');
  if (endingOf(clean) === undefined)
    throw new Problem(415, `${clean} is of a kind that is not read; read are ${KNOWN_ENDINGS_TEXT}`);
  return clean;
}

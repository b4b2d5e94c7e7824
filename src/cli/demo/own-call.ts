import { realpathSync } from 'node:fs';
import path from 'node:path';
import { packagedPath } from '../../support/files/packaged-path.js';
import { shellWord } from '../../support/text/terminal-text.js';

/** Shell in which a command line is typed. */
export interface Shell {
  /** The current folder. */
  readonly folder: string;
  /** The value of the variable PATH. */
  readonly path: string | undefined;
}

/** Part of the folders in which npx keeps packages that are not installed. */
const NPX_CACHE = `${path.sep}_npx${path.sep}`;

/**
 * Call of sfwc from a folder: `npx sfwc` in a checkout, or if the package is installed in the folder or one above;
 * `sfwc` where that is found on the PATH; else by the file.
 * @param main the file that runs the commands; default: that of this package
 */
export function ownCall(
  { folder, path: search = '' }: Shell,
  main = packagedPath('dist/cli/main.js'),
): string {
  const own = realPath(main);
  const isOwn = (file: string): boolean => own !== undefined && realPath(file) === own;
  const above = foldersAbove(folder);
  const isInstalled = above.some((one) => isOwn(path.join(one, 'node_modules/.bin/sfwc')));
  if (isInstalled || above.some((one) => isOwn(path.join(one, 'dist/cli/main.js')))) return 'npx sfwc';
  const found = search.split(path.delimiter).find((one) => one !== '' && isOwn(path.join(one, 'sfwc')));
  if (found !== undefined) return `${found}${path.sep}`.includes(NPX_CACHE) ? 'npx sfwc' : 'sfwc';
  return `node ${shellWord(pathFrom(folder, main))}`;
}

/** A path as it is typed in a folder: relative where that is shorter. */
export function pathFrom(folder: string, file: string): string {
  const relative = path.relative(folder, file) || '.';
  return relative.length < file.length ? relative : file;
}

/** A folder and those above it. */
function foldersAbove(folder: string): readonly string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { missingPackage } from '../../support/optional-packages.js';

/** Names under which systems have a Chromium. */
const NAMES = 'chromium chromium-browser google-chrome-stable google-chrome chrome microsoft-edge'.split(' ');

/** Folders and programs that are tried when the browser is not on the PATH. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const PROGRAMS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The browser to render with: that of `CHROME_PATH`, or else the first one found; or why there is none. */
export async function lookForBrowser(): Promise<string | { readonly why: string; readonly hint: string }> {
  const missing = missingPackage('playwright-core');
  if (missing !== undefined) return { why: missing.message, hint: missing.hint ?? '' };
  const program = process.env['CHROME_PATH'] ?? (await findBrowser());
  if (program !== undefined && (await isProgram(program))) return program;
  const why = program === undefined ? 'no Chromium was found' : `${program} is not a program that can be run`;
  return { why, hint: 'install one, or name it in the environment: CHROME_PATH' };
}

/** The first Chromium on the PATH, or else in a well-known place; undefined where there is none. */
export async function findBrowser(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | undefined> {
  const folders = [...(environment['PATH'] ?? '').split(path.delimiter), ...FOLDERS];
  const named = folders
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  for (const file of [...named, ...PROGRAMS]) if (await isProgram(file)) return file;
  return undefined;
}

/** True if a file is there that may be run. */
export function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** True for root, for whom Chromium has no sandbox. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

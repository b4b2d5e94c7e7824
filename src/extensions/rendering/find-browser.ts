import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { missingPackage } from '../../support/optional-packages.js';

/** Names under which systems have a Chromium. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];

/** Places of the browser when it is not on the PATH. */
const PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The reason why no page can be rendered, and what to do. */
interface Obstacle {
  readonly why: string;
  readonly hint: string;
}

/** The browser to render with: the one that is named, or else the first one found; or why there is none. */
export async function lookForBrowser({
  browser,
  sandbox,
}: {
  readonly browser?: string;
  readonly sandbox: boolean;
}): Promise<string | Obstacle> {
  const missing = missingPackage('playwright-core');
  if (missing !== undefined) return { why: missing.message, hint: missing.hint ?? '' };
  const program = browser ?? (await findBrowser());
  if (program === undefined)
    return {
      why: 'no Chromium was found',
      hint: 'install one, or name it in the setting browser (SFWC_BROWSER)',
    };
  if (!(await isProgram(program)))
    return {
      why: `${program} is not a program that can be run`,
      hint: 'name a Chromium in the setting browser (SFWC_BROWSER)',
    };
  const unsafe = sandbox ? whyNoSandbox() : undefined;
  if (unsafe === undefined) return program;
  return {
    why: unsafe,
    hint: 'run sfwc as another user, or set noBrowserSandbox (SFWC_NO_BROWSER_SANDBOX) in a container that holds nothing else',
  };
}

/** The first Chromium on the PATH, or else in a well-known place; undefined where there is none. */
export async function findBrowser(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | undefined> {
  const folders = [...(environment['PATH'] ?? '').split(path.delimiter), ...PLACES];
  const files = folders.filter((folder) => folder !== '').flatMap((folder) => candidatesIn(folder));
  for (const file of files) if (await isProgram(file)) return file;
  return undefined;
}

function candidatesIn(place: string): readonly string[] {
  if (/\.exe$|\/(?:Google Chrome|Chromium)$/.test(place)) return [place];
  return NAMES.map((name) => path.join(place, name));
}

/** True if a file is there that may be run. */
export function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Why Chromium's sandbox cannot be used by this process; undefined where it can. */
export function whyNoSandbox(): string | undefined {
  return process.getuid?.() === 0 ? 'Chromium has no sandbox for root' : undefined;
}

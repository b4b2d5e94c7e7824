import { stat } from 'node:fs/promises';
import { json } from '../app/settings/common.js';
import { PARTS } from '../judging/parts.js';
import { installAdvice, messageOf } from '../model/errors.js';
import { OPTIONAL_PACKAGES, packageUrl } from '../support/optional-packages.js';
import { neededNode, packageVersion } from '../support/package-version.js';
import { styled, type StyledText } from './io.js';
import { command } from './command.js';

export const doctorFields = { json } as const;

/** One thing that sfwc uses. `missing`: sfwc works without it; `problem`: it does not work, or sfwc needs it. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'problem';
  readonly found: string;
  /** Remedy, if it is not `ok`. */
  readonly advice?: string;
  /** True if sfwc does not work without it. */
  readonly needed: boolean;
}

const STYLES = { ok: 'good', missing: 'doubtful', problem: 'bad' } as const;

export const doctorCommand = command({
  examples: ['sfwc doctor', 'sfwc doctor --json'],
  fields: doctorFields,
  run: async (settings, _args, io) => {
    const findings = await examine();
    if (settings.json) io.data(`${JSON.stringify(findings)}\n`);
    else io.stdout(findings.map(findingText));
    return findings.some(({ state, needed }) => needed && state !== 'ok') ? 1 : 0;
  },
});

function findingText({ name, state, found, advice }: Finding): StyledText {
  const more = advice === undefined ? '' : `         ${advice}\n`;
  return [styled(STYLES[state], state.padEnd(9)), `${name}: ${found}\n${more}`];
}

/** Checks what sfwc uses. Nothing is installed or sent anywhere. */
async function examine(): Promise<readonly Finding[]> {
  const packages = Object.entries(OPTIONAL_PACKAGES).map(([name, purpose]) => packageFinding(name, purpose));
  const tries = await Promise.all([
    tried('Node.js', `install Node.js ${neededNode()} or later`, () => {
      const { node } = process.versions;
      if (node.localeCompare(neededNode(), 'en', { numeric: true }) < 0)
        throw new Error(`${node} is too old`);
      return Promise.resolve(`${node} on ${process.platform} ${process.arch}, sfwc ${packageVersion()}`);
    }),
    // The library has a part for each kind of machine, so it is tried.
    tried('libsql', 'install sfwc again: npm install sfwc', async () => {
      const { default: Database } = await import('libsql');
      new Database(':memory:').close();
      return 'works';
    }),
    browserFinding(process.env['CHROME_PATH']),
  ]);
  return [...packages, ...tries];
}

/** A finding on what sfwc needs: what the check gives, or what it throws. */
async function tried(name: string, advice: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, state: 'ok', found: await check(), needed: true };
  } catch (thrown) {
    return { name, state: 'problem', found: messageOf(thrown), advice, needed: true };
  }
}

/** A package that sfwc works without. */
export function packageFinding(name: string, purpose: string): Finding {
  return packageUrl(name) === undefined
    ? { name, state: 'missing', found: purpose, advice: installAdvice(name), needed: false }
    : { name, state: 'ok', found: purpose, needed: false };
}

/** @param named the browser that the environment names */
export async function browserFinding(named: string | undefined): Promise<Finding> {
  const { findBrowser, isProgram, isRoot } = await PARTS.browser();
  const program = named ?? (await findBrowser());
  const finding = { name: 'Chromium', needed: false };
  const advice = 'install Chromium or Chrome, or name one in the environment: CHROME_PATH';
  if (program === undefined) return { ...finding, state: 'missing', found: 'none was found', advice };
  const isFile = await stat(program).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isFile || !(await isProgram(program)))
    return { ...finding, state: 'problem', found: `${program} is not a program that can be run`, advice };
  return { ...finding, state: 'ok', found: isRoot() ? `${program}, without a sandbox for root` : program };
}

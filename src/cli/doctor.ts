import { stat } from 'node:fs/promises';
import { json } from '../app/settings/common.js';
import { PARTS } from '../judging/parts.js';
import { installAdvice } from '../model/errors.js';
import { OPTIONAL_PACKAGES, packageUrl } from '../support/optional-packages.js';
import { command } from './command.js';

export const doctorFields = { json } as const;

/** One thing that sfwc uses and works without. `problem`: it is there, and does not work. */
interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'missing' | 'problem';
  readonly found: string;
  /** Remedy, if it is not `ok`. */
  readonly advice?: string;
}

/** Checks what sfwc uses. Nothing is installed or sent anywhere. */
export const doctorCommand = command({
  examples: ['sfwc doctor', 'sfwc doctor --json'],
  fields: doctorFields,
  run: async ({ json: asJson }, _args, io) => {
    const packages = Object.entries(OPTIONAL_PACKAGES).map(([name, use]) => packageFinding(name, use));
    const findings = [...packages, await browserFinding(process.env['CHROME_PATH'])];
    if (asJson) io.data(`${JSON.stringify(findings)}\n`);
    else io.stdout(findings.map(findingText).join(''));
    return 0;
  },
});

function findingText({ name, state, found, advice }: Finding): string {
  const more = advice === undefined ? '' : `         ${advice}\n`;
  return `${state.padEnd(9)}${name}: ${found}\n${more}`;
}

/** A package that sfwc works without. */
export function packageFinding(name: string, found: string): Finding {
  return packageUrl(name) === undefined
    ? { name, state: 'missing', found, advice: installAdvice(name) }
    : { name, state: 'ok', found };
}

/** @param named the browser that the environment names */
export async function browserFinding(named: string | undefined): Promise<Finding> {
  const { findBrowser, isProgram, isRoot } = await PARTS.browser();
  const program = named ?? (await findBrowser());
  const finding = { name: 'Chromium' };
  const advice = 'install Chromium or Chrome, or name one in the environment: CHROME_PATH';
  if (program === undefined) return { ...finding, state: 'missing', found: 'none was found', advice };
  const isFile = (await stat(program).catch(() => undefined))?.isFile() === true;
  if (!isFile || !(await isProgram(program)))
    return { ...finding, state: 'problem', found: `${program} is not a program that can be run`, advice };
  return { ...finding, state: 'ok', found: isRoot() ? `${program}, without a sandbox for root` : program };
}

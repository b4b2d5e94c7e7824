import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { annotatorList, coreStrategiesIn, declaredIn, extensionList } from '../../scripts/extension-list.js';
import { callsOf } from '../../src/cli/command-list.js';
import { COMMANDS, SECTIONS } from '../../src/cli/commands.js';
import { ROOT } from './run.js';

it('is made of what the extensions declare (npm run extensions makes it again)', async () => {
  const declared = await declaredIn(path.join(ROOT, 'dist/extensions'));
  expect(readFileSync(path.join(ROOT, 'src/judging/plugins/extension-list.ts'), 'utf8')).toBe(
    await extensionList(declared, await coreStrategiesIn(path.join(ROOT, 'dist'))),
  );
  expect(readFileSync(path.join(ROOT, 'src/language/text/annotator-list.ts'), 'utf8')).toBe(
    await annotatorList(declared),
  );
});

it('gives every command other words, and a section that the help has', () => {
  const calls = callsOf(COMMANDS);
  expect(calls.filter((words, index) => calls.indexOf(words) !== index)).toEqual([]);
  expect(COMMANDS.filter(({ section }) => !SECTIONS.some((one) => one === section))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../cli/run.js';

/** All code, in which messages are looked for. */
const code = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(ROOT, 'src', file), 'utf8'))
  .join('\n');
const page = readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8');
const messages = [...page.matchAll(/^### “(.*)”$/gm)].map(([, message = '']) => message);

it.each(messages)('explains a message that sfwc has: %s', (message) => {
  const parts = message.split('…').map((part) => part.replace(/^[' ]+|[' ]+$/g, ''));
  expect(parts.filter((part) => !code.includes(part))).toEqual([]);
});

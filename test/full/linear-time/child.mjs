/**
 * Times one reader in a process of its own: `node child.mjs MODULE NAME`. Answers each text that is described to it with the
 * milliseconds of processor time that reading takes.
 */
import { Buffer } from 'node:buffer';
import process from 'node:process';

const [, , module, name] = process.argv;
const { before = '', after = '', open } = (await import(module)).READERS[name];
const read = await open();
let count = 0;

/** Each part as often as all of them fit; numbers go on, so that no memory of earlier texts helps. */
function textOf({ prefix = '', parts, middle = '', suffix = '' }, bytes) {
  const times = Math.max(1, Math.floor(bytes / Buffer.byteLength(parts.join(''))));
  const repeated = parts.map((part) => part.repeat(times)).join(middle);
  return before + (prefix + repeated + suffix).replaceAll('§', () => String((count += 1))) + after;
}

process.on('message', async ({ input, bytes }) => {
  const text = textOf(input, bytes);
  // Garbage of the text before is not its business.
  globalThis.gc?.();
  const begun = process.cpuUsage();
  let error;
  try {
    await read(text);
  } catch (thrown) {
    error = String(thrown?.stack ?? thrown);
  }
  const { user, system } = process.cpuUsage(begun);
  process.send({ ms: (user + system) / 1000, error });
});
process.on('disconnect', () => process.exit());
process.send('ready');

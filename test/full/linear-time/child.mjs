/** Times one reader in a process of its own: answers each text that it is sent with milliseconds of processor time. */
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { READERS } from './readers.mjs';

const { open, before = '', after = '' } = READERS[process.argv[2]];
const read = await open();

/** Makes a text of so many bytes: each part repeated, one after the other. `§` stands for another number each time. */
function textOf({ parts, bytes }) {
  const each = Math.floor(bytes / parts.length);
  let count = 0;
  const repeated = (part) => part.repeat(Math.max(1, Math.floor(each / Buffer.byteLength(part))));
  const numbered = parts
    .map(repeated)
    .join('')
    .replaceAll('§', () => String((count += 1)));
  return before + numbered + after;
}

process.on('message', async (input) => {
  const text = textOf(input);
  const begun = process.cpuUsage();
  let error;
  try {
    await read(text);
  } catch (thrown) {
    error = String(thrown?.stack ?? thrown).slice(0, 500);
  }
  const { user, system } = process.cpuUsage(begun);
  process.send({ ms: (user + system) / 1000, error });
});
process.send('ready');

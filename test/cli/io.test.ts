import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandIo, createSkippedLines, type CommandIo } from '../../src/cli/io.js';
import { watchWork } from '../../src/cli/work-watch.js';
import { anyText } from '../support/any-text.js';

/** ESC, CSI as one byte, DEL, and what turns the reading direction. */
const HOSTILE = 'a\u001b[2Jb\u009b31mc\u007fd\u202ee';
const COMMANDS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u;

function watched(stdoutIsTerminal: boolean): { readonly io: CommandIo; readonly written: () => string } {
  let written = '';
  const write = (text: string): void => void (written += text);
  const io = commandIo({
    stdout: write,
    stream: async (texts) => {
      for await (const text of texts) write(text);
    },
    stderr: write,
    stdoutIsTerminal,
    readStdin: () => Promise.resolve(new Uint8Array()),
    readLines: async function* () {},
    environment: {},
    signal: new AbortController().signal,
  });
  return { io, written: () => written };
}

describe('commandIo', () => {
  it('lets no text command a terminal', () => {
    const text = fc.array(fc.oneof(anyText(), fc.constantFrom('\u001b', '\u009b', '\u202e')));
    fc.assert(
      fc.property(text, (parts) => {
        const { io, written } = watched(true);
        for (const write of [io.stdout, io.stderr, io.data]) write(parts.join(''));
        expect(written().replaceAll('\r\n', '')).not.toMatch(COMMANDS);
      }),
      { seed: 5 },
    );
  });
});

describe('a stream of data', () => {
  const pieces = async function* (): AsyncGenerator<string> {
    yield HOSTILE;
  };

  it('is escaped on a terminal and left as it is on the way to a file', async () => {
    const file = watched(false);
    await file.io.stream(pieces());
    expect(file.written()).toBe(HOSTILE);
    const terminal = watched(true);
    await terminal.io.stream(pieces());
    expect(terminal.written()).not.toMatch(COMMANDS);
  });
});

describe('watchWork', () => {
  it('is cleared before a message, and puts no control of a note or label into its line', () => {
    const { io, written } = watched(true);
    const stream = { isTTY: true, columns: 200, write: io.help };
    const terminal = { ...io, terminal: stream as unknown as NodeJS.WriteStream };
    const line = watchWork(terminal, 'of \u009bx');
    line.update({ done: 1, total: 2, unit: 'pages', notes: ['at \u001b]0;title\u0007 \u202e'] });
    expect(written()).toContain(String.raw`of \u009bx 1/2 pages, at \u001b]0;title\u0007 \u202e`);
    const before = written().length;
    io.stderr('warning: slow\n');
    expect(written().slice(before)).toBe('\r\u001b[2Kwarning: slow\n');
    line.update({ done: 2, total: 2, unit: 'pages' });
    line.stop();
    expect(written().slice(before)).toContain(String.raw`of \u009bx 2/2 pages`);
    expect(written().endsWith('\r\u001b[2K')).toBe(true);
  });
});

it('names three items that are skipped for one reason, and counts the others', () => {
  const lines: string[] = [];
  const skipped = createSkippedLines({ stderr: (line) => void lines.push(line) });
  for (let at = 0; at < 5; at += 1) skipped.note({ where: `file ${at}`, message: 'is empty' });
  skipped.note({ where: 'other', message: 'is damaged' });
  skipped.end();
  expect([lines.length, lines.at(-1)]).toEqual([5, 'skipped 2 more: is empty\n']);
});

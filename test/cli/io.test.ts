import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandIo, createSkippedLines, type CommandIo } from '../../src/cli/io.js';
import { watchWork } from '../../src/cli/work-watch.js';

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
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u001b', '\u009b', '\u202e')),
    );
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
  it('puts no control of a note or label into the line', () => {
    let drawn = '';
    const stream = {
      isTTY: true,
      columns: 200,
      write: (text: string) => void (drawn += text),
      on: () => undefined,
    };
    const { io } = watched(true);
    const line = watchWork({ ...io, terminal: stream as unknown as NodeJS.WriteStream }, 'of \u009bx');
    line.update({ done: 1, total: 2, unit: 'pages', notes: ['at \u001b]0;title\u0007 \u202e'] });
    line.stop();
    expect(drawn).toContain(String.raw`at \u001b]0;title\u0007 \u202e`);
    expect(drawn).toContain(String.raw`of \u009bx`);
    for (const control of ['\u202e', '\u009b', '\u0007']) expect(drawn).not.toContain(control);
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

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type StyledText, type CommandIo, showsColours, writtenText, commandIo } from '../../src/cli/io.js';
import { watchWork } from '../../src/cli/work-watch.js';
import { main } from '../../src/cli/main.js';

const TERMINAL = { TERM: 'xterm' };
const COMMANDS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u;
/** The only control sequences that styles are written as. */
const withoutStyles = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- what is looked for
  text.replace(/\u001b\[(?:31|32|33|39|1|22)m/g, '');

interface Outputs {
  stdout: string;
  stderr: string;
}

/** @param stderrIsTerminal whether there is a terminal where messages go */
function watched(
  stdoutIsTerminal: boolean,
  stderrIsTerminal: boolean,
  environment: Readonly<Record<string, string>> = TERMINAL,
): { readonly io: CommandIo; readonly outputs: Outputs; readonly deps: Parameters<typeof main>[1] } {
  const outputs: Outputs = { stdout: '', stderr: '' };
  const stream = {
    isTTY: true,
    columns: 100,
    write: (text: string) => void (outputs.stderr += text),
    on: () => undefined,
  };
  const deps = {
    stdout: (text: string): void => void (outputs.stdout += text),
    stream: async (texts: AsyncIterable<string>) => {
      for await (const text of texts) outputs.stdout += text;
    },
    stderr: (text: string): void => void (outputs.stderr += text),
    stdoutIsTerminal,
    readStdin: () => Promise.resolve(new Uint8Array()),
    readLines: async function* () {},
    environment,
    signal: new AbortController().signal,
    ...(stderrIsTerminal ? { terminal: stream as unknown as NodeJS.WriteStream } : {}),
  };
  return { io: commandIo(deps), outputs, deps };
}

describe('colours are shown', () => {
  it.each<[string, boolean, Record<string, string>, boolean]>([
    ['on a terminal', true, TERMINAL, true],
    ['not in a pipe', false, TERMINAL, false],
    ['not on a dumb terminal', true, { TERM: 'dumb' }, false],
    ['not with NO_COLOR', true, { ...TERMINAL, NO_COLOR: '1' }, false],
    ['in a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['not with FORCE_COLOR=0', true, { ...TERMINAL, FORCE_COLOR: '0' }, false],
  ])('%s', (_, isTerminal, environment, shown) => {
    expect(showsColours(isTerminal, environment)).toBe(shown);
  });
});

const styledText = fc.letrec<{ text: StyledText }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b[31m', '\u009b1m', '\u202e', '\u001b]0;title\u0007'),
    fc.record({
      style: fc.constantFrom('good', 'doubtful', 'bad', 'heading'),
      text: fc.string({ unit: 'binary' }),
    }),
    fc.array(tie('text')),
  ),
})).text;

describe('a styled text', () => {
  it('says the same without colours, and nothing in it commands a terminal', () => {
    fc.assert(
      fc.property(styledText, (text) => {
        const [plain, inColours] = [writtenText(text, false), writtenText(text, true)];
        expect(plain.replaceAll('\r\n', '')).not.toMatch(COMMANDS);
        expect(withoutStyles(inColours)).toBe(plain);
      }),
      { seed: 7 },
    );
  });
});

describe('a command', () => {
  it('clears its line before a message, and draws it again below', () => {
    const { io, outputs } = watched(false, true);
    const progress = watchWork(io, 'crawling');
    progress.update({ done: 5, total: 10, unit: 'pages' });
    const before = outputs.stderr.length;
    io.stderr('warning: slow\n');
    const message = outputs.stderr.slice(before);
    expect(message).toBe('\r\u001b[2K\u001b[33mwarning:\u001b[39m slow\n');
    progress.update({ done: 6, total: 10, unit: 'pages' });
    expect(outputs.stderr.slice(before + message.length)).toContain('6/10 pages');
    progress.stop();
    expect(outputs.stderr.endsWith('\r\u001b[2K')).toBe(true);
    io.stderr('done\n');
    expect(outputs.stderr.endsWith('\u001b[2Kdone\n')).toBe(true);
  });
});

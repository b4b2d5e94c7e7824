import { beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SHELLS, type Shell } from '../../src/extensions/tools/completion-script.js';
import { sfwc } from '../cli/run.js';
import { describeUnless } from './data.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const here = path.join(folder, 'here');
const fileOf = (shell: Shell): string => path.join(folder, `completion.${shell}`);

/** How each shell is asked what it makes of a line at whose end Tab is pressed. */
const ASK: Readonly<Record<Shell, (line: string) => string>> = {
  bash: (line) => throughTerminal('bash --norc --noprofile', line, fileOf('bash')),
  zsh: (line) => throughTerminal('zsh -f -i', line, fileOf('zsh')),
  fish: (line) => {
    const ask = `source $argv[1]; complete -C $argv[2]`;
    const offered = run('fish', ['--no-config', '-c', ask, fileOf('fish'), line]).split('\n')[0] ?? '';
    return `${line.replace(/\S*$/, '')}${offered}`;
  },
};

/** Types a line and Tab into a shell with a terminal, and shows the words of the line as the shell then has them. */
function throughTerminal(shell: string, line: string, script: string): string {
  const program = [
    'import os, pty, sys, time, select',
    'shell, script, line = sys.argv[1:4]',
    'child, terminal = pty.fork()',
    'if child == 0:',
    '    os.environ.update(TERM="dumb", PS1="")',
    '    os.execvp("sh", ["sh", "-c", "exec " + shell])',
    'def until(mark):',
    '    seen = b""',
    '    while mark not in seen:',
    '        ready, _, _ = select.select([terminal], [], [], 20)',
    '        if not ready: sys.exit("nothing more after: " + repr(seen))',
    '        seen += os.read(terminal, 65536)',
    '    return seen',
    // The words are written apart, so that the echo of what is typed is not taken for the answer.
    'os.write(terminal, b"sfwc() { printf \'<%s>\' sfwc \\"$@\\"; printf END\'%s\\\\n\' ED; }; . " + script.encode() + b"; printf REA\'%s\\\\n\' DY\\n")',
    'until(b"READY")',
    'os.write(terminal, line.encode() + b"\\t\\n")',
    'print(until(b"ENDED").decode().split("<sfwc>")[-1])',
    'os.kill(child, 9)',
  ].join('\n');
  const answer = run('python3', ['-c', program, shell, script, line]);
  const words = [...answer.matchAll(/<([^>]*)>/g)].map(([, word]) => word);
  return ['sfwc', ...words].join(' ');
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: here, encoding: 'utf8', timeout: 60_000 });
}

function isThere(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function writeScripts(): Promise<void> {
  mkdirSync(here, { recursive: true });
  writeFileSync(path.join(here, 'afile.rq'), '');
  for (const shell of SHELLS) writeFileSync(fileOf(shell), (await sfwc(['completion', shell])).stdout);
}

for (const shell of SHELLS) {
  const missing = [shell, ...(shell === 'fish' ? [] : ['python3'])].filter((name) => !isThere(name));
  describeUnless(missing.length === 0 ? undefined : `without ${missing.join(', ')}`, shell, () => {
    beforeAll(writeScripts);

    it.each([
      ['sfwc cra', 'sfwc crawl'],
      ['sfwc kb vali', 'sfwc kb validate'],
      ['sfwc crawl --out x --max-dep', 'sfwc crawl --out x --max-depth'],
      ['sfwc crawl --strategy shark', 'sfwc crawl --strategy shark-search'],
      ['sfwc pages out --format mark', 'sfwc pages out --format markdown'],
      ['sfwc query kb --file afi', 'sfwc query kb --file afile.rq'],
    ])('completes %s', (line, whole) => {
      expect(ASK[shell](line).trim()).toBe(whole);
    });
  });
}

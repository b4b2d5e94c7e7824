import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { sfwc } from '../../cli/run.js';
import { suiteUnless } from '../../support/thorough.js';

const folder = temporaryFolder();

function isThere(shell: string): boolean {
  try {
    execFileSync(shell, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await sfwc(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

suiteUnless(isThere('bash') ? undefined : 'bash is not there', 'the completion for bash', () => {
  /** What bash offers after these words, the last of which is being written. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const file = path.join(folder, 'completion.bash');
    writeFileSync(file, await scriptFor('bash'));
    const ask = `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sfwc; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['--norc', '-c', ask, 'bash', file, ...words], { encoding: 'utf8' });
    return printed.split('\n').filter((line) => line !== '');
  }

  it('offers commands, commands below others, and the options of a command', async () => {
    expect(await offered('sfwc', 'cr')).toEqual(['crawl']);
    expect(await offered('sfwc', 'kb', '')).toEqual(expect.arrayContaining(['info', 'validate', 'export']));
    expect(await offered('sfwc', 'crawl', '--out', 'x', '--max-p')).toEqual([
      '--max-pages',
      '--max-pages-per-host',
    ]);
    expect(await offered('sfwc', 'kb', 'info', 'kb', '--js')).toEqual(['--json']);
  });

  it('offers no settings that are not options', async () => {
    expect(await offered('sfwc', 'crawl', '--keep')).toEqual([]);
  });

  it('offers the actions of sfwc steer', async () => {
    expect(await offered('sfwc', 'steer', 'out', 'un')).toEqual(['unblock', 'unboost', 'unpin', 'unignore']);
  });

  it('offers the values of an option that are known', async () => {
    expect(await offered('sfwc', 'pages', 'out', '--format', 'mark')).toEqual(['markdown']);
    expect(await offered('sfwc', 'crawl', '--strategy', 'shark')).toEqual(['shark-search']);
    expect(await offered('sfwc', 'crawl', '--warc', '')).toEqual(['all', 'accepted']);
  });

  it('offers nothing of its own for what is not a command', async () => {
    expect(await offered('sfwc', 'crawl', 'seeds')).toEqual([]);
  });
});

it('says in fish and zsh what it says in bash', async () => {
  expect(await scriptFor('zsh')).toContain(await scriptFor('bash'));
  const fish = await scriptFor('fish');
  expect(fish).toContain(`complete -c sfwc -n "test (_sfwc_called) = 'crawl'" -l max-pages -r\n`);
  expect(fish).toContain(`complete -c sfwc -n "test (_sfwc_called) = 'kb'" -a info\n`);
});

it('knows no other shell', async () => {
  const { code, stderr } = await sfwc(['completion', 'bsh']);
  expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean 'bash'?")]);
});

import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openFolderWeb } from '../../src/extensions/archives/open-web.js';
import { serveWeb, type WebServer } from '../../src/extensions/archives/web-server.js';
import { ROOT, sfwc, type Finished } from '../cli/run.js';
import { readDocument } from '../docs/documents.js';
import { startFakeSearch, type FakeSearch } from '../support/fake-search.js';
import { startFakeWiki, type FakeWiki } from '../support/fake-wiki.js';
import { GERMAN } from '../support/other-languages.js';
import { writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';
import { terminalPicture } from './terminal-picture.js';

/**
 * Runs the commands of README, tutorial and guides as they stand, in a shell, one page after the other in a folder
 * with what its reader has: texts, seeds, a topic, a crawl. example.org is a small web on loopback; only `https` becomes
 * `http`, and the addresses of search engine and wikis become those of servers of the test.
 */
const PAGES = [
  'README.md',
  ...['first-crawl', 'topics', 'results', 'sparql'].map((name) => `docs/${name}.md`),
];

/** Lines that are not run here, and why. They are parsed by `test/docs/commands.test.ts`. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm (?:ci|link|install)\b/, 'installs packages'],
  [
    /frontier|sfwc shared|SFWC_FRONTIER|PGPASSWORD/,
    'needs PostgreSQL; test/full/cluster-crawl.test.ts runs it',
  ],
  [/sfwc serve kb/, 'runs until it is stopped'],
  [/--source https|localhost|host:8890/, 'needs services; test/extensions/endpoint runs it'],
];

const texts = (folder: string): { title: string; text: string }[] =>
  fs.readdirSync(path.join(ROOT, 'corpora', folder)).map((name) => {
    const [title = '', ...lines] = fs
      .readFileSync(path.join(ROOT, 'corpora', folder, name), 'utf8')
      .split('\n');
    return { title, text: lines.join('\n').trim() };
  });

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`;

describeUnless(undefined, 'the commands of the documents', () => {
  const root = temporaryFolder();
  let web: WebServer;
  let wiki: FakeWiki;
  let engine: FakeSearch;
  let environment: NodeJS.ProcessEnv;
  const shown: string[] = [];

  beforeAll(async () => {
    const pages = [...texts('diabetes').slice(0, 12), ...texts('politics').slice(0, 12)];
    const names = pages.map((_, index) => (index === 0 ? 'some/page' : `page-${index}.html`));
    await writeFiles(path.join(root, 'web/example.org'), {
      'index.html': html(
        'Pages',
        names.map((name, i) => `<p><a href="/${name}">${pages[i]?.title}</a>`).join(''),
      ),
      ...Object.fromEntries(pages.map(({ title, text }, i) => [names[i] ?? '', html(title, `<p>${text}`)])),
    });
    web = await serveWeb(await openFolderWeb(path.join(root, 'web')));
    wiki = await startFakeWiki({
      pages: texts('diabetes').map((page) => ({ ...page, categories: ['Diabetes', 'Raumfahrt'] })),
    });
    engine = await startFakeSearch(
      pages.map((page, i) => ({ ...page, url: `http://example.org/${names[i] ?? ''}` })),
    );
    environment = await prepareReader();
  }, 300_000);

  afterAll(async () => {
    await Promise.all([web.close(), wiki.close(), engine.close()]);
  });

  /** What a reader has who did what earlier pages say: texts, a topic and a crawl. Returns the environment of commands. */
  async function prepareReader(): Promise<NodeJS.ProcessEnv> {
    const reader = path.join(root, 'reader');
    fs.mkdirSync(path.join(reader, 'kb'), { recursive: true });
    for (const name of ['corpora', 'queries']) fs.symlinkSync(path.join(ROOT, name), path.join(reader, name));
    for (const [to, from] of Object.entries({
      'my-texts': 'diabetes',
      'my-pdfs': 'diabetes',
      'new-pdfs': 'politics',
    }))
      fs.cpSync(path.join(ROOT, 'corpora', from), path.join(reader, to), { recursive: true });
    fs.cpSync(path.join(ROOT, 'corpora/background'), path.join(reader, 'other-texts'), { recursive: true });
    fs.cpSync(
      path.join(ROOT, 'corpora/sample-web/glucosecare.example/files/food-diary.pdf'),
      path.join(reader, 'my-pdfs/food-diary.pdf'),
    );
    await writeFiles(path.join(reader, 'imkerei-texte'), numbered(GERMAN.about));
    await writeFiles(path.join(reader, 'andere-texte'), numbered(GERMAN.others));
    await writeFiles(reader, {
      'seeds.txt': 'http://example.org/\n',
      'seite.html': html('Imkerei', `<p>${GERMAN.about.join('<p>')}`),
    });
    fs.cpSync(path.join(ROOT, 'corpora/labels.ttl'), path.join(reader, 'labels.ttl'));
    const kb = path.join(reader, 'kb');
    const build = (texts: string, topic: string, others: string): Promise<void> =>
      done(sfwc(['build', texts, '--topic', topic, '--kb', kb, '--background', others]));
    for (const topic of ['diabetes', 'beekeeping'])
      await build(path.join(ROOT, 'corpora/diabetes'), topic, path.join(ROOT, 'corpora/background'));
    await build(path.join(reader, 'imkerei-texte'), 'imkerei', path.join(reader, 'andere-texte'));
    const connect = ['--set', `connectTo=*=${web.address}:${web.port}`, '--delay', '0'];
    const place = ['--seeds', 'http://example.org/', '--out', path.join(reader, 'out'), ...connect];
    await done(sfwc(['crawl', '--kb', kb, '--topic', 'diabetes', ...place]));

    const bin = path.join(root, 'bin');
    const command = path.join(import.meta.dirname, 'document-command.mjs');
    for (const name of ['npx', 'sfwc']) {
      await writeFiles(bin, { [name]: `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n` });
      fs.chmodSync(path.join(bin, name), 0o755);
    }
    const own = Object.entries(process.env).filter(([name]) => !/^(?:SFWC_|NODE_OPTIONS$)/.test(name));
    return {
      ...Object.fromEntries(own),
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      SFWC_DELAY: '0',
      SFWC_WORKERS: '1',
      SFWC_PORT: '0',
    };
  }

  /** Replaces what belongs to the reader. */
  function forTest(script: string): string {
    return script
      .replaceAll('https://searx.example/', `'${engine.address}/search?q={searchTerms}&pageno={startPage}'`)
      .replaceAll('https://de.wikipedia.org/w/api.php', wiki.api)
      .replace(/(sfwc corpus wikipedia)(?!.*--api)/g, `$1 --api ${wiki.api}`)
      .replaceAll('https://example.org', 'http://example.org')
      .replace(
        /(sfwc (?:crawl|harvest|classify)(?!.*--web).*)/g,
        `$1 --set connectTo=example.org=${web.address}:${web.port}`,
      );
  }

  it.each(PAGES)(
    'run as %s has them',
    async (name) => {
      const folder = path.join(root, path.basename(name, '.md'));
      fs.cpSync(path.join(root, 'reader'), folder, { recursive: true, verbatimSymlinks: true });
      // These pages make topic and crawl themselves, or write into the same folder again.
      if (name === 'README.md' || name.endsWith('first-crawl.md')) freshStart(folder);
      let output = '';
      let query = '';
      const exported: string[] = [];
      await writeFiles(folder, vocabularyIn(name));
      for (const { lang = '', text } of readDocument(name).blocks) {
        if (lang === 'text') expectLines(output, text);
        else if (lang === 'sparql') query = text;
        else if (lang === 'python' || lang === 'r') await runProgram(lang, text, folder);
        else if (lang === 'sh' && isShell(text)) {
          const lines = text
            .replace(/\\\n\s*/g, ' ')
            .split('\n')
            .filter((line) => mayRun(line));
          const file = /--file (\w+\.rq)/.exec(text)?.[1];
          if (file !== undefined) await writeFiles(folder, { [file]: query });
          exported.push(...lines.filter((line) => line.startsWith('export SFWC_USER_AGENT')));
          const script = [...exported, ...lines].map(forTest).join('\n');
          const { code, stdout, stderr } = await run('bash', ['-e', '-c', script], folder);
          expect([script, code, stderr]).toEqual([script, 0, stderr]);
          output = stdout;
          if (name.endsWith('first-crawl.md')) drawTerminal(text, `${stderr}${stdout}`);
        }
      }
    },
    600_000,
  );

  /** The picture of README: the crawl of the tutorial, and why it accepted a page. Written where screenshots are. */
  function drawTerminal(script: string, printed: string): void {
    if (/sfwc (?:crawl|explain) .*glucosecare/.test(script))
      shown.push(`$ ${script}`, ...printed.trim().split('\n'), '');
    if (process.env['SFWC_SCREENSHOTS'] === undefined || !script.includes('sfwc explain')) return;
    fs.writeFileSync(path.join(ROOT, 'docs/terminal.svg'), terminalPicture(shown));
  }

  async function runProgram(lang: 'python' | 'r', text: string, folder: string): Promise<void> {
    const program = lang === 'python' ? 'python3' : 'Rscript';
    if (!isInstalled(program)) return;
    const { code, stderr } = await run(program, [lang === 'python' ? '-c' : '-e', text], folder);
    expect([text, code, stderr]).toEqual([text, 0, '']);
  }

  function run(program: string, args: readonly string[], cwd: string): Promise<Finished> {
    return new Promise((resolve) => {
      const child = execFile(program, args, { cwd, env: environment }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
      });
      child.stdin?.end();
    });
  }
});

/** The file that a page about a vocabulary shows. */
function vocabularyIn(name: string): Record<string, string> {
  const turtle = readDocument(name).blocks.find(({ lang }) => lang === 'turtle')?.text;
  return turtle === undefined ? {} : { 'diabetes.ttl': turtle };
}

function freshStart(folder: string): void {
  for (const name of ['out', 'kb']) fs.rmSync(path.join(folder, name), { recursive: true });
}

function isShell(text: string): boolean {
  return /^(?:npx sfwc|sfwc|npm|export) /.test(text);
}

function mayRun(line: string): boolean {
  return line.trim() !== '' && !NOT_RUN.some(([pattern]) => pattern.test(line));
}

/** Each line is somewhere in the output, apart from the width of columns; `…` stands for anything. */
function expectLines(output: string, text: string): void {
  const squeezed = output.replaceAll(/[ \t]+/g, ' ');
  for (const line of text.split('\n').filter((one) => one.replace(/[…\s]/g, '') !== '')) {
    const parts = line
      .trim()
      .replaceAll(/[ \t]+/g, ' ')
      .split('…')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    expect(squeezed).toMatch(new RegExp(parts.join('.*')));
  }
}

function numbered(all: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(all.map((text, index) => [`${index}.txt`, text.replace('\n', '\n\n')]));
}

async function done(running: Promise<Finished>): Promise<void> {
  const { code, stderr } = await running;
  expect([code, stderr]).toEqual([0, stderr]);
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

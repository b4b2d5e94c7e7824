import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answers, ended, freePort } from './local-process.js';

/** Where Debian's package puts MediaWiki. */
const HOME = '/usr/share/mediawiki';
const run = promisify(execFile);

/** Why the tests on a real MediaWiki cannot run; undefined when they can. */
export function mediawikiMissing(): string | undefined {
  if (process.env['SFWC_TEST_FULL'] === undefined) return 'runs under npm run test:full';
  const hint = 'apt-get install mediawiki php-cli php-sqlite3';
  if (!existsSync(join(HOME, 'maintenance/install.php'))) return `MediaWiki is not installed: ${hint}`;
  try {
    const modules = execFileSync('php', ['-m'], { encoding: 'utf8', stdio: 'pipe' });
    return /^pdo_sqlite$/m.test(modules) ? undefined : `PHP has no SQLite: ${hint}`;
  } catch {
    return `PHP is not installed: ${hint}`;
  }
}

/** A MediaWiki of the test's own, on SQLite and loopback, in a temporary folder. */
export type MediaWiki = Awaited<ReturnType<typeof startMediaWiki>>;

/** Installs a wiki of these pages (titles with their wikitext) and serves it. */
export async function startMediaWiki(
  pages: Readonly<Record<string, string>>,
  { extensions = [] }: { readonly extensions?: readonly string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'sfwc-mediawiki-'));
  const address = `http://127.0.0.1:${await freePort()}`;
  const settings = join(folder, 'LocalSettings.php');
  const env = { ...process.env, MW_CONFIG_FILE: settings };
  const maintain = async (script: string, ...args: readonly string[]): Promise<void> => {
    await run('php', [join(HOME, 'maintenance', script), ...args], {
      env: script === 'install.php' ? process.env : env,
      maxBuffer: 64 * 1024 * 1024,
    });
  };
  let server: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    await ended(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const database = ['--dbtype', 'sqlite', '--dbpath', join(folder, 'data'), '--dbname', 'wiki'];
    const place = ['--confpath', folder, '--server', address, '--scriptpath', '', '--extensions='];
    const owner = ['--pass', 'only for this test', 'Test wiki', 'Admin'];
    await maintain('install.php', ...database, ...place, ...owner);
    for (const name of extensions) appendFileSync(settings, `wfLoadExtension( '${name}' );\n`);
    const file = join(folder, 'pages.xml');
    writeFileSync(file, importFile(pages));
    await maintain('importDump.php', file);
    await maintain('refreshLinks.php');
    await maintain('runJobs.php');
    server = spawn('php', ['-S', address.replace('http://', ''), '-t', HOME], { env, stdio: 'ignore' });
    await answers(`${address}/api.php`, server, 'php did not serve the wiki');
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, api: `${address}/api.php`, stop };
}

function importFile(pages: Readonly<Record<string, string>>): string {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const entries = Object.entries(pages).map(
    ([title, text]) =>
      `<page><title>${escaped(title)}</title><revision><timestamp>2024-01-01T00:00:00Z</timestamp>` +
      `<contributor><username>Author</username></contributor><model>wikitext</model><format>text/x-wiki</format>` +
      `<text>${escaped(text)}</text></revision></page>`,
  );
  return `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">${entries.join('')}</mediawiki>`;
}

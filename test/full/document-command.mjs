/**
 * Stands for `npx` and `sfwc` when tests run the commands of documents: `npx sfwc …` and `sfwc …` run this checkout.
 * Servers are ended once they have printed their address, people answer, and a crawl may end at its limit.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const [first, ...rest] = process.argv.slice(2);
const args = first === 'sfwc' ? rest : [first, ...rest];
const isServer = args[0] === 'ui' || args[0] === 'serve';
const main = path.join(import.meta.dirname, '../../dist/cli/main.js');
const stdin = args[0] === 'rate' ? 'pipe' : 'inherit';

const child = spawn(process.execPath, [main, ...args], { stdio: [stdin, 'pipe', 'pipe'] });
child.stdin?.on('error', () => undefined);
child.stdin?.end('y\nn\n'.repeat(40));
for (const [from, to] of [
  [child.stdout, process.stdout],
  [child.stderr, process.stderr],
]) {
  from.on('data', (data) => {
    to.write(data);
    if (isServer && /http:\/\/\S+/.test(String(data))) child.kill('SIGINT');
  });
}
child.on('close', (code) => {
  const isFine = code === 0 || (args[0] === 'crawl' && code === 3) || (isServer && code === 130);
  process.exitCode = isFine ? 0 : (code ?? 1);
});

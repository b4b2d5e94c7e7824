import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cli/run.js';

const FOLDER = path.join(ROOT, 'scripts');
const FROM_DIST = /^import \{([^}]*)\} from '(\.\.\/dist\/[^']+)';$/gm;

/** What a script imports of the compiled sources, which neither the compiler nor ESLint checks. */
function importsOf(script: string): readonly (readonly [module: string, name: string])[] {
  const code = readFileSync(path.join(FOLDER, script), 'utf8');
  return [...code.matchAll(FROM_DIST)].flatMap(([, names = '', module = '']) =>
    names.split(',').map((name) => [module, name.trim()] as const),
  );
}

const imported = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js'))
  .flatMap((script) => importsOf(script).map(([module, name]) => [script, module, name] as const));

describe('a script imports what the sources export', () => {
  it('more than a few names', () => expect(imported.length).toBeGreaterThan(10));

  it.each(imported)('%s, %s: %s', async (_, module, name) => {
    const file = pathToFileURL(path.join(FOLDER, module)).href;
    expect(Object.keys((await import(file)) as object)).toContain(name);
  });
});

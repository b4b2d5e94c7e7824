import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './temporary-folder.js';

/**
 * Words of a command line that give settings which are not options: `--config` and a file with them. To be called where tests
 * are declared.
 */
export function withSettings(settings: Readonly<Record<string, unknown>>): readonly string[] {
  const file = path.join(temporaryFolder(), 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  return ['--config', file];
}

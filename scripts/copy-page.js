/** Puts the files of pages next to the compiled server. */
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FROM = 'src/extensions/server/page';
const TO = 'dist/extensions/server/page';

mkdirSync(TO, { recursive: true });
for (const name of readdirSync(FROM).filter((file) => /\.(?:html|css)$/.test(file)))
  copyFileSync(path.join(FROM, name), path.join(TO, name));
copyFileSync('docs/logo.svg', path.join(TO, 'icon.svg'));

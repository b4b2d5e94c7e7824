import { InputError } from '../../../model/errors.js';
import { readCountDump } from './count-dump.js';
import type { DumpReceiver } from './dump-facts.js';
import { dumpBeginning } from '../../../language/linking/labels/dump-text.js';
import { readLineDump, readTurtleDump } from './rdf-dump.js';
import { readWikidataDump } from './wikidata-dump.js';

const LOOKED_AT = 64 * 1024;
const TRIPLE_LINE = /^\s*(?:#.*|<[^>]*>\s*<[^>]*>\s*[<"_].*\.\s*(?:#.*)?)?$/su;

/**
 * Reads a dump of names; its name and beginning determine the kind: a Wikidata JSON dump; N-Triples or N-Quads
 * (`.nt`, `.nq`, and `.ttl` files with one triple per line, as DBpedia's); other Turtle (`.ttl`); counts (`.tsv`,
 * {@link readCountDump}). All of them also as `.gz` or `.bz2`.
 * @throws InputError when it cannot be read or is of another kind
 */
export async function readDump(path: string, receiver: DumpReceiver): Promise<void> {
  const beginning = await dumpBeginning(path, LOOKED_AT);
  const ending = /\.(nt|nq|ttl|tsv|json)(?:\.(?:gz|bz2))?$/iu.exec(path)?.[1]?.toLowerCase();
  if (ending === 'json' || (ending === undefined && /^\s*[[{]/u.test(beginning))) {
    return readWikidataDump(path, receiver);
  }
  if (ending === 'tsv') return readCountDump(path, receiver);
  if (ending === 'ttl' && !isLines(beginning)) return readTurtleDump(path, receiver);
  if (ending !== undefined || (beginning.trim() !== '' && isLines(beginning)))
    return readLineDump(path, receiver);
  throw new InputError(`${path}: not a dump that can be read`, {
    hint: 'known are .nt, .nq, .ttl (RDF), .json (Wikidata), .tsv (counts), each also with .gz or .bz2',
  });
}

function isLines(beginning: string): boolean {
  const lines = beginning.split('\n');
  // The last line may be incomplete.
  if (beginning.length >= LOOKED_AT) lines.pop();
  return lines.every((line) => TRIPLE_LINE.test(line));
}

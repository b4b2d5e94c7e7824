import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Parser, StreamParser, type Quad } from 'n3';
import { InputError, messageOf } from '../../../model/errors.js';
import { WIKIDATA_ENTITY_BASE, dbo, rdf, rdfs, schema, skos, wikibase } from '../../../model/vocabulary.js';
import { dumpLines, dumpText } from '../../../language/linking/labels/dump-text.js';
import type { DumpReceiver } from './dump-facts.js';
import { matchesLanguage } from '../../../language/linking/labels/label-files.js';
import { endRun } from '../../../support/text/ends.js';

type Use = (subject: string, object: Quad['object'], receiver: DumpReceiver) => void;

const label =
  (as: 'preferred' | 'alternative'): Use =>
  (iri, object, { onFact, language }) => {
    if (object.termType === 'Literal' && matchesLanguage(object.language, language))
      onFact({ kind: 'label', iri, label: object.value, as });
  };
const pointer =
  (kind: 'redirect' | 'disambiguates'): Use =>
  (iri, object, { onFact }) => {
    if (object.termType === 'NamedNode') onFact({ kind, iri, target: object.value });
  };
const count: Use = (iri, object, { onFact }) => {
  const value = object.termType === 'Literal' ? Number(object.value) : Number.NaN;
  if (!(value > 0) || !Number.isFinite(value)) return;
  // In Wikidata's dumps the sitelink count belongs to the data node of the entity.
  const entity = /^https?:\/\/www\.wikidata\.org\/wiki\/Special:EntityData\/(Q\d+)$/u.exec(iri)?.[1];
  onFact({
    kind: 'popularity',
    iri: entity === undefined ? iri : WIKIDATA_ENTITY_BASE + entity,
    count: value,
  });
};

const USES: ReadonlyMap<string, Use> = new Map<string, Use>([
  [rdfs.label, label('preferred')],
  [skos.prefLabel, label('preferred')],
  [skos.altLabel, label('alternative')],
  [dbo.wikiPageRedirects, pointer('redirect')],
  [dbo.wikiPageDisambiguates, pointer('disambiguates')],
  [dbo.wikiPageInLinkCount, count],
  [dbo.wikiPageInLinkCountCleaned, count],
  [wikibase.sitelinks, count],
  [
    dbo.wikiPageWikiLink,
    (_, object, { onFact }) => {
      if (object.termType === 'NamedNode') onFact({ kind: 'popularity', iri: object.value, count: 1 });
    },
  ],
  [
    schema.description,
    (iri, object, { onFact, language }) => {
      if (object.termType === 'Literal' && matchesLanguage(object.language, language))
        onFact({ kind: 'context', iri, text: object.value });
    },
  ],
  [
    rdf.type,
    (iri, object, { onFact }) => {
      const text = object.value.slice(endRun(object.value, /[^/#]/)).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
      // Wikidata's types are numbers.
      if (!/\d/u.test(text)) onFact({ kind: 'context', iri, text });
    },
  ],
]);

const LINES_AT_ONCE = 1000;

/**
 * Reads a dump in N-Triples or N-Quads line by line; malformed lines are reported and skipped.
 * @throws InputError when the file is missing, cut off or damaged
 */
export async function readLineDump(path: string, receiver: DumpReceiver): Promise<void> {
  let number = 0;
  for await (const lines of dumpLines(path)) {
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      const batch = lines.slice(start, start + LINES_AT_ONCE);
      const quads = parse(batch.join('\n'));
      if (quads instanceof BadLines) readOneByOne(path, batch, number, receiver);
      else for (const quad of quads) use(quad, receiver);
      number += batch.length;
    }
  }
}

function readOneByOne(path: string, lines: readonly string[], before: number, receiver: DumpReceiver): void {
  lines.forEach((line, index) => {
    const quads = parse(line);
    if (quads instanceof BadLines)
      receiver.onProblem({ where: `${path}:${before + index + 1}`, message: quads.message });
    else for (const quad of quads) use(quad, receiver);
  });
}

/** Lines that could not be parsed. */
class BadLines {
  constructor(readonly message: string) {}
}

function parse(text: string): readonly Quad[] | BadLines {
  try {
    return new Parser({ format: 'N-Quads' }).parse(text);
  } catch (error) {
    return new BadLines(messageOf(error));
  }
}

/**
 * Reads a dump in Turtle as a stream.
 * @throws InputError naming the line, also when it is malformed: later lines may depend on it
 */
export async function readTurtleDump(path: string, receiver: DumpReceiver): Promise<void> {
  const parser = new StreamParser({ format: 'Turtle' });
  const collect = async (quads: AsyncIterable<Quad>): Promise<void> => {
    for await (const quad of quads) use(quad, receiver);
  };
  try {
    await pipeline(Readable.from(dumpText(path)), parser, collect);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${path}: ${messageOf(error)}`, { hint: 'correct the file', cause: error });
  }
}

function use({ subject, predicate, object }: Quad, receiver: DumpReceiver): void {
  if (subject.termType === 'NamedNode') USES.get(predicate.value)?.(subject.value, object, receiver);
}

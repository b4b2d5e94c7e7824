import { Writer } from 'n3';
import { gzipSync } from 'node:zlib';
import { load, oxigraphModule } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { InputError, OutputError, UsageError } from '../../../model/errors.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';
import type { KbExportSettings } from '../settings.js';

const MEDIA_TYPES: Readonly<Record<KbExportSettings['format'], string>> = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  jsonld: 'application/ld+json',
  rdfxml: 'application/rdf+xml',
};

/** A character that XML 1.0 does not have, and Oxigraph's name of a property that does not end in one. */
// eslint-disable-next-line no-control-regex -- it is what is looked for
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|<oxprefix:[ >]/;

/** Graphs that are named in a message. */
const MAX_NAMED = 12;

/**
 * Writes knowledge bases, with their NIF layers, in a format of RDF, as Oxigraph does: numbers have one spelling, and whole numbers
 * of all types are `xsd:integer`. The file is whole or not there.
 * @param kbs folders, files and SPARQL endpoints
 * @returns what was written, and a sentence about it
 * @throws UsageError for names of graphs that are none; InputError when a place holds nothing or more than fits into memory, a
 * file is damaged or a graph is in none of them; OutputError when it cannot be written
 */
export async function exportKnowledgeBases(
  kbs: readonly string[],
  settings: KbExportSettings,
  warn: (message: string) => void,
): Promise<{ readonly text: string; readonly saved: string }> {
  const { format, graph: wanted, out } = settings;
  if (kbs.length === 0) throw new UsageError('no knowledge base is named');
  const wrong = wanted.find((graph) => !isIri(graph));
  if (wrong !== undefined) throw new UsageError(`--graph: '${wrong}' is not an absolute IRI`);
  const keepsGraphs = ['trig', 'nquads', 'jsonld'].includes(format);
  const { Store, defaultGraph } = oxigraphModule();
  const [store, seen] = [new Store(), new Set<string>()];
  await load(store, linesOf(kbs, settings, keepsGraphs, seen, warn));
  refuseUnknown(wanted, seen);
  const graphs = wanted.length === 0 ? seen.size : wanted.length;
  if (graphs > 1 && !keepsGraphs)
    warn(`${format} has no graphs: ${graphs} graphs became one; trig and nquads keep them apart`);
  const text = store.dump({
    format: MEDIA_TYPES[format],
    ...(keepsGraphs ? {} : { from_graph_name: defaultGraph() }),
  });
  if (format === 'rdfxml' && NOT_IN_XML.test(text))
    throw new OutputError('a character or a property cannot be written as RDF/XML', {
      hint: 'choose another format',
    });
  if (out !== undefined) await replaceFile(out, /\.gz$/i.test(out) ? gzipSync(text) : text);
  return { text, saved: `saved ${out ?? ''}: ${store.size} statements, graphs: ${graphs}` };
}

/** @param seen receives the names of all graphs, also of those that are not wanted */
async function* linesOf(
  kbs: readonly string[],
  settings: KbExportSettings,
  keepsGraphs: boolean,
  seen: Set<string>,
  warn: (message: string) => void,
): AsyncGenerator<string> {
  const wanted = new Set(settings.graph);
  const writer = new Writer({ format: 'N-Quads' });
  let parts = 0;
  const scope = (): string => `f${(parts += 1)}_`;
  for (const kb of kbs)
    for await (const { subject, predicate, object, graph } of parsePlace(kb, settings, warn).quads(
      settings.graph,
      scope,
    )) {
      seen.add(graph.value);
      if (wanted.size > 0 && !wanted.has(graph.value)) continue;
      yield writer.quadToString(subject, predicate, object, keepsGraphs ? graph : undefined);
    }
}

function refuseUnknown(wanted: readonly string[], seen: ReadonlySet<string>): void {
  const unknown = wanted.find((graph) => !seen.has(graph));
  if (unknown === undefined) return;
  const hint = `there are: ${[...seen].filter(Boolean).slice(0, MAX_NAMED).join(', ')}`;
  throw new InputError(`there is no graph <${unknown}>`, { hint });
}

import { Writer } from 'n3';
import { gzipSync } from 'node:zlib';
import { load, oxigraphModule } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { OutputError, UsageError } from '../../../model/errors.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import type { KbExportSettings } from '../settings.js';
import { quadsOf } from '../../../knowledge/places/parse-place.js';

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

/**
 * Writes knowledge bases, with their NIF layers, in a format of RDF, as Oxigraph does: numbers have one spelling, and whole numbers
 * of all types are `xsd:integer`. The file is whole or not there.
 * @param kbs folders and files
 * @returns what was written, and a sentence about it
 * @throws UsageError when no place is named; InputError when a place holds nothing or more than fits into memory, or a file is
 * damaged; OutputError when it cannot be written
 */
export async function exportKnowledgeBases(
  kbs: readonly string[],
  settings: KbExportSettings,
  warn: (message: string) => void,
): Promise<{ readonly text: string; readonly saved: string }> {
  const { format, out } = settings;
  if (kbs.length === 0) throw new UsageError('no knowledge base is named');
  const keepsGraphs = ['trig', 'nquads', 'jsonld'].includes(format);
  const { Store, defaultGraph } = oxigraphModule();
  const [store, graphs] = [new Store(), new Set<string>()];
  async function* lines(): AsyncGenerator<string> {
    const writer = new Writer({ format: 'N-Quads' });
    let parts = 0;
    for (const kb of kbs)
      for await (const quad of quadsOf(kb, () => `f${(parts += 1)}_`)) {
        const { subject, predicate, object, graph } = quad;
        graphs.add(graph.value);
        yield writer.quadToString(subject, predicate, object, keepsGraphs ? graph : undefined);
      }
  }
  await load(store, lines());
  if (graphs.size > 1 && !keepsGraphs)
    warn(`${format} has no graphs: ${graphs.size} graphs became one; trig and nquads keep them apart`);
  const from = keepsGraphs ? {} : { from_graph_name: defaultGraph() };
  const text = store.dump({ format: MEDIA_TYPES[format], ...from });
  if (format === 'rdfxml' && NOT_IN_XML.test(text))
    throw new OutputError('a character or a property cannot be written as RDF/XML', {
      hint: 'choose another format',
    });
  if (out !== undefined) await replaceFile(out, /\.gz$/i.test(out) ? gzipSync(text) : text);
  return { text, saved: `saved ${out ?? ''}: ${store.size} statements, graphs: ${graphs.size}` };
}

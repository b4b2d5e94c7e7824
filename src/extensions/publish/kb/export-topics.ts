import { PassThrough } from 'node:stream';
import { DataFactory, type Quad } from 'n3';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { createPartialFile } from '../../../support/files/replace-file.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';
import type { KbExportSettings } from './export-settings.js';
import { keepsGraphs, writeRdf } from './rdf-writer.js';

/** Knowledge bases to export. Without `out`, the text goes to `print`. */
export interface ExportRequest extends KbExportSettings {
  /** Folders, files and SPARQL endpoints. */
  readonly kbs: readonly string[];
  readonly print: (texts: AsyncIterable<string>) => Promise<void>;
  readonly warn: (message: string) => void;
}

/** Size of an export. */
interface ExportReport {
  readonly quads: number;
  readonly graphs: number;
}

/** Graphs that are named in a message. */
const MAX_NAMED = 12;

/**
 * Writes knowledge bases, with their NIF layers, in a format of RDF. The file is whole or not there.
 * @throws UsageError for names of graphs that are none; InputError when a place holds nothing, a file is damaged or a graph
 * is in none of them; OutputError when it cannot be written; what `print` throws
 */
export async function exportKnowledgeBases(request: ExportRequest): Promise<ExportReport> {
  const { kbs, format, graph: graphs, out, print, warn } = request;
  if (kbs.length === 0) throw new UsageError('no knowledge base is named');
  const named = graphs.find((graph) => !isIri(graph));
  if (named !== undefined) throw new UsageError(`--graph: '${named}' is not an absolute IRI`);
  const seen = new Map<string, number>();
  const texts = writeRdf(chosenQuads(request, seen), format);
  if (out === undefined) {
    await print(texts);
    refuseUnknown(graphs, seen);
  } else await writeFile(out, texts, () => refuseUnknown(graphs, seen));
  const wanted = graphs.length === 0 ? [...seen.keys()] : graphs;
  if (wanted.length > 1 && !keepsGraphs(format))
    warn(`${format} has no graphs: ${wanted.length} graphs became one; trig and nquads keep them apart`);
  return { quads: wanted.reduce((sum, graph) => sum + (seen.get(graph) ?? 0), 0), graphs: wanted.length };
}

async function writeFile(out: string, texts: AsyncIterable<string>, check: () => void): Promise<void> {
  const partial = await createPartialFile(out, /\.gz$/i.test(out) ? undefined : new PassThrough());
  try {
    for await (const text of texts) await partial.write(text);
    check();
    await partial.close();
    await partial.moveTo(out);
  } catch (error) {
    await partial.discard();
    throw error;
  }
}

/** @param seen counts the statements of all graphs, also of those that are not chosen */
async function* chosenQuads(request: ExportRequest, seen: Map<string, number>): AsyncGenerator<Quad> {
  const { kbs, graph: graphs, format, warn } = request;
  const wanted = new Set(graphs);
  let parts = 0;
  const scope = (): string => `f${(parts += 1)}_`;
  for (const kb of kbs)
    for await (const quad of parsePlace(kb, request, warn).quads(graphs, scope)) {
      const { subject, predicate, object, graph } = quad;
      seen.set(graph.value, (seen.get(graph.value) ?? 0) + 1);
      if (wanted.size > 0 && !wanted.has(graph.value)) continue;
      yield keepsGraphs(format) ? quad : DataFactory.quad(subject, predicate, object);
    }
}

function refuseUnknown(graphs: readonly string[], seen: ReadonlyMap<string, number>): void {
  const unknown = graphs.find((graph) => !seen.has(graph));
  if (unknown === undefined) return;
  const known = [...seen.keys()].filter((graph) => graph !== '');
  const more = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : '';
  throw new InputError(`there is no graph <${unknown}>`, {
    hint:
      known.length === 0
        ? 'there is none at all'
        : `there are: ${known.slice(0, MAX_NAMED).join(', ')}${more}`,
  });
}

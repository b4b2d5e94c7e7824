import { PassThrough } from 'node:stream';
import type { Quad } from 'n3';
import type { UnreadableUnit } from '../../knowledge/places/dataset-units.js';
import { createPartialFile } from '../../support/files/partial-file.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { withTripleTerms } from './triple-terms.js';
import { keepsGraphs, writeRdf, type RdfFormat } from './rdf-writer.js';
import { InputError, UsageError } from '../../model/errors.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import type { KbExportOptions } from './export-settings.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';

/** What to export, and how. Without `out`, the text goes to `print`. */
export interface ExportRequest extends KbExportOptions {
  readonly format: RdfFormat;
  /** Graphs to export alone; empty for all. */
  readonly graph: readonly string[];
  /** Folders, files and SPARQL endpoints. */
  readonly kbs: readonly string[];
  readonly print: (texts: AsyncIterable<string>) => Promise<void>;
  readonly warn: (message: string) => void;
}

/** What was exported. */
export interface ExportReport {
  readonly quads: number;
  readonly graphs: number;
}

/**
 * Writes knowledge bases, with their NIF layers, in a form of RDF; from files as a stream, with every literal as it stands
 * there. The file is whole or not there.
 * @throws UsageError for names of graphs that are none; InputError when a place holds nothing, a file is damaged or a graph
 * is in none of them; OutputError when it cannot be written; what `print` throws
 */
export async function exportKnowledgeBases(request: ExportRequest): Promise<ExportReport> {
  const { kbs, format, graph: graphs, out, print, warn } = request;
  if (kbs.length === 0) throw new UsageError('no knowledge base is named');
  const named = graphs.find((graph) => !isIri(graph));
  if (named !== undefined) throw new UsageError(`--graph: '${named}' is not an absolute IRI`);
  const isVersion12 = request.rdfVersion === '1.2';
  if (isVersion12 && (format === 'jsonld' || format === 'rdfxml'))
    throw new UsageError(`--rdf-version 1.2 does not apply to --format ${format}`, {
      hint: 'triple terms are written as turtle, trig, ntriples or nquads',
    });
  const seen = new Map<string, number>();
  const all = allQuads(request);
  const quads = counting(isVersion12 ? withTripleTerms(all) : all, seen, graphs);
  if (out === undefined) {
    await print(writeRdf(quads, format));
    refuseUnknown(graphs, seen);
  } else {
    const partial = await createPartialFile(out, /\.gz$/i.test(out) ? undefined : new PassThrough());
    try {
      for await (const text of writeRdf(quads, format)) await partial.write(text);
      refuseUnknown(graphs, seen);
      await partial.close();
      await partial.moveTo(out);
    } catch (error) {
      await partial.discard();
      throw error;
    }
  }
  if (request.description !== undefined) await describeExport(request, request.description);
  const wanted = graphs.length === 0 ? [...seen.keys()] : graphs;
  if (wanted.length > 1 && !keepsGraphs(format))
    warn(`${format} has no graphs: ${wanted.length} graphs became one; trig and nquads keep them apart`);
  return { quads: wanted.reduce((sum, graph) => sum + (seen.get(graph) ?? 0), 0), graphs: wanted.length };
}

/** @throws OutputError */
async function describeExport(request: ExportRequest, file: string): Promise<void> {
  const { kbs, format, out, warn } = request;
  const { downloadOf, voidDescription } = await import('./void.js');
  const onUnreadable = ({ name, error }: UnreadableUnit): void =>
    warn(`${name} is skipped: ${error.message}`);
  const exported = out === undefined ? [] : [await downloadOf(out, format)];
  await replaceFile(file, await voidDescription({ kbs, settings: request, warn }, onUnreadable, exported));
}

async function* counting(
  quads: AsyncIterable<Quad>,
  seen: Map<string, number>,
  graphs: readonly string[],
): AsyncGenerator<Quad> {
  const wanted = new Set(graphs);
  for await (const quad of quads) {
    const graph = quad.graph.value;
    seen.set(graph, (seen.get(graph) ?? 0) + 1);
    if (wanted.size === 0 || wanted.has(graph)) yield quad;
  }
}

/** Graphs that are named in a message. */
const NAMED = 12;

function refuseUnknown(graphs: readonly string[], seen: ReadonlyMap<string, number>): void {
  const unknown = graphs.find((graph) => !seen.has(graph));
  if (unknown === undefined) return;
  const known = [...seen.keys()].filter((graph) => graph !== '');
  const more = known.length > NAMED ? ` and ${known.length - NAMED} more` : '';
  throw new InputError(`there is no graph <${unknown}>`, {
    hint:
      known.length === 0 ? 'there is none at all' : `there are: ${known.slice(0, NAMED).join(', ')}${more}`,
  });
}

async function* allQuads(request: ExportRequest): AsyncGenerator<Quad> {
  let parts = 0;
  const scope = (): string => `f${(parts += 1)}_`;
  for (const kb of request.kbs) yield* parsePlace(kb, request, request.warn).quads(request.graph, scope);
}

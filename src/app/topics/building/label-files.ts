import {
  fitsLanguage,
  type LabelEntry,
  type LabelKind,
} from '../../../language/linking/labels/label-entry.js';
import { DBPEDIA_RESOURCE_BASE, dbo, PREFIXES } from '../../../model/vocabulary.js';
import { openRdfFiles } from '../../../knowledge/formats/rdf-file.js';

const LABELS = `PREFIX rdfs: <${PREFIXES.rdfs}>
PREFIX skos: <${PREFIXES.skos}>
SELECT ?resource ?kind ?label WHERE {
  { ?resource rdfs:label|skos:prefLabel ?label . BIND("preferred" AS ?kind) }
  UNION { ?resource skos:altLabel ?label . BIND("alternative" AS ?kind) }
  FILTER(isIRI(?resource) && isLiteral(?label))
} ORDER BY ?resource DESC(?kind) ?label`;

const REDIRECTS = `SELECT ?resource ?target WHERE {
  ?resource <${dbo.wikiPageRedirects}> ?target FILTER(isIRI(?resource) && isIRI(?target))
} ORDER BY ?resource ?target`;

interface FileLabels {
  readonly labels: readonly LabelEntry[];
  /** From a redirecting resource to its target. */
  readonly redirects: ReadonlyMap<string, string>;
}

/**
 * Reads names of resources from RDF files: `rdfs:label`, `skos:prefLabel`, `skos:altLabel`, and
 * `dbo:wikiPageRedirects`, whose subjects' labels become names of the target. A redirecting DBpedia resource without
 * a label is named by the last part of its IRI. Redirects and labels may be in different files.
 *
 * @param language BCP 47 primary tag; labels in it, in a variant ('en-GB' for 'en') or without language are taken
 * @returns one list per file, in the order of the paths, as {@link createGazetteer} takes them
 * @throws InputError as {@link openRdfFiles}
 */
export async function readLabelFiles(paths: readonly string[], language: string): Promise<LabelEntry[][]> {
  const files: FileLabels[] = [];
  for (const path of paths) files.push(await readFile(path, language));
  const redirects = new Map(files.flatMap((file) => [...file.redirects]));
  const labelled = new Set(files.flatMap((file) => file.labels.map(({ iri }) => iri)));
  return files.map((file) => [
    ...file.labels.map((entry) => followRedirect(entry, redirects)),
    ...[...file.redirects.keys()]
      .filter((iri) => !labelled.has(iri))
      .flatMap((iri) => nameFromIri(iri))
      .map((entry) => followRedirect(entry, redirects)),
  ]);
}

async function readFile(path: string, language: string): Promise<FileLabels> {
  const kb = await openRdfFiles([path]);
  const { rows } = await kb.select(LABELS);
  const targets = (await kb.select(REDIRECTS)).rows;
  return {
    labels: rows
      .filter(({ label }) => fitsLanguage(label?.language?.toLowerCase() ?? '', language))
      .map(({ resource, kind, label }) => ({
        label: label?.value ?? '',
        iri: resource?.value ?? '',
        kind: kind?.value as LabelKind,
      })),
    redirects: new Map(targets.map(({ resource, target }) => [resource?.value ?? '', target?.value ?? ''])),
  };
}

/** Follows redirects to the end; cycles end where they started. */
function followRedirect(entry: LabelEntry, redirects: ReadonlyMap<string, string>): LabelEntry {
  const passed = new Set([entry.iri]);
  let iri = entry.iri;
  for (let target = redirects.get(iri); target !== undefined && !passed.has(target);) {
    passed.add(target);
    iri = target;
    target = redirects.get(iri);
  }
  return iri === entry.iri ? entry : { label: entry.label, iri, kind: 'redirect' };
}

/** The name of a DBpedia resource without label: the last part of its IRI. */
function nameFromIri(iri: string): LabelEntry[] {
  if (!iri.startsWith(DBPEDIA_RESOURCE_BASE)) return [];
  const name = iri.slice(DBPEDIA_RESOURCE_BASE.length).replaceAll('_', ' ');
  try {
    return [{ label: decodeURIComponent(name), iri, kind: 'preferred' }];
  } catch {
    return [{ label: name, iri, kind: 'preferred' }];
  }
}

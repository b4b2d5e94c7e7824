import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { LabelUse } from '../../model/label-use.js';
import { rdf, sfwc } from '../../model/vocabulary.js';
import { describe, nquadsOf } from '../../support/rdf/quads.js';
import { iri, text } from '../../support/rdf/rdf-terms.js';
import { sparqlIri, sparqlString } from '../../support/rdf/sparql-terms.js';
import { languageName } from '../../support/text/language-name.js';
import type { OpenTopic } from '../places/knowledge-base.js';
import { readCheckedJson, writeCheckedJson, type CheckedFormat } from './checked-json.js';

export const OWN_BACKGROUND = "the topic's";

/** The background of a classifier that was trained with the texts in a language, by its ISO 639-1 code, that come with sfwc. */
export function generalTexts(language: string): string {
  return `general ${languageName(language)} texts`;
}

/** Conditions under which a classifier was trained. */
export type ClassifierHeader = Readonly<z.infer<typeof header>>;

const header = z.object({
  classifier: z.string(),
  topic: z.string(),
  topicChecksum: z.string(),
  /** Source of the background: the topic, sources by name, or general texts. */
  background: z.string(),
  /** Checksum of the background unless it is that of the topic. */
  backgroundChecksum: z.string().optional(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The labelled pages that went in, where there were any. */
  labels: z.custom<LabelUse>().optional(),
});

const FORMAT: CheckedFormat = {
  ...{ name: 'sfwc classifier', version: 6, header },
  hint: 'train it again (sfwc train), or build the topic again',
};

type SavedClassifier<Model> = ClassifierHeader & { readonly model: Model };

/** The file of a trained classifier next to the topic's, which names the topic by checksum: `bees+ensemble.json.gz`. */
export function classifierFile(folder: string, topic: string, classifier: string): string {
  return path.join(folder, `${topic}+${classifier}.json.gz`);
}

/** Saves a classifier; see {@link writeCheckedJson}. @throws OutputError */
export async function writeClassifier<Model>(
  file: string,
  { model, ...header }: SavedClassifier<Model>,
): Promise<void> {
  await writeCheckedJson(file, FORMAT, { header, body: model });
}

/** Conditions under which a classifier was trained; undefined if its file cannot be read. */
export async function readClassifierHeader(file: string): Promise<ClassifierHeader | undefined> {
  return (await readCheckedJson<ClassifierHeader, unknown>(file, FORMAT).catch(() => undefined))?.header;
}

/** Reads a classifier; undefined when the file does not exist. @throws InputError */
export async function readClassifier<Model>(
  file: string,
  topicChecksum: string,
  bytes?: Uint8Array,
): Promise<SavedClassifier<Model> | undefined> {
  const read = await readCheckedJson<ClassifierHeader, Model>(file, FORMAT, topicChecksum, bytes);
  return read && { ...read.header, model: read.body };
}

/** Reads a classifier from the file next to the topic's, else from the topic's graph in an endpoint. @throws InputError */
export async function readTrainedClassifier<Model>(
  { folder, kb, facts: { name, iri: topic, checksum } }: OpenTopic,
  classifier: string,
): Promise<SavedClassifier<Model> | undefined> {
  const saved = folder && (await readClassifier<Model>(classifierFile(folder, name, classifier), checksum));
  if (saved) return saved;
  const { rows } = await kb.select(
    `SELECT ?model WHERE { ${sparqlIri(topic)} <${sfwc.trainedClassifier}> ?trained .
  ?trained <${sfwc.classifier}> ${sparqlString(classifier)} ; <${sfwc.trainedModel}> ?model }`,
    { defaultGraphs: [topic] },
  );
  const packed = rows[0]?.['model']?.value;
  if (packed === undefined) return undefined;
  return readClassifier(`${classifier} of topic '${name}'`, checksum, Buffer.from(packed, 'base64'));
}

/** The trained classifier in a file as N-Quads of the topic's graph, for an endpoint. @param topic its IRI */
export async function trainedClassifierQuads(file: string, topic: string): Promise<string> {
  const header = await readClassifierHeader(file);
  if (header === undefined) return '';
  const node = `${topic}/classifier/${header.classifier}`;
  return nquadsOf([
    describe(topic, topic, [[sfwc.trainedClassifier, iri(node)]]),
    describe(node, topic, [
      [rdf.type, iri(sfwc.TrainedClassifier)],
      [sfwc.classifier, text(header.classifier)],
      [sfwc.topicChecksum, text(header.topicChecksum)],
      [sfwc.trainedModel, text((await readFile(file)).toString('base64'))],
    ]),
  ]);
}

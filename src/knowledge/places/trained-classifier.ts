import { readFile } from 'node:fs/promises';
import { rdf, sfwc } from '../../model/vocabulary.js';
import { describe, nquadsOf } from '../../support/rdf/quads.js';
import { iri, text } from '../../support/rdf/rdf-terms.js';
import { sparqlIri, sparqlString } from '../../support/rdf/sparql-terms.js';
import {
  classifierFile,
  readClassifier,
  readClassifierHeader,
  type SavedClassifier,
} from '../files/classifier-file.js';
import type { OpenTopic } from './knowledge-base.js';

/**
 * Reads a trained classifier of a topic: from the file next to the topic's, else from the topic's graph, where a build into
 * a SPARQL endpoint stores the bytes of such a file. Undefined where the topic has none of that name. @throws InputError
 */
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

/**
 * The trained classifier in a file as N-Quads of the topic's graph, for a SPARQL endpoint; none where there is no such file.
 * @param topic its IRI
 */
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

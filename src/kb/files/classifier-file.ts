import path from 'node:path';
import { InputError, OutputError, SfwcError, messageOf } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';
import { sha256 } from '../../support/hash.js';
import { readNQuads } from './nquads-file.js';
import { createPartialFile } from '../../support/files/partial-file.js';

const FORMAT = 'sfwc classifier';
const VERSION = 1;

/** What a trained classifier was made of and with. */
export interface ClassifierHeader {
  readonly classifier: string;
  readonly topic: string;
  /** Checksum of the topic that it was trained from. */
  readonly topicChecksum: string;
  /** Where its background came from: the topic, sources by name, or general English. */
  readonly background: string;
  /** Checksum of the background where it is not the topic's. */
  readonly backgroundChecksum?: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** A trained classifier as it is saved. */
export interface SavedClassifier<Model> extends ClassifierHeader {
  readonly model: Model;
}

/**
 * The file of a trained classifier, beside the topic's: `bees+ensemble.json.gz`. It is no companion in the sense of
 * {@link companionName}: the topic's file does not name it, since it may be trained again at any time; it names the topic, by checksum.
 */
export function classifierFile(folder: string, topic: string, classifier: string): string {
  return path.join(folder, `${topic}+${classifier}.json.gz`);
}

/**
 * Saves a classifier: gzipped JSON in two lines, what it was made of and with and the checksum of the second line, then what
 * it learned. The same training gives the same bytes.
 * @throws OutputError
 */
export async function writeClassifier<Model>(
  file: string,
  { model, ...header }: SavedClassifier<Model>,
): Promise<void> {
  const learned = JSON.stringify(model);
  const head = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    ...header,
    modelChecksum: sha256(learned),
  });
  const partial = await createPartialFile(file);
  try {
    await partial.write(`${head}\n${learned}\n`);
    await partial.close();
    await partial.moveTo(file);
  } catch (error) {
    await partial.discard();
    throw error instanceof SfwcError
      ? error
      : new OutputError(`cannot write ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Reads a classifier; undefined when there is no such file.
 * @throws InputError when it is damaged, of another version, or was trained from another state of the topic
 */
export async function readClassifier<Model>(
  file: string,
  topicChecksum: string,
): Promise<SavedClassifier<Model> | undefined> {
  if (!(await fileExists(file))) return undefined;
  let text = '';
  for await (const piece of readNQuads(file)) text += piece;
  const [head = '', learned = ''] = text.split('\n');
  const { format, version, modelChecksum, ...header } = parse(file, head);
  const hint = `train it again: sfwc train --kb ${path.dirname(file)} --topic '${String(header['topic'])}' --classifier ${String(header['classifier'])}`;
  if (format !== FORMAT || version !== VERSION)
    throw new InputError(`${file} is no classifier of version ${VERSION}`, {
      hint: 'train it again: sfwc train',
    });
  if (modelChecksum !== sha256(learned)) throw new InputError(`${file} is damaged`, { hint });
  if (header['topicChecksum'] !== topicChecksum) {
    throw new InputError(`${file} was trained before the topic was changed, and does not fit it any more`, {
      hint,
    });
  }
  return { ...(header as unknown as ClassifierHeader), model: parse(file, learned) as Model };
}

function parse(file: string, line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    throw new InputError(`${file} is damaged: ${messageOf(error)}`, {
      hint: 'train it again: sfwc train',
      cause: error,
    });
  }
}

import path from 'node:path';
import { InputError, messageOf } from '../../model/errors.js';
import type { LabelUse } from '../../model/labels.js';
import { fileExists } from '../../support/files/file-exists.js';
import { sha256 } from '../../support/hash.js';
import { readNQuads, writeNQuads } from './nquads-file.js';

const FORMAT = 'sfwc classifier';
const VERSION = 2;

/** How a classifier was trained. */
export interface ClassifierHeader {
  readonly classifier: string;
  readonly topic: string;
  /** Checksum of the topic that it was trained on. */
  readonly topicChecksum: string;
  /** Source of the background: the topic, sources by name, or general English. */
  readonly background: string;
  /** Checksum of the background unless it is that of the topic. */
  readonly backgroundChecksum?: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** The labelled pages that went in, where there were any. */
  readonly labels?: LabelUse;
}

/** A trained classifier as it is saved. */
export interface SavedClassifier<Model> extends ClassifierHeader {
  readonly model: Model;
}

/**
 * The file of a trained classifier next to the topic's: `bees+ensemble.json.gz`. It is not a companion in the sense
 * of {@link companionName}: the topic does not name it; it names the topic by checksum.
 */
export function classifierFile(folder: string, topic: string, classifier: string): string {
  return path.join(folder, `${topic}+${classifier}.json.gz`);
}

/**
 * Saves a classifier as gzipped JSON in two lines: the header with the checksum of the second line, then the model.
 * The same training gives the same bytes.
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
  await writeNQuads(file, [`${head}\n${learned}\n`]);
}

/** How a classifier was trained, by the first line of its file; undefined where it cannot be read. */
export async function readClassifierHeader(file: string): Promise<ClassifierHeader | undefined> {
  let text = '';
  try {
    for await (const piece of readNQuads(file)) {
      text += piece;
      if (text.includes('\n')) break;
    }
    return JSON.parse(text.split('\n', 1)[0] ?? '') as ClassifierHeader;
  } catch {
    return undefined;
  }
}

/**
 * Reads a classifier; undefined when the file does not exist.
 * @throws InputError when it is damaged, of another version, or trained on another state of the topic
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
    throw new InputError(`${file} is not a classifier of version ${VERSION}`, {
      hint: 'train it again: sfwc train',
    });
  if (modelChecksum !== sha256(learned)) throw new InputError(`${file} is damaged`, { hint });
  if (header['topicChecksum'] !== topicChecksum) {
    throw new InputError(`${file} was trained before the topic was changed`, {
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

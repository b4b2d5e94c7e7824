import { buildLabelIndex, type IndexBuildOptions } from './label-index-build.js';
import type { CandidateKind, IndexHeader } from './label-index-format.js';
import { openLabelIndex, readLabelIndex } from './label-index-file.js';
import { labelWords } from './label-words.js';
import { hashWord, SequenceHash } from './word-hash.js';

/** What a label index is, for people and programs. */
export interface LabelIndexReport extends Omit<IndexHeader, 'sections' | 'bucketBits'> {
  readonly file: string;
  readonly checksum: string;
  /** Size of the file. */
  readonly bytes: number;
}

/** What a name may mean, by an index. */
export interface NameMeaning {
  readonly name: string;
  readonly iri: string;
  /** How the resource has the name. */
  readonly kind: CandidateKind;
  /** Share of the uses of the name, 0 to 1. */
  readonly commonness: number;
}

/**
 * Makes a label index of dumps.
 * @throws InputError for a dump, OutputError when it cannot be written
 */
export async function indexLabels(
  dumps: readonly string[],
  file: string,
  options: IndexBuildOptions,
): Promise<LabelIndexReport> {
  await buildLabelIndex(dumps, file, options);
  return describeLabelIndex(file);
}

/** Describes a label index, after checking that it is whole. @throws InputError when it is not */
export async function describeLabelIndex(file: string): Promise<LabelIndexReport> {
  const data = await readLabelIndex(file);
  const { language, sources, labels, keys, ambiguous, resources } = openLabelIndex(data).header;
  const { checksum, bytes } = data;
  return { file, checksum, bytes: bytes.byteLength, language, sources, labels, keys, ambiguous, resources };
}

/**
 * What names may mean, by an index, the most common meaning first; nothing for those it does not hold.
 * @throws InputError when the index is not whole
 */
export async function lookUpLabels(file: string, names: readonly string[]): Promise<readonly NameMeaning[]> {
  const index = openLabelIndex(await readLabelIndex(file));
  const hash = new SequenceHash();
  return names.flatMap((name) => {
    const words = labelWords(name) ?? [];
    hash.reset();
    for (const word of words) hash.push(hashWord(word));
    const place = words.length === 0 ? -1 : index.find(hash.high, hash.low);
    if (place < 0) return [];
    const candidates = index.candidatesAt(place);
    const total = candidates.reduce((sum, { count }) => sum + 1 + count, 0);
    return candidates.map(({ resource, count, kind }) => ({
      name,
      iri: index.iriOf(resource),
      kind,
      commonness: (1 + count) / total,
    }));
  });
}

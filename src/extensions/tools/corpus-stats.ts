import { documentKinds } from '../../app/topics/building/own-readers.js';
import { corpusStatsFields, type CorpusStatsOptions } from './corpus-stats-settings.js';
import { KNOWN_ENDINGS_TEXT } from '../../language/corpus/file-kinds.js';
import { openCorpora } from '../../language/corpus/open-source.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../model/document.js';
import { InputError } from '../../model/errors.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { sha256 } from '../../support/hash.js';
import { countWords } from './word-count.js';

/** The smallest, the middle and the largest of some numbers; of an even count the lower of the two in the middle. */
export interface Range {
  readonly minimum: number;
  readonly median: number;
  readonly maximum: number;
}

/** What a corpus consists of. */
export interface CorpusStatistics {
  readonly documents: number;
  /** In all texts, as {@link countWords} counts them. */
  readonly words: number;
  readonly characters: number;
  /** Documents by language, the most frequent first; `unknown` where none is stated and none could be detected. */
  readonly languages: Readonly<Record<string, number>>;
  /** Documents whose text, to the letter, an earlier one has. */
  readonly duplicates: readonly { readonly id: string; readonly sameAs: string }[];
  /** Documents without a letter of text; they are no part of `documents`. */
  readonly empty: number;
  /** Other things that could not be read, wholly or in part. */
  readonly unreadable: number;
  readonly wordsPerDocument: Range;
  readonly charactersPerDocument: Range;
  readonly problems: readonly CorpusProblem[];
}

/** The range of numbers that are not in order; zeros for none. */
export function rangeOf(values: readonly number[]): Range {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    minimum: sorted[0] ?? 0,
    median: sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    maximum: sorted.at(-1) ?? 0,
  };
}

/** Counts while a corpus is read; of a text only its checksum and its lengths stay in memory. */
class Counter {
  private readonly words: number[] = [];
  private readonly characters: number[] = [];
  private readonly languages = new Map<string, number>();
  private readonly firstOf = new Map<string, string>();
  private readonly duplicates: { id: string; sameAs: string }[] = [];
  private readonly problems: CorpusProblem[] = [];

  addDocument({ id, text, language = 'unknown' }: CorpusDocument): void {
    this.words.push(countWords(text));
    this.characters.push(text.length);
    this.languages.set(language, (this.languages.get(language) ?? 0) + 1);
    const checksum = sha256(text);
    const sameAs = this.firstOf.get(checksum);
    if (sameAs === undefined) this.firstOf.set(checksum, id);
    else this.duplicates.push({ id, sameAs });
  }

  addProblem(problem: CorpusProblem): void {
    this.problems.push(problem);
  }

  finish(): CorpusStatistics {
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const empty = this.problems.filter(({ kind }) => kind === 'empty').length;
    const languages = [...this.languages].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
    return {
      documents: this.words.length,
      words: sum(this.words),
      characters: sum(this.characters),
      languages: Object.fromEntries(languages),
      duplicates: this.duplicates,
      empty,
      unreadable: this.problems.length - empty,
      wordsPerDocument: rangeOf(this.words),
      charactersPerDocument: rangeOf(this.characters),
      problems: this.problems,
    };
  }
}

/** Reads a corpus to its end and counts what is in it. @throws InputError when the source cannot be read */
export async function countCorpus(
  reader: CorpusReader,
  onProblem: (problem: CorpusProblem) => void,
): Promise<CorpusStatistics> {
  const counter = new Counter();
  for await (const item of reader.read()) {
    if (item.kind === 'document') counter.addDocument(item.document);
    else {
      counter.addProblem(item.problem);
      onProblem(item.problem);
    }
  }
  return counter.finish();
}

/**
 * Describes a corpus of one or more sources, read as `build` would read them.
 * @param onProblem hears of each item that cannot be read, as it is met
 * @throws InputError when a source cannot be used, or there is no document that can be read
 */
export async function describeCorpus(
  sources: readonly string[],
  options: WithParts<CorpusStatsOptions, 'readers'> = {},
  onProblem: (problem: CorpusProblem) => void = () => undefined,
): Promise<CorpusStatistics> {
  checkArguments('describeCorpus', {
    sources: [sources, 'strings'],
    options: [options, 'object'],
    onProblem: [onProblem, 'function'],
  });
  const { settings, plugins } = await resolveOptions(corpusStatsFields, options);
  const { textField, titleField, idField, followLinks } = settings;
  const kinds = documentKinds(plugins);
  const reader = openCorpora(sources, { textField, titleField, idField, followLinks, kinds });
  const statistics = await countCorpus(reader, onProblem);
  if (statistics.documents === 0)
    throw new InputError(`${reader.name} holds no document that can be read`, {
      hint: `files that are read: ${KNOWN_ENDINGS_TEXT}`,
    });
  return statistics;
}

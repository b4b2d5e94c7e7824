import type { JudgeProtocol, ThreadData } from '../../../judging/judge/judge-messages.js';
import type { RemoteLinks } from '../../../judging/judge/judge-plan.js';
import type { ClassifiedPage } from '../../../app/classify/with-verdicts.js';
import type { Judgement } from '../../../model/topic.js';
import type { RecordSpan } from './archive-items.js';

/** The files that are made of an archive. */
export interface Outputs {
  readonly warc: string;
  readonly parquet: string;
  /** Says that the others are complete, and what they were made of. */
  readonly record: string;
}

/** Settings on which the outputs of a file depend. JSON. */
export interface Basis {
  readonly source: { readonly file: string; readonly bytes: number; readonly modified: string };
  readonly topics: readonly string[];
  readonly classifiers: readonly string[];
  /** SHA-256 of the topics and classifiers as they were learned. */
  readonly model: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A file to filter. */
export interface FilterTask {
  readonly file: string;
  readonly outputs: Outputs;
  readonly maxBytes: number;
  /** The topic, where there is one. */
  readonly topic?: string;
  readonly basis: Basis;
  /** Content of the first record of the WARC file. */
  readonly info: Readonly<Record<string, string>>;
}

/** Outcome of a file. JSON. */
export interface FileOutcome {
  readonly records: number;
  /** Pages that were judged. */
  readonly pages: number;
  readonly accepted: number;
  /** Pages that are larger than the limit, and were skipped. */
  readonly tooLarge: number;
  /** Damages of the file, and pages that could not be read or judged. */
  readonly unreadable: number;
  /** The first of these, each with its place. */
  readonly problems: readonly string[];
  readonly seconds: number;
}

/** Progress of a file. */
export interface FileProgress {
  /** Bytes of the file that were read. */
  readonly bytes: number;
  readonly pages: number;
  readonly accepted: number;
}

/** A page of an archive with its judgement. JSON, since pages may wait on disk for their verdicts. */
export type JudgedRecord = ClassifiedPage & {
  readonly url: string;
  readonly title: string;
  readonly judgement: Judgement;
  readonly language?: string;
  readonly date?: string;
  readonly recordId?: string;
  readonly digest?: string;
  readonly span: RecordSpan;
  /** Place of its record among those that were packed again; absent if it is copied from its file, or cannot be accepted. */
  readonly packed?: { readonly offset: number; readonly length: number };
};

/** Protocol of the threads that filter files, one at a time each. */
export interface FilterProtocol {
  readonly data: ThreadData & {
    /** The name of the crawler in robots directives of pages. */
    readonly crawler: string;
    readonly accept: string;
    readonly encoder: 'never' | 'auto' | 'always';
    /** True if a topic was linked by a service. */
    readonly asksService: boolean;
    /** Not 0 when the threads are to end. */
    readonly stop: Int32Array;
  };
  readonly ready: undefined;
  readonly tasks: { readonly filter: (task: FilterTask) => FileOutcome };
  readonly calls: JudgeProtocol['calls'] & {
    /** Links of a text by the services of the topics. */
    readonly link: (text: string) => RemoteLinks | undefined;
    readonly progress: (progress: FileProgress & { readonly file: string }) => void;
  };
}

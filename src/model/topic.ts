import type { LinkedNoun } from './noun.js';
import type { Page } from './page.js';

/** Mean, standard deviation (of the population) and the number of values they were taken from. */
export interface Spread {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
}

/** One noun that spoke for or against a page. */
export interface NounEvidence {
  readonly lemma: string;
  readonly iri?: string;
  /** The facet of the thesaurus that it belongs to, where pages are judged by one. */
  readonly facet?: string;
  /** Documents of the topic's corpus that hold the noun; 0 = the knowledge base does not know it. */
  readonly documents: number;
  /** The noun's inverse document frequency in bits, as this classifier counts it. */
  readonly idf: number;
  /** Amount by which the noun moved the score, in the score's unit: positive towards acceptance. */
  readonly pull: number;
  /** First places of the page that mention it, in code points of the judged text (title, empty line, main text; NFC), end exclusive. */
  readonly mentions?: readonly (readonly [begin: number, end: number])[];
}

/** Place at which a text was cut that is too long to be judged whole, in code points of title, empty line and main text. */
export interface TextCut {
  readonly at: number;
  readonly of: number;
}

/** The score of a page by one member of the verdict. */
export interface MemberOpinion {
  readonly member: string;
  /** In the member's own unit; more is more on topic. */
  readonly score: number;
  /** Amount that it adds to the log odds that the page is about the topic. */
  readonly odds: number;
}

/** Why a page was accepted or rejected: enough to explain it without the page. */
export interface Reason {
  readonly summary: string;
  /** Mean IDF of the page's nouns in bits; null when no noun could be counted. */
  readonly meanIdf: number | null;
  /** The band that the score had to fall into; null where a bound is open. */
  readonly band: { readonly low: number | null; readonly high: number | null };
  /** Distinct nouns of the page, how many of them were linked, how many the knowledge base does not know. */
  readonly nouns: { readonly distinct: number; readonly linked: number; readonly unknown: number };
  /** The nouns that pulled most, in either direction, strongest first. */
  readonly evidence: readonly NounEvidence[];
  /** Place at which the page's text was cut; absent if all of it was judged. */
  readonly cut?: TextCut;
  /** The language of the page, as a BCP 47 tag, where it was rejected for not being in the topic's. */
  readonly otherLanguage?: string;
  /** Opinions of the members, if the verdict depends on the pages that were judged so far. */
  readonly members?: readonly MemberOpinion[];
  readonly words?: number;
  /** Direction of the page in the word space, with `members`: a byte per dimension, in Base64. */
  readonly direction?: string;
  /** Name of the annotator that found the nouns, where it is not the one that read the topic's corpus: the lexicon's. */
  readonly annotator?: string;
  /** Present where people have terms ignored that the page holds: these, and the score with them. */
  readonly ignored?: { readonly terms: readonly string[]; readonly score: number };
  /** Present where people gave the verdict: who they are, and what the classifier's own was. */
  readonly overruled?: {
    readonly by: string;
    readonly software?: true;
    readonly accepted: boolean;
    readonly summary: string;
  };
}

/** The score of a page that holds nothing to judge by: below every score that a classifier gives. */
export const NOTHING_TO_JUDGE = -1_000_000;

export interface Judgement {
  readonly accepted: boolean;
  /** Larger is more on topic; unit and scale are the classifier's own. {@link NOTHING_TO_JUDGE} without evidence. */
  readonly score: number;
  readonly classifier: string;
  readonly reason: Reason;
  /** The topic that it is by, where pages are judged by several. */
  readonly topic?: string;
  /** The judgements by all topics, where there are several, in their order; the fields above are those of the best. */
  readonly topics?: readonly TopicJudgement[];
  /** Number of the model that judged, where the crawl had retrained it: 2 or more. Absent for that of the topic. */
  readonly model?: number;
}

export interface TopicJudgement extends Omit<Judgement, 'topics'> {
  readonly topic: string;
}

/** A page with its nouns found and linked: what classifiers read. */
export interface AnnotatedPage {
  readonly page: Page;
  readonly nouns: readonly LinkedNoun[];
  /** Its language, as a BCP 47 tag, where that certainly is not the topic's: its nouns were not sought. */
  readonly otherLanguage?: string;
  /** Anchor texts, with the words around them, of links that lead to the page, where they are known. */
  readonly linkedFrom?: readonly string[];
}

/** Other names of a noun of a topic, in lower case, as its expansion is read. */
export interface NounExpansion {
  readonly synonyms: readonly string[];
  /** Words for what is right above it and right below it. */
  readonly related: readonly string[];
}

/** The expansion of a topic: noun → what it may also be called. */
export type TopicExpansion = ReadonlyMap<string, NounExpansion>;

/** Reads the words of a text that are worth counting, in their order, each in its base form. */
export type WordReader = (text: string) => readonly string[];

/** Port: is this page about the topic? */
export interface TopicClassifier {
  readonly name: string;
  judge(page: AnnotatedPage): Promise<Judgement>;
}

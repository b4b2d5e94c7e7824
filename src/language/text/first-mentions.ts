import type { Noun } from '../../model/noun.js';
import type { SentenceFilter } from './lexical-annotator.js';

/** Mentions of a noun of which one is linked, as a rule. */
const MENTIONS_LINKED = 3;

/** Finds the part of a text that mentions some lemmas first: of each, the sentences of its first few mentions. */
export class FirstMentions implements SentenceFilter {
  /** All nouns of the wanted sentences. */
  readonly around: Noun[] = [];
  private readonly waiting = new Map<string, number>();
  private next = 0;

  /** @param nouns those of the text */
  constructor(
    lemmas: Iterable<string>,
    private readonly nouns: readonly Noun[],
  ) {
    for (const lemma of lemmas) this.waiting.set(lemma, MENTIONS_LINKED);
  }

  wants(end: number): boolean {
    if (this.waiting.size === 0) return false;
    const begin = this.next;
    let mentions = false;
    let noun = this.nouns[begin];
    for (; noun !== undefined && noun.begin < end; noun = this.nouns[this.next]) {
      mentions = this.countDown(noun.lemma) || mentions;
      this.next += 1;
    }
    if (!mentions) return false;
    for (let place = begin; place < this.next; place += 1) {
      const own = this.nouns[place];
      if (own !== undefined) this.around.push(own);
    }
    return true;
  }

  /** True if a mention of this lemma is still wanted; counts the mention. */
  private countDown(lemma: string): boolean {
    const left = this.waiting.get(lemma);
    if (left === undefined) return false;
    if (left === 1) this.waiting.delete(lemma);
    else this.waiting.set(lemma, left - 1);
    return true;
  }
}

import type { Contribution } from './scorer.js';

/** The terms of a text, numbered in the order in which they are met; its {@link Pulls} share them. */
export class Terms {
  readonly names: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    this.numbers.set(term, this.names.length);
    return this.names.push(term) - 1;
  }
}

/** How far terms pull the score of a text, summed over several scorers. In columns, since a page has a thousand terms. */
export class Pulls {
  /** Numbers of the terms in the order in which they were added. */
  private readonly order: number[] = [];
  /** Documents of the topic with each term, by number; -1 for a term that was not added. */
  private readonly documents: number[] = [];
  /** Pulls by number. */
  private readonly sums: number[] = [];

  constructor(private readonly terms: Terms) {}

  /** Adds to the pull of a term. @param documents the largest that is given counts */
  add(number: number, documents: number, pull: number): void {
    while (this.documents.length <= number) {
      this.documents.push(-1);
      this.sums.push(0);
    }
    const before = this.documents[number] ?? -1;
    if (before < 0) this.order.push(number);
    this.documents[number] = Math.max(before, documents);
    this.sums[number] = before < 0 ? pull : pull + (this.sums[number] ?? 0);
  }

  /** Adds other pulls, each multiplied by a factor. */
  addAll({ order, documents, sums }: Pulls, factor: number): void {
    for (const number of order) this.add(number, documents[number] ?? 0, (sums[number] ?? 0) * factor);
  }

  list(): readonly Contribution[] {
    const list: Contribution[] = [];
    for (const number of this.order)
      list.push({
        term: this.terms.names[number] ?? '',
        documents: this.documents[number] ?? 0,
        pull: this.sums[number] ?? 0,
      });
    return list;
  }
}

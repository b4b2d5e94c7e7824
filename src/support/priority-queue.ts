/** Tells which of two items goes first: negative when `a` does, as for `Array.sort`. */
export type Order<T> = (a: T, b: T) => number;

/**
 * A binary heap: the first item by `order` in O(1), taking it and adding one in O(log n).
 * Items that the order calls equal come out in no particular order; put a counter into the order where it matters.
 */
export class PriorityQueue<T> {
  private readonly items: T[] = [];

  constructor(private readonly order: Order<T>) {}

  get size(): number {
    return this.items.length;
  }

  /** The first item, left in place; undefined when the queue is empty. */
  peek(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    let place = this.items.length;
    this.items.push(item);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.items[above] as T;
      if (this.order(item, parent) >= 0) break;
      this.items[place] = parent;
      place = above;
    }
    this.items[place] = item;
  }

  /** Takes the first item out; undefined when the queue is empty. */
  pop(): T | undefined {
    const first = this.items[0];
    const last = this.items.pop();
    if (this.items.length > 0) this.sink(last as T);
    return first;
  }

  /** Puts an item at the root and lets it down to where it belongs. */
  private sink(item: T): void {
    const count = this.items.length;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= count) break;
      const right = left + 1;
      const rightFirst = right < count && this.order(this.items[right] as T, this.items[left] as T) < 0;
      const child = rightFirst ? right : left;
      if (this.order(this.items[child] as T, item) >= 0) break;
      this.items[place] = this.items[child] as T;
      place = child;
    }
    this.items[place] = item;
  }
}

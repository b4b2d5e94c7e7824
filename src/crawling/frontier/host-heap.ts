/** A queued URL as its host knows it. */
export interface Candidate {
  readonly value: number;
  /** In the order of discovery. */
  readonly place: number;
}

/** A host in a {@link HostHeap}. */
export interface HeapHost {
  /** Its best queued URLs, the best first; it is in the heap only while there are any. */
  readonly best: readonly Candidate[];
  /** Where it is in the heap; below 0 where it is not. The heap's own. */
  slot: number;
}

/** Below 0 when `a` goes first: larger value first, then first come first served. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return b.value - a.value || a.place - b.place;
}

/** Hosts by their best URL. */
export interface HostHeap<Host extends HeapHost> {
  /** The host with the best URL of all. */
  first(): Host | undefined;
  /** Puts a host where its best URL belongs, or takes it out where it has none. */
  update(host: Host): void;
  remove(host: Host): void;
}

/** A binary heap whose hosts know where they are, so that each stands in it once, however often its best URL changes. */
export function createHostHeap<Host extends HeapHost>(): HostHeap<Host> {
  const heap: Host[] = [];
  return {
    first: () => heap[0],
    update(host) {
      if (host.best.length === 0) {
        remove(host, heap);
        return;
      }
      if (host.slot < 0) host.slot = heap.length;
      rise(host, heap);
      sink(host, heap);
    },
    remove: (host) => remove(host, heap),
  };
}

function isBefore(a: HeapHost, b: HeapHost | undefined): boolean {
  const [one, other] = [a.best[0], b?.best[0]];
  return one !== undefined && other !== undefined && compareCandidates(one, other) < 0;
}

function place(host: HeapHost, slot: number, heap: HeapHost[]): void {
  heap[slot] = host;
  host.slot = slot;
}

function rise(host: HeapHost, heap: HeapHost[]): void {
  let { slot } = host;
  for (let above = (slot - 1) >> 1; slot > 0; above = (slot - 1) >> 1) {
    const parent = heap[above];
    if (parent === undefined || !isBefore(host, parent)) break;
    place(parent, slot, heap);
    slot = above;
  }
  place(host, slot, heap);
}

function sink(host: HeapHost, heap: HeapHost[]): void {
  let { slot } = host;
  for (;;) {
    const [left, right] = [heap[2 * slot + 1], heap[2 * slot + 2]];
    const child = right !== undefined && isBefore(right, left) ? right : left;
    if (child === undefined || !isBefore(child, host)) break;
    const below = child.slot;
    place(child, slot, heap);
    slot = below;
  }
  place(host, slot, heap);
}

function remove(host: HeapHost, heap: HeapHost[]): void {
  if (host.slot < 0) return;
  const last = heap.pop();
  if (last !== undefined && last !== host) {
    place(last, host.slot, heap);
    rise(last, heap);
    sink(last, heap);
  }
  host.slot = -1;
}

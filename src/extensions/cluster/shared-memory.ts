import { parseUrl } from '../../support/parse-url.js';
import type { CrawlMemory, MemoryKind } from '../../crawling/store/crawl-memory.js';
import { hostOf } from '../../crawling/urls/urls.js';
import type { KeptValue } from './journal.js';

/** The memory of a worker: what it keeps goes with the host that it concerns. */
export interface SharedMemory extends CrawlMemory {
  /** Takes in what came with a host, in the place of all that was kept of it here. */
  arrive(
    host: string,
    kept: readonly { readonly kind: MemoryKind; readonly name: string; readonly value: unknown }[],
  ): void;
}

/** @param note gets what is kept and dropped */
export function createSharedMemory(note: (kept: KeptValue) => void): SharedMemory {
  const takers = new Map<MemoryKind, (name: string, value: unknown) => void>();
  /** Names of what is kept of each host, by kind. */
  const names = new Map<string, Map<string, MemoryKind>>();

  function remember(host: string, kind: MemoryKind, name: string): void {
    const known = names.get(host) ?? new Map<string, MemoryKind>();
    names.set(host, known.set(name, kind));
  }

  return {
    all: () => [],
    keep(kind, name, value) {
      const host = hostOfName(kind, name);
      remember(host, kind, name);
      note({ host, kind, name, value: JSON.stringify(value) });
    },
    drop(kind, name) {
      const host = hostOfName(kind, name);
      names.get(host)?.delete(name);
      note({ host, kind, name, value: null });
    },
    onArrival: (kind, take) => void takers.set(kind, take),
    arrive(host, kept) {
      const here = new Set(kept.map(({ name }) => name));
      for (const [name, kind] of names.get(host) ?? [])
        if (!here.has(name)) takers.get(kind)?.(name, undefined);
      names.delete(host);
      for (const { kind, name, value } of kept) {
        remember(host, kind, name);
        takers.get(kind)?.(name, value);
      }
    },
  };
}

/** Names are hosts, addresses, or hosts with a fingerprint (`traps.ts`). */
function hostOfName(kind: MemoryKind, name: string): string {
  if (kind === 'busy-host') return name;
  if (kind === 'trap') return name.slice(0, -16);
  return parseUrl(name) === undefined ? name : hostOf(name);
}

import { OutputError, SfwcError, messageOf } from '../../model/errors.js';
import { stagingGraph } from './endpoint-dataset.js';
import { UnsureError } from './endpoint-http.js';
import { batchesOf } from './endpoint-load.js';
import type { EndpointUpdate } from './endpoint-update.js';

/** New versions of graphs and how to install them. */
export interface Replacement {
  readonly url: string;
  readonly nquads: AsyncIterable<string>;
  /** All graphs to replace; a graph without quads is dropped. The first is moved last. */
  readonly names: readonly string[];
  /** A unique name of the load. */
  readonly load: string;
  readonly update: EndpointUpdate;
  /** Number of statements in graphs. */
  readonly count: (graphs: readonly string[]) => Promise<number>;
}

const UNCHANGED = 'the topic is as it was before';

/**
 * Replaces graphs by new versions: loads them next to the old ones, counts them, and moves them with one update request. Until
 * that request, the old graphs are unchanged. It is one transaction on most engines, not on Virtuoso.
 *
 * @throws OutputError with the state of the graphs: as before, or perhaps replaced in part
 */
export async function replaceGraphs(replacement: Replacement): Promise<void> {
  const { names, update } = replacement;
  const filled = new Map<string, number>();
  try {
    // A load that was killed may have left some.
    await update.drop(names.map(stagingGraph));
    await loadStaged(replacement, filled);
  } catch (error) {
    await update.drop([...filled.keys()].map(stagingGraph)).catch(() => undefined);
    throw failed(error, UNCHANGED);
  }
  await putInPlace(replacement, filled);
}

async function loadStaged(
  { url, nquads, load, update, count }: Replacement,
  filled: Map<string, number>,
): Promise<void> {
  for await (const batch of batchesOf(nquads, load, update.limits)) {
    for (const [graph, lines] of batch) filled.set(graph, (filled.get(graph) ?? 0) + lines.length);
    await update.insert(new Map([...batch].map(([graph, lines]) => [stagingGraph(graph), lines])));
  }
  const sent = sentIn(filled);
  const arrived = await count([...filled.keys()].map(stagingGraph));
  if (arrived !== sent)
    throw new OutputError(`${url} holds ${arrived} of the ${sent} statements that were sent to it`);
}

function sentIn(filled: ReadonlyMap<string, number>): number {
  return [...filled.values()].reduce((sum, size) => sum + size, 0);
}

/** The first name refers to the others and is moved last. */
async function putInPlace(
  { names, update, count }: Replacement,
  filled: ReadonlyMap<string, number>,
): Promise<void> {
  const targets = [...filled.keys()].sort((one, other) => names.indexOf(other) - names.indexOf(one));
  const drops = names.filter((graph) => !filled.has(graph));
  try {
    await update.move(
      targets.map((graph) => [stagingGraph(graph), graph]),
      drops,
    );
  } catch (error) {
    const staged = targets.map(stagingGraph);
    const isRefused = !(error instanceof UnsureError);
    // Without a response, the move may still start: its sources must stay.
    if (isRefused && (await count(staged).catch(() => -1)) === sentIn(filled)) {
      await update.drop(staged).catch(() => undefined);
      throw failed(error, UNCHANGED);
    }
    throw failed(error, 'it is not known whether the topic was replaced, or a part of it: build it again');
  }
}

function failed(error: unknown, state: string): OutputError {
  const hint = error instanceof SfwcError && error.hint !== undefined ? `${error.hint}; ${state}` : state;
  return new OutputError(messageOf(error), { hint, cause: error });
}

import { OutputError, SfwcError, messageOf } from '../../model/errors.js';
import type { Clock } from '../../support/time/clock.js';
import { isAbandoned, stagingGraph } from './endpoint-dataset.js';
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
  /** Lists all graphs of the endpoint, including those of unfinished loads. */
  readonly listAll: () => Promise<readonly string[]>;
  readonly clock: Clock;
}

/** A graph loaded at `source`, to be moved to `target`. */
interface Move {
  readonly source: string;
  readonly target: string;
  readonly size: number;
}

/**
 * Replaces graphs by new versions: loads them next to the old ones, counts them, and moves them with one update
 * request.
 *
 * Until that request, the old graphs are unchanged; staging graphs of a killed load are dropped by the first load
 * more than a day later. The request is one transaction on most engines. Where it is not (Virtuoso) and fails between
 * two graphs, the remaining graphs are moved one by one. Without a response, the endpoint is polled until the graphs
 * are in place; nothing is moved twice, since Virtuoso 7 empties the target when the source of a move is missing.
 *
 * @throws OutputError with the state of the graphs: as before, partly replaced, or unknown
 */
export async function replaceGraphs(replacement: Replacement): Promise<void> {
  const { update } = replacement;
  const filled = new Map<string, number>();
  try {
    await dropAbandoned(replacement);
    await loadStaged(replacement, filled);
  } catch (error) {
    await update.drop(movesOf(replacement, filled).map(({ source }) => source)).catch(() => undefined);
    throw failed(error, UNCHANGED);
  }
  await putInPlace(replacement, movesOf(replacement, filled));
}

const UNCHANGED = 'the topic is as it was before';

async function dropAbandoned({ listAll, update, clock }: Replacement): Promise<void> {
  const abandoned = (await listAll()).filter((graph) => isAbandoned(graph, clock.now()));
  await update.drop(abandoned);
}

async function loadStaged(
  { url, nquads, load, update, count }: Replacement,
  filled: Map<string, number>,
): Promise<void> {
  for await (const batch of batchesOf(nquads, load, update.limits)) {
    for (const [graph, lines] of batch) filled.set(graph, (filled.get(graph) ?? 0) + lines.length);
    await update.insert(
      new Map([...batch].map(([graph, lines]) => [stagingGraph(load, graph), lines] as const)),
    );
  }
  const sent = [...filled.values()].reduce((sum, size) => sum + size, 0);
  const arrived = await count([...filled.keys()].map((graph) => stagingGraph(load, graph)));
  if (arrived !== sent) {
    throw new OutputError(`${url} holds ${arrived} of the ${sent} statements that were sent to it`);
  }
}

/** The first name refers to the others and is moved last. */
function movesOf({ names, load }: Replacement, filled: ReadonlyMap<string, number>): readonly Move[] {
  const rank = (graph: string): number => {
    const index = names.indexOf(graph);
    return index < 0 ? names.length : index;
  };
  return [...filled]
    .sort(([one], [other]) => rank(other) - rank(one))
    .map(([target, size]) => ({ source: stagingGraph(load, target), target, size }));
}

async function putInPlace(replacement: Replacement, moves: readonly Move[]): Promise<void> {
  const { names, update } = replacement;
  const drops = names.filter((graph) => moves.every(({ target }) => target !== graph));
  try {
    await update.move(
      moves.map(({ source, target }) => [source, target]),
      drops,
    );
  } catch (error) {
    await afterFailedMove(replacement, moves, drops, error);
  }
}

type Place = 'staged' | 'in place' | 'neither';

async function afterFailedMove(
  replacement: Replacement,
  moves: readonly Move[],
  drops: readonly string[],
  error: unknown,
): Promise<void> {
  const { update } = replacement;
  const refused = !(error instanceof UnsureError);
  const places = await placesOnceSettled(replacement, moves, refused).catch(() => undefined);
  if (places === undefined)
    throw failed(error, 'it is not known whether the topic was replaced: check, or build it again');
  if (places.every((place) => place === 'staged')) {
    // Without a response, the move may still start: its sources must stay.
    if (!refused)
      throw failed(
        error,
        'the topic is as it was before, unless the endpoint still replaces it: check, or build it again',
      );
    await update.drop(moves.map(({ source }) => source)).catch(() => undefined);
    throw failed(error, UNCHANGED);
  }
  try {
    for (const [index, { source, target }] of moves.entries()) {
      if (places[index] === 'neither') throw error;
      if (places[index] === 'staged') await update.move([[source, target]], []);
    }
    await update.drop(drops);
  } catch (second) {
    throw failed(second, 'a part of the topic was replaced: build it again');
  }
}

/** Number of checks of a move without a response, and the milliseconds between them. */
const LOOKS = 6;
const BETWEEN_LOOKS = 5000;

async function placesOnceSettled(
  { count, clock }: Replacement,
  moves: readonly Move[],
  refused: boolean,
): Promise<readonly Place[]> {
  for (let look = 1; ; look += 1) {
    const places: Place[] = [];
    for (const { source, target, size } of moves) {
      const staged = await count([source]);
      if (staged === size) places.push('staged');
      else places.push(staged === 0 && (await count([target])) === size ? 'in place' : 'neither');
    }
    if (refused || look === LOOKS || places.every((place) => place === 'in place')) return places;
    await clock.sleep(BETWEEN_LOOKS);
  }
}

function failed(error: unknown, state: string): OutputError {
  const hint = error instanceof SfwcError && error.hint !== undefined ? `${error.hint}; ${state}` : state;
  return new OutputError(messageOf(error), { hint, cause: error });
}

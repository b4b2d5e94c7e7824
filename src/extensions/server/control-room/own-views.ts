import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { guardPort } from '../../../judging/plugins/guard-port.js';
import type { Plugins, Registered } from '../../../judging/plugins/registry.js';
import type { OwnView, ViewTable } from '../../../judging/plugins/view-kind.js';
import { PluginError, messageOf } from '../../../model/errors.js';
import { cutAt } from '../../../support/text/cut-text.js';
import { Problem } from '../problem.js';

/** A view of a plugin, as the page lists it. */
export interface ListedView {
  readonly name: string;
  readonly title: string;
}

/** Limits of a view: rows and columns, characters of a cell or text, and milliseconds until it has to be there. */
const MOST = { rows: 1000, columns: 20, text: 500, time: 10_000 };

const TABLE = z.object({
  text: z.string().optional(),
  columns: z.array(z.string()).min(1).max(MOST.columns),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});

/** The views that plugins bring. */
export function listViews(plugins: Plugins): readonly ListedView[] {
  return plugins.all('views').map(({ name, part }) => ({ name, title: beginning(part.title ?? name, 40) }));
}

/**
 * Adds the views of plugins: their list, and of each the table. What they throw or give that is not a table is a problem that
 * names the view, so that the other views stay.
 * @param most milliseconds that a view may take
 */
export function addOwnViews(
  app: Hono,
  plugins: Plugins,
  outOf: (context: Context) => string,
  signal: AbortSignal,
  most = MOST.time,
): void {
  app.get('/api/crawls/:crawl/views', (context) => context.json(listViews(plugins)));
  app.get('/api/crawls/:crawl/views/:view', async (context) => {
    const out = outOf(context);
    const name = context.req.param('view');
    const view = plugins.find('views', name);
    if (view === undefined) throw new Problem(404, `the view '${name}' does not exist`);
    return context.json(await tableOf(view, out, signal, most));
  });
}

/** @throws Problem for a view that fails, is no table, or takes too long */
async function tableOf(
  view: Registered<OwnView>,
  out: string,
  closing: AbortSignal,
  most: number,
): Promise<ViewTable> {
  const time = AbortSignal.timeout(most);
  const part = `the view '${view.name}'`;
  const guarded = guardPort<OwnView>(view.part, {
    part,
    checks: { show: (gave, where) => bounded(gave, where) },
  });
  const late = new Promise<never>((_, reject) => {
    const why = `${part} took more than ${most / 1000} seconds`;
    time.addEventListener('abort', () => reject(new Problem(504, why)), { once: true });
  });
  try {
    const signal = AbortSignal.any([time, closing]);
    const crawl = { out, events: () => readEvents(out), signal };
    // Begun later, so that somebody waits for the end of the time where the view fails at once.
    const shown = Promise.resolve().then(() => guarded.show(crawl));
    return await Promise.race([shown, late]);
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    throw new Problem(500, messageOf(thrown));
  }
}

/** A table within the limits, with as many cells in each row as there are columns. @throws PluginError where it is none */
function bounded(gave: ViewTable, where: string): ViewTable {
  const { data, error } = TABLE.safeParse(gave);
  if (error !== undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new PluginError(
      `${where} gave no table: ${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`,
    );
  }
  const { text, columns, rows } = data;
  const shown = rows.slice(0, MOST.rows).map((row) => columns.map((_, place) => cell(row[place])));
  const cut = rows.length > MOST.rows ? `the first ${MOST.rows} of ${rows.length} rows` : undefined;
  const said = [text === undefined ? undefined : beginning(text, MOST.text), cut].filter(
    (one) => one !== undefined,
  );
  return {
    columns: columns.map((column) => beginning(column, MOST.text)),
    rows: shown,
    ...(said.length === 0 ? {} : { text: said.join('; ') }),
  };
}

function cell(value: string | number = ''): string | number {
  return typeof value === 'number' ? value : beginning(value, MOST.text);
}

function beginning(text: string, most: number): string {
  return text.slice(0, cutAt(text, most));
}

import type { Rights } from '../../model/rights.js';
import { readUsage } from '../../support/text/usage-preferences.js';

/** A robots directive, and preferences of Content-Signal and of the drafts of IETF's AIPREF group. */
const NOT_FOR_LEARNING = ['noai', 'ai-train=no', 'train-ai=no', 'train-genai=no'];

/** Adds preferences to the statements of a page about its use. Of two about one category, the one that says no counts. */
export function withUsage(
  rights: Rights | undefined,
  headers: Readonly<Record<string, string>>,
  ofHost: readonly string[],
): Rights | undefined {
  const stated = [headers['content-usage'], headers['content-signal']].join(',');
  const said = [...ofHost, ...readUsage(stated)];
  const refused = new Set(said.filter((one) => one.endsWith('=no')));
  const allowed = said.filter((one) => !refused.has(one.replace(/=yes$/, '=no')));
  const usage = [...new Set([...refused, ...allowed])];
  return usage.length === 0 ? rights : { ...rights, usage };
}

/** The statement by which a page reserves text and data mining, or is not for machine learning; undefined without one. */
export function reservationIn({ tdmReserved, directives = [], usage = [] }: Rights = {}): string | undefined {
  if (tdmReserved === true) return 'text and data mining is reserved';
  const said = [...directives, ...usage].find((one) => NOT_FOR_LEARNING.includes(one));
  return said && `it says ${said}`;
}

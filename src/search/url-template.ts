/** What a template's places are filled with. */
export interface TemplateValues {
  readonly query: string;
  /** Which part of the result: 0, 1, … */
  readonly part: number;
  /** Hits that the parts before had. */
  readonly before: number;
  /** Hits wanted. */
  readonly count: number;
}

const PLACE = /\{([A-Za-z:]+)(\?)?\}/g;

/** Whether a template has such a place, optional or not. */
export function hasPlace(template: string, name: string): boolean {
  return [...template.matchAll(PLACE)].some(([, place]) => place === name);
}

/**
 * Fills an URL template of OpenSearch 1.1 (draft 6, section 4.5.4). Places that are not known are left empty, as the
 * specification asks of optional ones; a place that must be filled and is not known is left empty as well.
 *
 * @param offsets where the engine begins to count: attributes `indexOffset` and `pageOffset` of its description, each 1
 */
export function fillTemplate(
  template: string,
  { query, part, before, count }: TemplateValues,
  offsets: { readonly index: number; readonly page: number } = { index: 1, page: 1 },
): string {
  const values: Readonly<Record<string, string>> = {
    searchTerms: query,
    count: String(count),
    startIndex: String(before + offsets.index),
    startPage: String(part + offsets.page),
    language: '*',
    inputEncoding: 'UTF-8',
    outputEncoding: 'UTF-8',
  };
  return template.replace(PLACE, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Values for the parameters of a template. */
export interface TemplateValues {
  readonly query: string;
  /** Which part of the result: 0, 1, … */
  readonly part: number;
  /** Number of hits in earlier parts. */
  readonly before: number;
  /** Number of requested hits. */
  readonly count: number;
}

const PLACE = /\{([A-Za-z:]+)(\?)?\}/g;

/** Whether a template has this parameter, optional or not. */
export function hasPlace(template: string, name: string): boolean {
  return [...template.matchAll(PLACE)].some(([, place]) => place === name);
}

/**
 * Fills a URL template of OpenSearch 1.1 (draft 6, section 4.5.4). Unknown parameters are empty, as the specification requires
 * for optional ones.
 *
 * @param offsets where the engine starts counting: attributes `indexOffset` and `pageOffset` of its description, each 1
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

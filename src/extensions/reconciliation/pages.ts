import { escapeHtml } from '../../support/text/escapes.js';
import type { Entity, TopicType } from './entity-index.js';
import { PROPERTIES, propertyNamed, textsOf } from './properties.js';

/** An entity as a small page, for previews. */
export function entityPage(entity: Entity): string {
  const rows = PROPERTIES.flatMap(({ name, valuesOf }) =>
    valuesOf(entity).map((value) => [name, textsOf(value).at(-1) ?? ''] as const),
  );
  const cells = rows.map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${linked(text)}</dd>`).join('');
  const title = escapeHtml(entity.name);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><dl>${cells}</dl></body></html>\n`;
}

function linked(text: string): string {
  const shown = escapeHtml(text);
  return /^https?:\/\//i.test(text) ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown;
}

/** What is shown of an entity under the pointer. */
export function flyoutOf(
  kind: string,
  id: string,
  entity: Entity | undefined,
  types: readonly TopicType[],
): object {
  const text = flyoutText(kind, id, entity, types);
  return { id, html: text === undefined ? '' : `<p>${escapeHtml(text)}</p>` };
}

function flyoutText(
  kind: string,
  id: string,
  entity: Entity | undefined,
  types: readonly TopicType[],
): string | undefined {
  if (kind === 'entity') return entity && `${entity.name}: ${entity.meaning ?? 'not linked'}`;
  if (kind === 'property') return propertyNamed(id)?.description;
  const type = types.find((topic) => topic.id === id);
  return type && `topic ${type.name}`;
}

import { PREFIXES } from '../../model/vocabulary.js';
import { packageVersion } from '../../support/package-version.js';
import type { TopicType } from './entity-index.js';
import { MOST_QUERIES } from './queries.js';

/** Size of a preview, in pixels. */
const PREVIEW = { width: 400, height: 160 };

/**
 * The manifest of the service: version 0.2 of the Reconciliation API.
 * @param address of the service
 */
export function manifestOf(address: string, types: readonly TopicType[]): object {
  const suggest = (kind: string): object => ({
    service_url: address,
    service_path: `/suggest/${kind}`,
    flyout_service_url: address,
    flyout_service_path: `/flyout/${kind}?id=\${id}`,
  });
  return {
    versions: ['0.2'],
    name: `sfwc: ${types.map(({ name }) => name).join(', ') || 'no topics'}`,
    identifierSpace: `${PREFIXES.sfwc}Entity`,
    schemaSpace: PREFIXES.sfwc,
    serviceVersion: packageVersion(),
    defaultTypes: types,
    batchSize: MOST_QUERIES,
    view: { url: `${address}/view?id={{id}}` },
    preview: { url: `${address}/preview?id={{id}}`, ...PREVIEW },
    suggest: { entity: suggest('entity'), type: suggest('type'), property: suggest('property') },
    extend: {
      propose_properties: { service_url: address, service_path: '/properties' },
      property_settings: [],
    },
  };
}

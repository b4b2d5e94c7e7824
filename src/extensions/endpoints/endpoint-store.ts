import type { StoreKind } from '../../knowledge/places/store.js';
import { connectEndpoint, endpointOptions, openEndpoint } from './connect.js';
import { createSparqlEndpoint } from './sparql-endpoint.js';

/** Opens SPARQL endpoints by their addresses. */
export const endpointStore: StoreKind = {
  open: (address, { settings, warn }) => openEndpoint(address, settings, warn),
  openTopic: (address, { settings, warn }) => connectEndpoint(address, settings, warn),
  openService: (address, { settings, ...http }) =>
    createSparqlEndpoint({ ...endpointOptions(address, settings), ...http, dataset: 'endpoint' }),
};

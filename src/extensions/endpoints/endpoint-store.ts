import type { StoreKind } from '../../knowledge/places/store.js';
import { connectEndpoint, openEndpoint } from './connect.js';

/** Opens SPARQL endpoints by their addresses. */
export const endpointStore: StoreKind = {
  open: (address, { settings, warn }) => openEndpoint(address, settings, warn),
  openTopic: (address, { settings, warn }) => connectEndpoint(address, settings, warn),
};

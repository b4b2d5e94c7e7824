import { filePlace } from './file-place.js';
import type { Place } from './place.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { storePlace } from './store-place.js';
import { schemeOf } from './stores.js';

/**
 * The place that a user wrote: what begins with a scheme, such as `https://`, is an address, all else a folder or file.
 * @param settings how an address is opened
 * @param warn called with requests that are repeated, and answers that are cut off
 */
export function parsePlace(
  written: string,
  settings: EndpointSettings = {},
  warn?: (message: string) => void,
): Place {
  return schemeOf(written) === undefined ? filePlace(written) : storePlace(written, settings, warn);
}

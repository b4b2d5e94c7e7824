import { endpointPlace } from './endpoint-place.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { filePlace } from './file-place.js';
import type { Place } from './place.js';

/**
 * The place that a user wrote: what begins with `http://` or `https://` is an endpoint, all else a folder or file.
 * @param settings how an endpoint is used
 * @param warn told of requests to an endpoint that are repeated, and of answers that it cuts off
 */
export function parsePlace(
  written: string,
  settings: EndpointSettings = {},
  warn?: (message: string) => void,
): Place {
  return /^https?:\/\//i.test(written) ? endpointPlace(written, settings, warn) : filePlace(written);
}

import { endpointFields, json } from '../../../app/settings/common.js';

/** Settings of `sfwc kb info`. */
export const kbInfoFields = {
  json,
  ...endpointFields,
} as const;

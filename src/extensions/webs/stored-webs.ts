import type { StoredWebsPort } from '../../web/stored/stored-webs-port.js';
import { openArchives, openWeb } from './open-web.js';
import { serveWeb } from './web-server.js';

/** Webs in files. */
export const storedWebs: StoredWebsPort = { openWeb, openArchives, serveWeb };

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import path from 'node:path';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { addPageParts } from '../page-files.js';
import { Problem } from '../problem.js';
import { textPagePolicy } from '../request-guard.js';
import type { ArchivedPage } from './archived-page.js';
import type { ExportedFile } from './exports.js';
import { apiPage, openApiDocument } from './openapi.js';
import { addOperations, type DescribedOperation } from './operation.js';
import { workbenchOperations } from './operations.js';
import { ROOM_OPERATIONS } from './room-operations.js';
import type { Workbench } from './workbench.js';

/** The page's files next to this file, put there by the build. */
const FOLDER = path.join(import.meta.dirname, 'page');
/** Path under which tickets are shown. */
export const FILES = '/files';

const SELF: DescribedOperation = {
  ...{ method: 'get', path: '/api', tag: 'folder', open: true },
  summary: 'This description, in OpenAPI 3.1; for a browser, as a page.',
};

/** The description of the API: of the control room's part, and of the workbench's where there is one. */
export function addApiDescription(app: Hono, bench: Workbench | undefined): void {
  const described = [SELF, ...ROOM_OPERATIONS, ...(bench === undefined ? [] : workbenchOperations(bench))];
  app.get('/api', textPagePolicy(), (context) => {
    const wantsPage = (context.req.header('accept') ?? '').includes('text/html');
    return wantsPage ? context.html(apiPage(described)) : context.json(openApiDocument(described));
  });
}

/** The parts of the page that the workbench adds to the control room's; without a workbench, it shows none of them. */
export function addWorkbenchPage(app: Hono): void {
  addPageParts(app, { folder: FOLDER, at: '/workbench/page' });
}

/** The operations of the workbench, and what its tickets open. */
export function addWorkbenchRoutes(app: Hono, bench: Workbench): void {
  addOperations(app, workbenchOperations(bench));
  app.get(`${FILES}/:ticket`, archivedPagePolicy(), (context) => {
    const ticketed = bench.tickets.find(context.req.param('ticket'));
    if (ticketed === undefined)
      throw new Problem(404, 'this address is not good any more; open the page or the file again');
    return ticketed.kind === 'file' ? download(context, ticketed.file) : show(ticketed.page);
  });
}

/** Pages that are shown run no scripts, load nothing and send nothing, whatever is in them. */
function archivedPagePolicy(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ['data:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'self'"],
      sandbox: [],
    },
    xFrameOptions: false,
    strictTransportSecurity: false,
  });
}

function download(context: Context, { file, name, type, bytes }: ExportedFile): Response {
  context.header('content-type', type);
  context.header('content-length', String(bytes));
  context.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  return context.body(Readable.toWeb(createReadStream(file)) as ReadableStream);
}

/** Anything but HTML and text is shown as text, so that the browser does not run or save it. */
function show({ body, contentType }: ArchivedPage): Response {
  const isShown = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(contentType);
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': isShown ? contentType.replace(/[^\x20-\x7e]/g, '') : 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

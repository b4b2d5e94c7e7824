import type { FeatureModule } from '../../app/crawl/feature-module.js';
import type { CrawlSettings } from '../../app/settings/settings.js';
import { createAside } from '../../crawling/engine/crawl-context.js';
import type { ConvertedResponse, Unconverted } from '../../crawling/engine/feature.js';
import type { FetchedResponse, ResponseHead } from '../../model/crawl-event.js';
import { DOCUMENT_LIMITS } from '../../model/document-html.js';
import { DOCUMENT_KINDS, type DocumentKind } from '../../model/page-reading.js';
import type { Logger } from '../../support/logger.js';
import { missingPackage } from '../../support/optional-packages.js';
import { documentKind, mayBeDocument } from './document-kind.js';
import { DOCUMENTS_AT_ONCE, openDocumentThreads, type DocumentThreads } from './document-threads.js';

/** The packages that kinds need and an installation may leave out. */
const PACKAGES = { pdf: 'unpdf', docx: 'mammoth' } as const;

/** Reads documents that are not HTML, as HTML that is made of them. */
export const documents: FeatureModule = {
  open(settings, { logger }, own) {
    const threads = own(openDocumentThreads({ ...DOCUMENT_LIMITS, seconds: 30, memory: 256 }));
    const kinds = readableKinds(settings, logger);
    return {
      name: 'documents',
      begin(context) {
        const { untimed = <T>(work: Promise<T>): Promise<T> => work } = context.deps;
        // Those that wait for a thread hold their bodies, so that not any number of them may.
        const aside = createAside(DOCUMENTS_AT_ONCE, context);
        const run = async (
          response: FetchedResponse,
        ): Promise<ConvertedResponse | Unconverted | undefined> => {
          const found = documentKind(response, kinds);
          if (found === undefined) return undefined;
          if ('why' in found) return { state: 'skipped', code: 'not-html', message: found.why };
          return aside(() => untimed(converted(found.kind, response, threads)));
        };
        const maxBytes = (head: ResponseHead) =>
          mayBeDocument(head, kinds) ? DOCUMENT_LIMITS.bytes : undefined;
        return { convert: (head) => ({ maxBytes: maxBytes(head), run }) };
      },
    };
  },
};

/** The kinds that the settings name and whose packages are installed. */
function readableKinds({ documents: chosen }: CrawlSettings, logger: Logger): ReadonlySet<DocumentKind> {
  const kinds = chosen.filter((choice) => choice !== 'none');
  return new Set(
    kinds.filter((kind) => {
      const missing = kind === 'pdf' || kind === 'docx' ? missingPackage(PACKAGES[kind]) : undefined;
      if (missing !== undefined) logger.info(`${DOCUMENT_KINDS[kind]} is not read: ${missing.message}`);
      return missing === undefined;
    }),
  );
}

async function converted(
  kind: DocumentKind,
  { url, body, headers }: FetchedResponse,
  threads: DocumentThreads,
): Promise<ConvertedResponse | Unconverted> {
  const result = await threads.read({ kind, body, url, contentType: headers['content-type'] ?? '' });
  if (!('code' in result)) return { body: result.html, reading: result.reading, source: body };
  const { code, message } = result;
  const state = code === 'unreadable' ? 'failed' : 'skipped';
  return { state, code, message: `${DOCUMENT_KINDS[kind]}: ${message}` };
}

import type { DescribedResponse } from '../../../crawling/engine/feature.js';
import type { PageMetadata } from '../../../model/page-metadata.js';

/** Protocol of the thread that reads what pages say of themselves. */
export interface DescribeProtocol {
  readonly data: undefined;
  readonly ready: undefined;
  readonly tasks: { readonly read: (page: Omit<DescribedResponse, 'page'>) => PageMetadata };
  readonly calls: Readonly<Record<string, never>>;
}

import { z } from 'zod';
import { DOCUMENT_KINDS, type DocumentKind } from '../../model/page-reading.js';
import { field, grouped } from '../../support/settings/field.js';

/** No documents are read, or those of these kinds. */
const DOCUMENT_CHOICES = ['none', ...(Object.keys(DOCUMENT_KINDS) as DocumentKind[])] as const;

/** Which documents besides HTML a crawl reads, and how far. */
export const documentFields = grouped('Options of documents', {
  documents: field(
    z
      .array(z.enum(DOCUMENT_CHOICES))
      .min(1)
      .refine((chosen) => chosen.length === 1 || !chosen.includes('none'), {
        message: 'none cannot be given together with kinds of documents',
      })
      .default(['pdf', 'docx', 'odt', 'epub', 'text', 'markdown']),
    {
      help: 'documents that are read besides HTML: none, or some of pdf, docx, odt, epub, text, markdown',
      placeholder: 'LIST',
      written: 'list',
    },
  ),
  documentBytes: field(z.number().int().min(1024).max(1_000_000_000).default(20_000_000), {
    noOption: true,
    help: 'maximum size of a document in bytes, and of what is unpacked from it',
    placeholder: 'N',
    written: 'number',
  }),
  documentPages: field(z.number().int().min(1).max(100_000).default(200), {
    noOption: true,
    help: 'number of pages of a PDF that are read, from the first one on',
    placeholder: 'N',
    written: 'number',
  }),
  documentSeconds: field(z.number().min(0.1).max(600).default(30), {
    noOption: true,
    help: 'time limit for reading a document, in seconds',
    placeholder: 'S',
    written: 'number',
  }),
  documentMemory: field(z.number().int().min(32).max(8192).default(256), {
    noOption: true,
    help: 'maximum memory in MB of the thread that reads documents',
    placeholder: 'MB',
    written: 'number',
  }),
});

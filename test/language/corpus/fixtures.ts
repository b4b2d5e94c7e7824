import JSZip from 'jszip';

/** A link of a PDF: the number of its page from 0 on, the rectangle that it covers, where it leads. */
export interface PdfLinkFixture {
  readonly page: number;
  readonly rect: readonly [left: number, bottom: number, right: number, top: number];
  readonly url: string;
}

/** A PDF of plain lines: each page is a list of `[x, y, size, text]`. */
export function makePdf(
  pages: readonly (readonly (readonly [x: number, y: number, size: number, text: string])[])[],
  options: {
    readonly title?: string;
    readonly encrypted?: boolean;
    readonly links?: readonly PdfLinkFixture[];
  } = {},
): Buffer {
  const annotations = (page: number): string => {
    const own = (options.links ?? []).filter((link) => link.page === page);
    const each = own.map(
      ({ rect, url }) =>
        `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /A << /S /URI /URI (${url}) >> >>`,
    );
    return each.length === 0 ? '' : ` /Annots [${each.join(' ')}]`;
  };
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map(
        ([x, y, size, text]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      );
      const stream = shown.join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >>${annotations(index)} >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
    `<< /Title (${options.title ?? ''}) >>`,
  ];
  const information = objects.length;
  const secret = `<${'ab'.repeat(32)}>`;
  if (options.encrypted === true)
    objects.push(`<< /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >>`);
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  const encrypt = options.encrypted === true ? ` /Encrypt ${objects.length} 0 R` : '';
  const id = `[<${'cd'.repeat(16)}> <${'cd'.repeat(16)}>]`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${information} 0 R /ID ${id}${encrypt} >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** A PDF of one page, whose content is a stream of bytes. @param dictionary what the stream says of itself, such as its filters */
export function makePdfOfStream(stream: Buffer, dictionary: string): Buffer {
  const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< ${page} /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${stream.length} ${dictionary} >>\nstream\n${stream.toString('latin1')}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

export function makeZip(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(parts)) zip.file(name, content);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document of paragraphs `[style, text]`. */
export function makeDocx(
  paragraphs: readonly (readonly [style: string, text: string])[],
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const body = paragraphs
    .map(
      ([style, text]) =>
        `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`,
    )
    .join('');
  const styles = ['Title', 'Heading 1', 'Normal']
    .map(
      (name) =>
        `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name}"/></w:style>`,
    )
    .join('');
  return makeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/_rels/document.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    'word/styles.xml': `<w:styles xmlns:w="${W}">${styles}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

/** A book of chapters as XHTML bodies. */
export function makeEpub(
  chapters: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const manifest = chapters
    .map(
      (_, index) =>
        `<item id="c${index}" href="text/c%20${index}.xhtml" media-type="application/xhtml+xml"/>`,
    )
    .join('');
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('');
  const texts = chapters.map((body, index): [string, string] => [
    `OEBPS/text/c ${index}.xhtml`,
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`,
  ]);
  return makeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Pancreas</dc:title><dc:language>en_us</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${manifest}</manifest><spine><itemref idref="nav"/>${spine}</spine></package>`,
    'OEBPS/nav.xhtml': '<html><body><nav>Contents</nav></body></html>',
    ...Object.fromEntries(texts),
    ...more,
  });
}

/** An OpenDocument text of the content of its `office:text`. */
export function makeOdt(content: string, more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const names = ['office', 'text', 'style', 'table', 'meta'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const spaces = `${names.join(' ')} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"`;
  const zip = new JSZip();
  zip.file('mimetype', 'application/vnd.oasis.opendocument.text', { compression: 'STORE' });
  const parts = {
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces}><office:automatic-styles><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/></office:automatic-styles><office:body><office:text>${content}</office:text></office:body></office:document-content>`,
    ...more,
  };
  for (const [name, part] of Object.entries(parts)) zip.file(name, part);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

/** A WARC record; the block's length is as it is unless stated. */
export function warcRecord(
  fields: Readonly<Record<string, string>>,
  block: string | Buffer,
  length?: number,
): Buffer {
  const body = Buffer.from(block);
  const header = Object.entries({ ...fields, 'Content-Length': String(length ?? body.length) })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${header}\r\n`), body, Buffer.from('\r\n\r\n')]);
}

/** A response as WARC keeps it. */
export function warcResponse(
  url: string,
  body: string | Buffer,
  options: { readonly status?: string; readonly headers?: string; readonly date?: string } = {},
): Buffer {
  const {
    status = '200 OK',
    headers = 'Content-Type: text/html; charset=utf-8',
    date = '2024-01-01T00:00:00Z',
  } = options;
  const http = Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`), Buffer.from(body)]);
  return warcRecord(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': url,
      'WARC-Date': date,
      'Content-Type': 'application/http; msgtype=response',
    },
    http,
  );
}

import { describe, expect, it } from '@jest/globals';
import { jsonItems } from '../../../../src/extensions/publish/metadata/page-metadata.js';
import { MARKUP_LIMITS, readMarkup } from '../../../../src/extensions/publish/metadata/markup.js';

describe('readMarkup', () => {
  it('keeps a bounded part of a page that was made to be large', () => {
    const html =
      `<meta name="a" content="b">`.repeat(5_000) +
      `<time datetime="2024-01-01">${'x'.repeat(2_000)}</time>`.repeat(2_000) +
      '<script type="application/ld+json">{}</script>'.repeat(200) +
      '<div class="date">'.repeat(900);
    const { metas, marked, data } = readMarkup(html);
    expect(metas).toHaveLength(MARKUP_LIMITS.elements);
    expect(marked).toHaveLength(MARKUP_LIMITS.elements);
    expect(marked[0]?.text).toHaveLength(MARKUP_LIMITS.text);
    expect(data).toHaveLength(MARKUP_LIMITS.scripts);
  });

  it('keeps scripts of data, and no others', () => {
    const html =
      '<script type="application/ld+json; charset=utf-8">{"a":"<b>"}</script><script>1 < 2</script><div><p><b>x';
    expect(readMarkup(html)).toMatchObject({ data: ['{"a":"<b>"}'] });
  });
});

describe('jsonItems', () => {
  it('puts the article before the page and the video, wherever they stand', () => {
    const script = JSON.stringify({
      '@graph': [
        { '@type': 'VideoObject' },
        { '@type': 'WebPage', mainEntity: { '@type': ['http://schema.org/BlogPosting'] } },
      ],
    });
    expect(jsonItems([script]).items.map((item) => item['@type'])).toEqual([
      ['http://schema.org/BlogPosting'],
      'WebPage',
      'VideoObject',
    ]);
  });

  it('has none of what is not JSON, and ends in one that is very deep', () => {
    expect(jsonItems(['{"@type":', '[]', 'null']).items).toEqual([]);
    expect(jsonItems([`${'['.repeat(5_000)}${']'.repeat(5_000)}`]).items).toEqual([]);
    const hidden = ['<!-- {"@type":"Article"} -->', '//<![CDATA[\n{"@type":"Recipe"}\n//]]>'];
    expect(jsonItems(hidden).items).toHaveLength(2);
  });
});

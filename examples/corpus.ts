/**
 * A corpus of your own that is not in files: the last posts of a Mastodon account. Where a source is expected, name it and an address.
 *
 *     sfwc build mastodon:mastodon.social/@Gargron --kb kb --topic fediverse --plugin ./corpus.js
 */
import { InputError } from 'sfwc';
import { definePlugin, type OwnDocument } from 'sfwc/parts';

interface Post {
  readonly id: string;
  readonly url: string;
  readonly content: string;
  readonly language: string | null;
}

export default definePlugin({
  corpora: {
    mastodon: {
      async *read(address, signal): AsyncGenerator<OwnDocument> {
        const [host = '', account = ''] = address.split('/@');
        const get = async (path: string): Promise<unknown> => {
          const response = await fetch(`https://${host}/api/v1/accounts/${path}`, { signal: signal ?? null });
          if (!response.ok) throw new InputError(`${host} answers ${response.status} for @${account}`);
          return response.json();
        };
        const { id } = (await get(`lookup?acct=${encodeURIComponent(account)}`)) as { readonly id: string };
        for (const post of (await get(`${id}/statuses?limit=40&exclude_reblogs=true`)) as readonly Post[])
          yield {
            id: post.id,
            text: post.content.replaceAll(/<[^>]+>/g, ' '),
            sourceUrl: post.url,
            ...(post.language === null ? {} : { language: post.language }),
          };
      },
    },
  },
});

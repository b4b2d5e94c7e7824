import { parseUrl } from '../../support/parse-url.js';

/** Services that count visits, show advertisements or replay sessions: their scripts bring no text. */
const TRACKERS: ReadonlySet<string> = new Set([
  ...['google-analytics.com', 'googletagmanager.com', 'googletagservices.com', 'googlesyndication.com'],
  ...['doubleclick.net', 'googleadservices.com', 'adservice.google.com', 'connect.facebook.net'],
  ...['facebook.com', 'hotjar.com', 'clarity.ms', 'bat.bing.com', 'segment.com', 'segment.io'],
  ...['mixpanel.com', 'amplitude.com', 'heapanalytics.com', 'fullstory.com', 'mouseflow.com'],
  ...['nr-data.net', 'newrelic.com', 'sentry.io', 'bugsnag.com', 'datadoghq.com', 'optimizely.com'],
  ...['scorecardresearch.com', 'quantserve.com', 'chartbeat.com', 'chartbeat.net', 'parsely.com'],
  ...['criteo.com', 'criteo.net', 'taboola.com', 'outbrain.com', 'amazon-adsystem.com', 'adnxs.com'],
  ...['pubmatic.com', 'rubiconproject.com', 'openx.net', 'moatads.com', 'adsrvr.org', 'matomo.cloud'],
  ...['plausible.io', 'stats.wp.com', 'pixel.wp.com', 'cloudflareinsights.com', 'snap.licdn.com'],
  ...['ads-twitter.com', 'analytics.tiktok.com', 'mc.yandex.ru', 'intercom.io', 'hs-analytics.net'],
]);

/** True if an address is that of a well-known tracker, or of a host below it. */
export function isTracker(url: string): boolean {
  const labels = (parseUrl(url)?.hostname ?? '').split('.');
  return labels.some((_, at) => TRACKERS.has(labels.slice(at).join('.')));
}

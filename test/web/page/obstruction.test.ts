import { expect, it } from '@jest/globals';
import { obstructionOf } from '../../../src/web/page/obstruction.js';
import { createPageReader } from '../../../src/web/page/reader.js';

const PROSE = 'The honey bee lives in a hive with its queen, and in spring the swarm leaves it. ';
const ARTICLE = `<article>${PROSE.repeat(15)}</article>`;
const CHECK = '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>';
const FORM = '<form><input name=user><input type="password"></form>';
const WE = '<p>We and our partners use cookies to process personal data. Your privacy matters.';
const HUMAN = 'Verify you are human, it says, and the reader waits. ';

const ANSWERS: readonly (readonly [string, string, number?, string?, Readonly<Record<string, string>>?])[] = [
  ['challenged', PROSE.repeat(20), 200, '/', { 'cf-mitigated': 'challenge' }],
  ['challenged', '', 405, '/', { 'x-amzn-waf-action': 'captcha' }],
  ['challenged', CHECK, 403],
  ['challenged', '<script src="https://ct.captcha-delivery.com/c.js"></script>', 429],
  ['challenged', `<title>Hold on</title>Verifying you are human${CHECK}`],
  ['challenged', '<title>Just a moment...</title><p>Enable JavaScript and cookies to continue'],
  ['challenged', '<p>Please enable cookies.'],
  ['login', `<h1>Sign in</h1>${FORM}`],
  ['login', `${FORM}Members`, 200, '/login?next=/article'],
  ['login', `<h1>Anmelden</h1>${FORM}`],
  ['consent', '<p>Before you continue<button>Accept all</button>', 200, 'https://consent.example.com/m'],
  ['consent', `${WE}</p><button>I agree</button>`],
  ['nothing', `<title>Just a moment: how bot checks work</title><article>${HUMAN.repeat(30)}</article>`],
  ['nothing', ARTICLE + CHECK],
  ['nothing', `<p>${PROSE}${CHECK}`],
  ['nothing', `${ARTICLE}<form>Log in${FORM}</form>`],
  ['nothing', `${ARTICLE}${ARTICLE.replaceAll('queen', 'drone')}${WE}<button>Accept all</button>`],
  ['nothing', '<h1>Forbidden</h1>', 403],
  ['nothing', '<title>Access denied</title>', 404],
];

it.each(ANSWERS)(
  'an answer in place of a page is %s: %s',
  (wanted, html, status = 200, path = '/', headers = {}) => {
    const url = new URL(path, 'https://bees.example/').href;
    const response = { url, status, headers, body: Buffer.from(html) };
    const page = status === 200 ? createPageReader().read(response.body, url, 'text/html') : undefined;
    const found = obstructionOf(response) ?? (page && obstructionOf(response, page));
    expect(found ?? 'nothing').toBe(wanted);
  },
);

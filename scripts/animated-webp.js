/**
 * Screenshots as WebP without loss, by ImageMagick: single ones, and a moving one. For pages of text, these are less than half as
 * large as PNG, and a moving picture needs no player.
 */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';

/** Bytes of the parts of a WebP file: https://developers.google.com/speed/webp/docs/riff_container */
const [ALPHA_FLAG, ANIMATION_FLAG] = [0x10, 0x02];

/** @param {import('playwright-core').Browser} browser */
export async function openEncoder(browser) {
  const page = await browser.newPage();
  return {
    /** A screenshot (PNG). */
    still: encoded,
    /** @param frames screenshots of one size, each with the milliseconds for which it is shown */
    moving: (frames) => moving(page, frames),
    close: () => page.close(),
  };
}

/** @throws Error if ImageMagick is not installed or cannot write WebP */
function encoded(png) {
  const options = ['-define', 'webp:lossless=true', '-define', 'webp:method=6'];
  return execFileSync('convert', ['png:-', ...options, 'webp:-'], { input: png });
}

/** Frames that show nothing new lengthen the one before; the others hold only what has changed. */
async function moving(page, frames) {
  const kept = [];
  for (const { png, milliseconds } of frames) {
    const found = await page.evaluate(changeOf, png.toString('base64'));
    if (found === undefined) kept.at(-1).milliseconds += milliseconds;
    else kept.push({ ...found, milliseconds });
  }
  await page.evaluate(() => delete globalThis.before);
  const [{ width, height }] = kept;
  const header = chunk(
    'VP8X',
    Buffer.concat([Buffer.from([ALPHA_FLAG | ANIMATION_FLAG, 0, 0, 0]), int24(width - 1), int24(height - 1)]),
  );
  // No background, repeated for ever.
  const animation = chunk('ANIM', Buffer.alloc(6));
  const body = Buffer.concat([Buffer.from('WEBP'), header, animation, ...kept.map(frameChunk)]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

function frameChunk({ x, y, width, height, milliseconds, png }) {
  const image = pictureChunks(encoded(Buffer.from(png, 'base64')));
  const place = [x / 2, y / 2, width - 1, height - 1, Math.round(milliseconds)].map(int24);
  return chunk('ANMF', Buffer.concat([...place, Buffer.from([0]), image]));
}

/** The parts of a WebP file that are its picture. */
function pictureChunks(file) {
  const parts = [];
  for (let at = 12; at < file.length;) {
    const next = at + 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(file.toString('latin1', at, at + 4)))
      parts.push(file.subarray(at, next));
    at = next;
  }
  return Buffer.concat(parts);
}

function chunk(name, content) {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

function int24(value) {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

/**
 * Runs in the page: the rectangle that differs from the last picture, with the pixels that do not as transparent ones;
 * undefined where nothing differs. Its corner has even coordinates, as the format needs it.
 */
async function changeOf(png) {
  const { createImageBitmap, fetch, OffscreenCanvas, FileReader } = globalThis;
  const bytes = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const picture = await createImageBitmap(bytes);
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const image = context.getImageData(0, 0, width, height);
  const now = new Uint32Array(image.data.buffer);
  const { before } = globalThis;
  globalThis.before = now.slice();
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at += 1) {
    if (before !== undefined && before[at] === now[at]) {
      now[at] = 0;
      continue;
    }
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (right < 0) return undefined;
  [left, top] = [left - (left % 2), top - (top % 2)];
  const part = new OffscreenCanvas(right - left + 1, bottom - top + 1);
  part.getContext('2d').putImageData(image, -left, -top);
  const blob = await part.convertToBlob({ type: 'image/png' });
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
  return { x: left, y: top, width: part.width, height: part.height, png: url.split(',')[1] };
}

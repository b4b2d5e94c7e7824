/** The largest window that a decoder on the Web has to grant (RFC 9659, section 3): 8 MB. */
export const MAX_ZSTD_WINDOW = 8 * 1024 * 1024;

/** Frames, and blocks, of a body: the decoder takes a while for each, also for empty ones. Servers send few. */
const [MAX_FRAMES, MAX_BLOCKS] = [100, 20_000];

/** The frames of a Zstandard body. */
export interface ZstdFrames {
  /** Bytes of the largest window that one of them asks for. */
  readonly window: number;
  /** False where the last one breaks off. */
  readonly isWhole: boolean;
}

/**
 * Walks through the frames of a Zstandard body without decompressing it (RFC 8878, section 3.1). A decoder allocates the window
 * before it has seen a block: a frame of ten bytes may ask for gigabytes.
 *
 * @returns undefined where the body is not a sequence of frames, or has too many of them
 */
export function zstdFrames(body: Uint8Array): ZstdFrames | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let window = 0;
  let at = 0;
  let frames = 0;
  const left = { blocks: MAX_BLOCKS };
  try {
    for (; at < body.length; frames += 1) {
      if (frames === MAX_FRAMES) return undefined;
      const magic = view.getUint32(at, true);
      if (magic >>> 4 === 0x184d2a5) {
        at += 8 + view.getUint32(at + 4, true);
      } else if (magic === 0xfd2fb528) {
        const frame = frameHeader(view, at + 4);
        window = Math.max(window, frame.window);
        at = afterBlocks(view, frame.end, left) + (frame.checksum ? 4 : 0);
        if (left.blocks < 0) return undefined;
      } else return undefined;
    }
    return { window, isWhole: at === body.length };
  } catch {
    // A field that lies behind the end.
    return { window, isWhole: false };
  }
}

function frameHeader(
  view: DataView,
  start: number,
): { readonly window: number; readonly end: number; readonly checksum: boolean } {
  const descriptor = view.getUint8(start);
  const singleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (singleSegment ? 1 : 0) : 1 << sizeFlag;
  const sizeAt = start + (singleSegment ? 1 : 2) + dictionaryBytes;
  const window = singleSegment ? contentSize(view, sizeAt, sizeBytes) : windowOf(view.getUint8(start + 1));
  return { window, end: sizeAt + sizeBytes, checksum: (descriptor & 4) !== 0 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  if (bytes === 4) return view.getUint32(at, true);
  return Number(view.getBigUint64(at, true));
}

/** The place behind the last block of a frame, or behind the last that may be there. */
function afterBlocks(view: DataView, start: number, left: { blocks: number }): number {
  let at = start;
  for (;;) {
    left.blocks -= 1;
    if (left.blocks < 0) return at;
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    // A block of type 1 repeats one byte.
    at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
}

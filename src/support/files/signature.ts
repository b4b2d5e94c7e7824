function beginsWith(bytes: Uint8Array, begin: readonly number[]): boolean {
  return begin.every((byte, index) => bytes[index] === byte);
}

export function isGzip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x1f, 0x8b]);
}

/** True for the first bytes of a ZIP archive, which .docx and .epub are. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 3, 4]);
}

/** True when a PDF begins within the first kilobyte, as readers of PDF allow. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

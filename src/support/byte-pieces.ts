/** Bytes in pieces of at most so many. */
export function* bytePieces(bytes: Uint8Array, most: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += most) yield bytes.subarray(at, at + most);
}

/** The length of the beginning of a text of at most so many code units that does not end within a surrogate pair. */
export function cutAt(text: string, most: number): number {
  const length = Math.min(text.length, most);
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

/** A text in pieces of at most so many code units, at least 2; surrogate pairs are not split. Joined they are the text. */
export function* piecesOf(text: string, most: number): Generator<string> {
  let begin = 0;
  while (text.length - begin > most) {
    const piece = text.slice(begin, begin + most);
    const end = begin + cutAt(piece, most);
    yield text.slice(begin, end);
    begin = end;
  }
  if (begin < text.length) yield text.slice(begin);
}

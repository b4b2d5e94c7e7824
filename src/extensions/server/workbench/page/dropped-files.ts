/** A file that was dropped or chosen, under its name or its path in a folder. */
export interface NamedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Files that are taken at once. */
const MAX = 20_000;

/** Calls with the files that are dropped on an element, those in folders included. */
export function filesDropped(element: HTMLElement, take: (files: readonly NamedFile[]) => void): void {
  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    const { items, files } = event.dataTransfer ?? { items: undefined, files: [] };
    const entries = [...(items ?? [])]
      .map((item) => item.webkitGetAsEntry())
      .filter((entry) => entry !== null);
    if (entries.length === 0) take([...files].map((file) => ({ name: file.name, file })));
    else
      void Promise.all(entries.map((entry) => filesOf(entry, ''))).then((found) =>
        take(found.flat().slice(0, MAX)),
      );
  });
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<readonly NamedFile[]> {
  const name = `${folder}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  // A reader gives a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || found.length > MAX) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((below) => filesOf(below, `${name}/`)))).flat();
}

/** Requests to the worker that holds a page's journal. */
export type JournalRequest =
  | { readonly id: number; readonly is: 'open'; readonly folder: readonly string[]; readonly files: readonly string[] }
  | { readonly id: number; readonly is: 'append' | 'begin'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly is: 'empty'; readonly files: readonly string[] };

/** Null: done and on disk. */
export interface JournalAnswer {
  readonly id: number;
  readonly failure: string | null;
}

interface JournalFile {
  readonly handle: FileSystemSyncAccessHandle;
  size: number;
}

/** Two files, so that one is always whole during a rewrite. The first is in use. */
let files: JournalFile[] = [];
let folder: FileSystemDirectoryHandle | null = null;
/** Requests run in order, also while the files are opening. */
let last: Promise<void> = Promise.resolve();

async function open(path: readonly string[], names: readonly string[]): Promise<void> {
  let directory = await navigator.storage.getDirectory();
  for (const part of path) directory = await directory.getDirectoryHandle(part, { create: true });
  folder = directory;
  for (const name of names) {
    const file = await directory.getFileHandle(name, { create: true });
    const handle = await file.createSyncAccessHandle();
    files.push({ handle, size: handle.getSize() });
  }
}

/** All or nothing: half a line would stand before every later one. */
function write(file: JournalFile, bytes: Uint8Array<ArrayBuffer>): void {
  try {
    const written = file.handle.write(bytes, { at: file.size });
    if (written !== bytes.length) throw new Error('QuotaExceeded: the journal took half a line');
    file.handle.flush();
    file.size += bytes.length;
  } catch (thrown) {
    file.handle.truncate(file.size);
    throw thrown;
  }
}

function empty(file: JournalFile): void {
  file.handle.truncate(0);
  file.handle.flush();
  file.size = 0;
}

function begin(bytes: Uint8Array<ArrayBuffer>): void {
  const [full, fresh] = files;
  if (!full || !fresh) throw new Error('The journal is not open');
  empty(fresh);
  write(fresh, bytes);
  files = [fresh, full];
  empty(full);
}

/**
 * Empties files that are about to be removed. Chromium keeps account of what is removed and not of what such a handle wrote: removed full, they
 * take the account below nothing, which it reads as four gigabytes at its next start (decision 0027).
 */
async function emptyAll(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = await folder?.getFileHandle(name).catch(() => null);
    const handle = await file?.createSyncAccessHandle().catch(() => null);
    try {
      handle?.truncate(0);
    } finally {
      // An open handle would keep the file from being removed.
      handle?.close();
    }
  }
}

async function act(request: JournalRequest): Promise<void> {
  if (request.is === 'open') return open(request.folder, request.files);
  if (request.is === 'empty') return emptyAll(request.files);
  const [file] = files;
  if (!file) throw new Error('The journal is not open');
  if (request.is === 'begin') begin(request.bytes);
  else write(file, request.bytes);
}

addEventListener('message', ({ data }: MessageEvent<JournalRequest>) => {
  last = last.then(async () => {
    const failure = await act(data).then(
      () => null,
      (thrown: unknown) => String(thrown),
    );
    postMessage({ id: data.id, failure } satisfies JournalAnswer);
  });
});

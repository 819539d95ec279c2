import { useEffect, useState } from 'react';
import { useSession } from '#platform';
import { useOnce } from '#forms';
import { callFailureOf } from '#session/ask.ts';

function fileIn(body: unknown): Blob | null {
  const { file } = body as { readonly file?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } };
  return file ? new Blob([file.bytes], { type: file.type }) : null;
}

/** A file and its object URL, revoked once unused. */
interface Fetched {
  readonly file: Blob;
  readonly url: string;
}

/** Fetches on demand, as each look is logged; by the session, as a plain URL has no token. */
export function useFetchedFile(path: string) {
  const { session } = useSession();
  const [fetched, setFetched] = useState<Fetched | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const url = fetched?.url ?? null;
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
  const get = useOnce(async () => {
    const reply = await session.call({ method: 'GET', path });
    const found = reply.outcome === 'answer' ? fileIn(reply.body) : null;
    setFailed(found ? null : callFailureOf(reply).message);
    if (found) setFetched({ file: found, url: URL.createObjectURL(found) });
  });
  return { fetched, busy: get.busy, failed, get: get.run };
}

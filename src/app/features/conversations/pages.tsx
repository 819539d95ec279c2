import { useEffect, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { useSession } from '#platform';
import { ask, type CallFailure } from '#session/ask.ts';
import { Button, Notice, Skeleton } from '#ui';

const perPage = '50';

interface Pages<A> {
  readonly pages: readonly A[];
  readonly failed: CallFailure | null;
  readonly busy: boolean;
  /** Next page, or retry. */
  readonly more: () => void;
  readonly hasMore: boolean;
}

/** A paged list of the server (wire.md, lists that can grow). */
export function usePages<E extends Endpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>> = {},
): Pages<E['answer']['_zod']['output']> {
  const { session } = useSession();
  const [pages, setPages] = useState<readonly E['answer']['_zod']['output'][]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [failed, setFailed] = useState<CallFailure | null>(null);
  const [busy, setBusy] = useState(true);
  const [tries, setTries] = useState(0);
  const text = JSON.stringify(params);
  useEffect(() => {
    let isHere = true;
    const query = { limit: perPage, ...(cursor && { cursor }) };
    void ask(session, endpoint, { params: JSON.parse(text) as Record<string, string>, query }).then((answer) => {
      if (!isHere) return;
      setBusy(false);
      setFailed(answer.ok ? null : answer.problem);
      if (!answer.ok) return;
      setPages((before) => [...before, answer.value]);
      setNext((answer.value as { readonly next_cursor?: string }).next_cursor ?? null);
    });
    return () => {
      isHere = false;
    };
  }, [session, endpoint, text, cursor, tries]);
  return {
    pages,
    failed,
    busy,
    hasMore: next !== null,
    more: () => {
      setBusy(true);
      if (failed) setTries(tries + 1);
      else setCursor(next);
    },
  };
}

interface MoreProps {
  readonly list: {
    readonly failed: { readonly message: string } | null;
    readonly busy: boolean;
    readonly hasMore: boolean;
    readonly pages: readonly unknown[];
    readonly more: () => void;
  };
}

/** End of a paged list: loading, failed, or 'Ver más'. */
export const More = ({ list: { failed, busy, hasMore, pages, more } }: MoreProps) => {
  if (failed) {
    return (
      <Notice
        tone="warn"
        role="alert"
        action={
          <Button busy={busy} onClick={more}>
            Reintentar
          </Button>
        }
      >
        {failed.message}
      </Notice>
    );
  }
  if (pages.length === 0) return <Skeleton rows={5} />;
  return hasMore ? (
    <Button busy={busy} onClick={more}>
      Ver más
    </Button>
  ) : null;
};

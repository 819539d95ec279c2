import { Button, Notice, Skeleton } from '#ui';

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

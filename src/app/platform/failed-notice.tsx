import { Notice } from '#ui/notice.tsx';

/** A failure, read aloud at once. */
export const FailedNotice = ({ message }: { readonly message: string | null }) =>
  message === null ? null : (
    <Notice tone="danger" role="alert">
      {message}
    </Notice>
  );

import { Notice } from '#ui/notice.tsx';

/** Why a form did not go through, read aloud at once; nothing while there is nothing to say. */
export const FailedNotice = ({ message }: { readonly message: string | null }) =>
  message === null ? null : (
    <Notice tone="danger" role="alert">
      {message}
    </Notice>
  );

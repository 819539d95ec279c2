import { useLive } from '../../frame/farm-context.tsx';
import { TandaNotice } from './tanda-button.tsx';
import { tandaDraftKey, tandaWords } from './tanda-kinds.ts';

/** Whoever opens the app after a dead battery is told of the animals that wait, and led back to them. */
export const TandaReminder = ({ onOpen }: { readonly onOpen: (type: string) => void }) => {
  const drafts = useLive((views) =>
    Promise.all(Object.keys(tandaWords).map(async (type) => ({ type, kept: await views.draft(tandaDraftKey(type)) }))),
  );
  return (drafts ?? []).map(({ type, kept }) => (
    <TandaNotice key={type} type={type} kept={kept} onOpen={() => onOpen(type)} />
  ));
};

import { type ReactNode, useState } from 'react';
import { kindOf, payloadOf, recordedKind } from '#domain';
import { useFarm, useFarmStatus } from '#platform';
import { useOnce } from '#forms';
import type { MovementView } from '#sync/farm.ts';
import { Button, toastError, toastSaved } from '#ui';

interface RepeatLastProps {
  readonly view: MovementView;
  readonly icon: ReactNode;
  /** What will be recorded: `40 kg de Maíz a Cría`. */
  readonly words: string;
  readonly today: string;
}

/** Records the same ration today, by one touch (domain.md §2.7); its row has 'Deshacer'. */
export const RepeatLast = ({ view, icon, words, today }: RepeatLastProps) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  // The new one replaces it a moment later: a second touch before would record it twice.
  const [repeatedKey, setRepeatedKey] = useState<string | null>(null);
  if (repeatedKey !== null && repeatedKey !== view.key) setRepeatedKey(null);
  const { movement } = view;
  const repeat = useOnce(async () => {
    const kind = recordedKind(movement.type);
    if (!kind) return;
    const payload = payloadOf(movement, [...Object.keys(kind.fields), 'asset_id']);
    const done = await farm.acts.recordMovement(kind.type, { ...payload, date: today });
    if (done.ok) {
      setRepeatedKey(view.key);
      toastSaved(reach === 'reachable');
    } else
      toastError(
        done.problem.reason === 'invalid' ? `No se pudo repetir: ${kindOf(movement.type).label}` : done.problem.message,
      );
  });
  return (
    <Button icon={icon} busy={repeat.busy || repeatedKey === view.key} onClick={() => void repeat.run()}>
      Repetir el último: {words}
    </Button>
  );
};

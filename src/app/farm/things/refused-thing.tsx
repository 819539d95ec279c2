import { offlineSentences } from '#contract/sentences-offline.ts';
import { Button, Notice } from '#ui';
import type { ThingView } from '#sync/farm.ts';

interface RefusedThingProps {
  readonly view: ThingView<unknown>;
  readonly onCorrect: () => void;
}

/** Why the server refused a thing, with the way to correct it. */
export const RefusedThing = ({ view, onCorrect }: RefusedThingProps) =>
  view.problem === null ? null : (
    <Notice
      tone="danger"
      title={offlineSentences.refused}
      action={
        <Button compact onClick={onCorrect}>
          Corregir
        </Button>
      }
    >
      {view.problem}
    </Notice>
  );

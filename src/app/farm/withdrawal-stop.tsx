import { type ReactNode, useRef, useState } from 'react';
import { limits, type Payload, type Result, type Role, roleMay, success, withdrawalWords } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { SaveProblem } from '#sync/farm.ts';
import { guarded } from '#sync/acts/guarded.ts';
import { Button, Notice, Sheet, TextArea } from '#ui';
import { useFarm } from '#platform';
import { useDraftText } from '#forms';
import { withdrawalAgainst } from './running-withdrawals.ts';

interface WithdrawalStop {
  /** Gives the payload to save, with the reason if asked; null if the person stays. `earlier`, `recordId`: the record being changed. */
  readonly ask: (
    kind: RecordedKind,
    payload: Payload,
    earlier?: Payload,
    recordId?: string,
  ) => Promise<Result<Payload, SaveProblem> | null>;
  /** Saved: drops the reason's draft. */
  readonly forget: () => void;
  readonly dialog: ReactNode;
}

interface Asked {
  readonly sentence: string;
  readonly answer: (reason: string | null) => void;
}

/** Stops animals in withdrawal from leaving: a hand goes back to the form, the office may give a reason (domain.md §3.2, SELL). */
export function useWithdrawalStop(role: Role, draftKey: string): WithdrawalStop {
  const farm = useFarm();
  const [asked, setAsked] = useState<Asked | null>(null);
  const wasAsked = useRef(false);
  const reasonKey = `${draftKey} retiro`;
  return {
    ask: async (kind, payload, earlier = {}, recordId) => {
      const { withdrawal_reason: said } = earlier;
      const carried = typeof said === 'string' && said !== '' ? { ...payload, withdrawal_reason: said } : payload;
      // Correcting another field of an approved sale does not ask again.
      if (carried !== payload && isSameExit(kind, payload, earlier)) return success(carried);
      const against = await guarded(async () => success(await withdrawalAgainst(farm.views, kind, payload, recordId)));
      if (!against.ok) return against;
      const sentence = against.value;
      if (sentence === null) return success(carried);
      wasAsked.current = true;
      const reason = await new Promise<string | null>((answer) => setAsked({ sentence, answer }));
      setAsked(null);
      return reason === null ? null : success({ ...payload, withdrawal_reason: reason });
    },
    forget: () => {
      if (wasAsked.current) void farm.saveDraft(reasonKey, null);
      wasAsked.current = false;
    },
    dialog: asked ? <StopDialog {...asked} mayGoOn={roleMay(role, 'review')} reasonKey={reasonKey} /> : null,
  };
}

const isSameExit = ({ place }: RecordedKind, payload: Payload, earlier: Payload): boolean =>
  ['date', place.lot, place.rodeo].every(
    (name) => name === undefined || payload[name] === undefined || payload[name] === earlier[name],
  );

interface StopDialogProps extends Asked {
  readonly mayGoOn: boolean;
  readonly reasonKey: string;
}

const StopDialog = ({ sentence, mayGoOn, reasonKey, answer }: StopDialogProps) => {
  const { text, change } = useDraftText(reasonKey);
  const [isMissing, setIsMissing] = useState(false);
  const stay = (): void => answer(null);
  const goOn = (): void => {
    if (text.trim() === '') setIsMissing(true);
    else answer(text.trim());
  };
  return (
    <Sheet
      open
      role="alertdialog"
      title={withdrawalWords.title}
      onClose={stay}
      footer={
        <>
          <Button data-first-focus onClick={stay}>
            Volver
          </Button>
          {mayGoOn ? (
            <Button variant="danger" onClick={goOn}>
              {withdrawalWords.goOn}
            </Button>
          ) : null}
        </>
      }
    >
      <Notice tone="danger">{sentence}</Notice>
      {mayGoOn ? (
        <TextArea
          label={withdrawalWords.why}
          hint={withdrawalWords.isKept}
          maxLength={limits.shortTextMaxLength}
          value={text}
          onChange={(typed) => {
            change(typed);
            setIsMissing(false);
          }}
          {...(isMissing && { error: withdrawalWords.sayWhy })}
        />
      ) : (
        <p>{withdrawalWords.askOffice}</p>
      )}
    </Sheet>
  );
};

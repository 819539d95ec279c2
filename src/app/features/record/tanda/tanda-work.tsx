import { type ReactNode, useEffect, useState } from 'react';
import { Undo2 } from 'lucide-react';
import { Button, CheckField, ConfirmDialog, Notice, Sheet, Stack, toastSuccess } from '#ui';
import { formatNumber, weighs } from '#domain';
import { useToday } from '#platform';
import type { RecordedKind } from '#domain/movements/define.ts';
import { FieldWidget } from '../field-widget.tsx';
import { fieldId } from '../record-fields.tsx';
import { type FarmThings, foundPlace } from '../start.ts';
import { tandaKinds } from '../tanda-kinds.ts';
import { passingIn, TandaFigures, TandaList, TandaPass } from './tanda-list.tsx';
import { TandaPad } from './tanda-pad.tsx';
import { atItsPlace, isPlaced, placeWords, saveTandaWords, touchWords } from './tanda.ts';
import { type PadProps, type TandaOptions, type TandaState, useTanda } from './use-tanda.ts';
import { isSettled } from '../where.ts';
import styles from './tanda.module.css';

interface TandaWorkProps extends TandaOptions {
  readonly title: string;
  /** Resumed from a draft. */
  readonly isFound: boolean;
  readonly onClose: () => void;
}

type Look = 'found' | 'pad' | 'place' | 'list' | 'pass' | 'done';

interface Shown {
  readonly body: ReactNode;
  readonly footer: ReactNode;
}

/** A tanda under way: keys, place, list and summary. */
export const TandaWork = (props: TandaWorkProps) => {
  const { kind, things, title, isFound, onClose } = props;
  const state = useTanda(props);
  const { tanda, done } = state;
  const placed = isPlaced(kind, tanda, things);
  const [look, setLook] = useState<Look>(isFound ? 'found' : placed ? 'pad' : 'place');
  useWakeLock();
  const close = (): void => {
    if (!done && tanda.touches.length > 0) toastSuccess('Borrador guardado');
    onClose();
  };
  const finish = async (): Promise<void> => {
    if (!placed) return setLook('place');
    if (look === 'pad' && passingIn(kind, tanda, things).length > 0) return setLook('pass');
    return (await state.finish()) ? setLook('done') : undefined;
  };
  const shown = looks[done ? 'done' : look === 'done' ? 'pad' : look]({
    ...props,
    state,
    onLook: setLook,
    onClose: close,
    onFinish: () => void finish(),
  });
  return (
    <Sheet open size="tall" title={title} onClose={close} footer={shown.footer}>
      {shown.body}
    </Sheet>
  );
};

interface LookProps extends TandaWorkProps {
  readonly state: TandaState;
  readonly onLook: (look: Look) => void;
  readonly onFinish: () => void;
}

const looks: Readonly<Record<Look, (props: LookProps) => Shown>> = {
  found: ({ kind, things, state, onLook }) => ({
    body: <TandaFound kind={kind} things={things} state={state} />,
    footer: <FoundFooter state={state} onGoOn={() => onLook(isPlaced(kind, state.tanda, things) ? 'pad' : 'place')} />,
  }),
  place: ({ kind, things, state, onLook }) => ({
    body: <TandaPlace kind={kind} things={things} state={state} onDone={() => onLook('pad')} />,
    footer: (
      <Button
        variant="primary"
        wide
        disabled={!isPlaced(kind, state.tanda, things)}
        onClick={() => {
          state.set({ category: atItsPlace(kind, state.tanda, things).category });
          onLook('pad');
        }}
      >
        {state.tanda.touches.length > 0 ? 'Seguir' : 'Empezar'}
      </Button>
    ),
  }),
  list: ({ kind, things, state, onLook }) => ({
    body: <TandaList kind={kind} tanda={state.tanda} things={things} onRemove={state.removeAt} />,
    footer: (
      <Button wide onClick={() => onLook('pad')}>
        Volver
      </Button>
    ),
  }),
  pad: ({ kind, things, state, onLook, onFinish }) => ({
    body: (
      <TandaPad
        kind={kind}
        things={things}
        state={state}
        onPlace={() => onLook('place')}
        onList={() => onLook('list')}
      />
    ),
    footer: <TandaFooter kind={kind} things={things} state={state} onFinish={onFinish} />,
  }),
  pass: ({ kind, things, state, onLook, onFinish }) => ({
    body: <TandaPass kind={kind} things={things} state={state} />,
    footer: (
      <>
        <Button className={styles.back} onClick={() => onLook('pad')}>
          Volver
        </Button>
        <Button variant="primary" className={styles.save} busy={state.busy} onClick={onFinish}>
          {saveTandaWords(kind, state.tanda)}
        </Button>
      </>
    ),
  }),
  done: ({ kind, things, state, onClose }) => ({
    body: (
      <>
        <Notice
          tone="ok"
          role="status"
          title={tandaKinds[kind.type]?.done ?? 'Guardado en este celular'}
          action={
            <Button compact onClick={() => void state.undo()}>
              Deshacer
            </Button>
          }
        />
        {state.done ? <TandaFigures kind={kind} tanda={state.done.tanda} things={things} /> : null}
      </>
    ),
    footer: (
      <>
        <Button onClick={state.another}>Otra tanda</Button>
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      </>
    ),
  }),
};

/** Undo last, and save. */
const TandaFooter = ({ kind, things, state, onFinish }: PadProps & { readonly onFinish: () => void }) => {
  const { tanda } = state;
  const last = tanda.touches.at(-1);
  return (
    <>
      <Button
        className={styles.back}
        icon={<Undo2 size={20} aria-hidden />}
        disabled={!last}
        aria-label={last ? `Borrar el último: ${touchWords(last, things)}` : 'Borrar el último'}
        onClick={() => state.removeAt(tanda.touches.length - 1)}
      >
        Borrar el último
      </Button>
      <Button variant="primary" className={styles.save} busy={state.busy} disabled={!last} onClick={onFinish}>
        {saveTandaWords(kind, tanda)}
      </Button>
    </>
  );
};

/** Shows a recovered tanda before adding to it. */
const TandaFound = ({ kind, things, state }: PadProps) => {
  const today = useToday();
  return (
    <>
      <Notice title="Recuperamos lo que estabas cargando">{placeWords(kind, state.tanda, things, today)}</Notice>
      <TandaFigures kind={kind} tanda={state.tanda} things={things} />
    </>
  );
};

interface FoundFooterProps {
  readonly state: PadProps['state'];
  readonly onGoOn: () => void;
}

const FoundFooter = ({ state, onGoOn }: FoundFooterProps) => {
  const [isAsking, setAsking] = useState(false);
  const { length } = state.tanda.touches;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Empezar de nuevo</Button>
      <Button variant="primary" onClick={onGoOn}>
        Seguir
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title="¿Empezar de nuevo?"
        confirmLabel="Borrar y empezar"
        onConfirm={() => {
          state.startOver();
          onGoOn();
        }}
        onClose={() => setAsking(false)}
      >
        {`Se ${length === 1 ? 'borra el animal anotado' : `borran los ${formatNumber(length)} animales anotados`}, que todavía no guardaste.`}
      </ConfirmDialog>
    </>
  );
};

interface TandaPlaceProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly state: TandaState;
  readonly onDone: () => void;
}

/** Place and date of the tanda. */
const TandaPlace = ({ kind, things, state, onDone }: TandaPlaceProps) => {
  const today = useToday();
  const { tanda, set } = state;
  return (
    <Stack>
      {(tandaKinds[kind.type]?.place ?? []).map((name) => {
        const field = kind.fields[name];
        return field && !isSettled(kind, name, things) ? (
          <FieldWidget
            key={name}
            id={fieldId(name)}
            name={name}
            field={field}
            kind={kind}
            values={tanda.values}
            found={foundPlace(kind, tanda.values, things)}
            things={things}
            today={today}
            error={state.issues.find((issue) => issue.path === name)?.message}
            onChange={(value) => set({ values: { ...tanda.values, [name]: value } })}
            onDone={onDone}
          />
        ) : null;
      })}
      {weighs(kind) ? (
        <CheckField
          label="Anotar la caravana de cada animal"
          checked={tanda.withTags}
          onChange={(withTags) => set({ withTags, tag: '' })}
        />
      ) : null}
    </Stack>
  );
};

/**
 * Keeps the screen on: hands in the chute cannot wake a phone (ux.md §2.5). Browsers release the lock when hidden, so it is requested
 * again.
 */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let isOpen = true;
    let held: WakeLockSentinel | null = null;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        held = await navigator.wakeLock.request('screen');
        if (!isOpen) await held.release();
      } catch (refused) {
        if (!(refused instanceof DOMException)) throw refused;
      }
    };
    const onReturn = (): void => void hold();
    document.addEventListener('visibilitychange', onReturn);
    void hold();
    return () => {
      isOpen = false;
      document.removeEventListener('visibilitychange', onReturn);
      void held?.release();
    };
  }, []);
}

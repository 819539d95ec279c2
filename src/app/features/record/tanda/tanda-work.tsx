import { type ReactNode, useEffect, useState } from 'react';
import { Undo2 } from 'lucide-react';
import { Asking, Button, CheckField, Notice, Sheet, Stack, toastSuccess } from '#ui';
import { formatNumber, weighs } from '#domain';
import { useToday } from '#platform';
import { FieldWidget } from '../field-widget.tsx';
import { fieldId } from '../record-fields.tsx';
import { foundPlace } from '../start.ts';
import { tandaKinds } from '../tanda-kinds.ts';
import { passingIn, TandaFigures, TandaList, TandaPass } from './tanda-list.tsx';
import { TandaPad } from './tanda-pad.tsx';
import { atItsPlace, isPlaced, placeWords, saveTandaWords, touchWords } from './tanda.ts';
import { type PadProps, type TandaOptions, useTanda } from './use-tanda.ts';
import { isSettled } from '../where.ts';
import styles from './tanda.module.css';

interface TandaWorkProps extends TandaOptions {
  readonly title: string;
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
    placed,
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

interface LookProps extends TandaWorkProps, PadProps {
  readonly placed: boolean;
  readonly onLook: (look: Look) => void;
  readonly onFinish: () => void;
}

const looks: Readonly<Record<Look, (props: LookProps) => Shown>> = {
  found: (props) => ({ body: <TandaFound {...props} />, footer: <FoundFooter {...props} /> }),
  place: (props) => ({ body: <TandaPlace {...props} />, footer: <PlaceFooter {...props} /> }),
  list: (props) => ({
    body: <TandaList {...props} tanda={props.state.tanda} onRemove={props.state.removeAt} />,
    footer: (
      <Button wide onClick={() => props.onLook('pad')}>
        Volver
      </Button>
    ),
  }),
  pad: (props) => ({
    body: <TandaPad {...props} onPlace={() => props.onLook('place')} onList={() => props.onLook('list')} />,
    footer: <TandaFooter {...props} />,
  }),
  pass: (props) => ({
    body: <TandaPass {...props} />,
    footer: (
      <>
        <Button className={styles.back} onClick={() => props.onLook('pad')}>
          Volver
        </Button>
        <Button variant="primary" className={styles.save} busy={props.state.busy} onClick={props.onFinish}>
          {saveTandaWords(props.kind, props.state.tanda)}
        </Button>
      </>
    ),
  }),
  done: ({ state, onClose, ...props }) => ({
    body: (
      <>
        <Notice
          tone="ok"
          role="status"
          title={tandaKinds[props.kind.type]?.done ?? 'Guardado en este celular'}
          action={
            <Button compact onClick={state.undo}>
              Deshacer
            </Button>
          }
        />
        {state.done ? <TandaFigures {...props} tanda={state.done.tanda} /> : null}
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

const PlaceFooter = ({ kind, things, state, placed, onLook }: LookProps) => (
  <Button
    variant="primary"
    wide
    disabled={!placed}
    onClick={() => {
      state.set({ category: atItsPlace(kind, state.tanda, things).category });
      onLook('pad');
    }}
  >
    {state.tanda.touches.length > 0 ? 'Seguir' : 'Empezar'}
  </Button>
);

const TandaFooter = ({ kind, things, state, onFinish }: LookProps) => {
  const { tanda } = state;
  const last = tanda.touches.at(-1);
  return (
    <>
      <Button
        className={styles.back}
        icon={<Undo2 size={20} />}
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
      <TandaFigures {...{ kind, things }} tanda={state.tanda} />
    </>
  );
};

const FoundFooter = ({ state, placed, onLook }: LookProps) => {
  const onGoOn = (): void => onLook(placed ? 'pad' : 'place');
  const { length } = state.tanda.touches;
  return (
    <>
      <Asking
        button={(ask) => <Button onClick={ask}>Empezar de nuevo</Button>}
        danger
        title="¿Empezar de nuevo?"
        confirmLabel="Borrar y empezar"
        onConfirm={() => {
          state.startOver();
          onGoOn();
        }}
      >
        {`Se ${length === 1 ? 'borra el animal anotado' : `borran los ${formatNumber(length)} animales anotados`}, que todavía no guardaste.`}
      </Asking>
      <Button variant="primary" onClick={onGoOn}>
        Seguir
      </Button>
    </>
  );
};

const TandaPlace = ({ kind, things, state, onLook }: LookProps) => {
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
            {...{ name, field, kind, things, today }}
            values={tanda.values}
            found={foundPlace(kind, tanda.values, things)}
            error={state.issues.find((issue) => issue.path === name)?.message}
            onChange={(value) => set({ values: { ...tanda.values, [name]: value } })}
            onDone={() => onLook('pad')}
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

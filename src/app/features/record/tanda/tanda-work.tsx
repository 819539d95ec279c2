import { type ReactNode, useState } from 'react';
import { Button, Notice, Sheet, toastSuccess } from '#ui';
import { tandaKinds } from '../tanda-kinds.ts';
import { atItsPlace, isPlaced } from './tanda.ts';
import { TandaFooter } from './tanda-footer.tsx';
import { FoundFooter, TandaFound } from './tanda-found.tsx';
import { TandaFigures, TandaList } from './tanda-list.tsx';
import styles from './tanda.module.css';
import { passingIn, TandaPass } from './tanda-pass.tsx';
import { TandaPad } from './tanda-pad.tsx';
import { TandaPlace } from './tanda-place.tsx';
import { type TandaOptions, type TandaState, useTanda } from './use-tanda.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { saveTandaWords } from './words.ts';

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

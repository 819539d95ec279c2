import { ListOrdered, MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { counted } from '../../../../domain/text.ts';
import { useToday } from '../../../frame/today.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toastSuccess } from '../../../ui/toaster.tsx';
import { tandaWords } from '../tanda-kinds.ts';
import { BirthPad } from './birth-pad.tsx';
import { isPlaced } from './tanda.ts';
import { TandaFooter } from './tanda-footer.tsx';
import { TandaFigures, TandaList } from './tanda-list.tsx';
import { TandaNotices } from './tanda-notices.tsx';
import { TandaPlace } from './tanda-place.tsx';
import styles from './tanda.module.css';
import { type TandaOptions, type TandaState, useTanda } from './use-tanda.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { WeighingPad } from './weighing-pad.tsx';
import { bornWords, placeWords, weighedWords } from './words.ts';

interface TandaWorkProps extends TandaOptions {
  readonly title: string;
  /** An earlier visit left animals in it. */
  readonly isFound: boolean;
  readonly onClose: () => void;
}

type Look = 'pad' | 'place' | 'list';

interface Shown {
  readonly body: ReactNode;
  readonly footer: ReactNode;
}

/** A tanda under way: the keys, the place, the list, and at the end what it came to. */
export const TandaWork = (props: TandaWorkProps) => {
  const { kind, things, title, onClose } = props;
  const state = useTanda(props);
  const [look, setLook] = useState<Look>(() => (isPlaced(kind, props.start, things) ? 'pad' : 'place'));
  useWakeLock();
  const { tanda, done } = state;
  const close = (): void => {
    if (!done && tanda.touches.length > 0) toastSuccess('Borrador guardado');
    onClose();
  };
  const toPad = (): void => setLook('pad');
  const finish = async (): Promise<void> => {
    if (!isPlaced(kind, tanda, things)) return setLook('place');
    const isSaved = await state.finish();
    return isSaved ? toPad() : undefined;
  };
  const parts: Record<Look, () => Shown> = {
    place: () => ({
      body: <TandaPlace kind={kind} things={things} state={state} onDone={toPad} />,
      footer: (
        <Button variant="primary" wide disabled={!isPlaced(kind, tanda, things)} onClick={toPad}>
          {tanda.touches.length > 0 ? 'Seguir' : 'Empezar'}
        </Button>
      ),
    }),
    list: () => ({
      body: <TandaList kind={kind} tanda={tanda} things={things} onRemove={state.removeAt} />,
      footer: (
        <Button wide onClick={toPad}>
          Volver
        </Button>
      ),
    }),
    pad: () => ({
      body: <Pad {...props} state={state} onLook={setLook} />,
      footer: <TandaFooter kind={kind} things={things} state={state} onFinish={() => void finish()} />,
    }),
  };
  const shown = done ? finished(props, state, close) : parts[look]();
  return (
    <Sheet open size="tall" title={title} onClose={close} footer={shown.footer}>
      {shown.body}
    </Sheet>
  );
};

type PartProps = TandaWorkProps & { readonly state: TandaState };

const Pad = (props: PartProps & { readonly onLook: (look: Look) => void }) => {
  const { kind, things, state, onLook } = props;
  const today = useToday();
  const { tanda } = state;
  const isWeighing = kind.type === 'WEIGHING';
  const born = { main: counted(tanda.touches.length, 'ternero'), more: bornWords(tanda.touches, things) };
  const words = isWeighing ? weighedWords(tanda, things) : born;
  return (
    <div className={styles.work}>
      <div className={styles.head}>
        <TandaNotices isFound={props.isFound} state={state} />
        <Button
          compact
          wide
          icon={<MapPin size={20} aria-hidden />}
          aria-label={`Cambiar lugar o fecha: ${placeWords(kind, tanda, things, today)}`}
          onClick={() => onLook('place')}
        >
          {placeWords(kind, tanda, things, today)}
        </Button>
        <button type="button" className={styles.figures} onClick={() => onLook('list')}>
          <span>
            <span className={styles.main}>{words.main}</span>
            <span className={styles.more}>{words.more || 'Un toque por ternero. Queda guardado al instante.'}</span>
          </span>
          <ListOrdered size={24} aria-hidden />
        </button>
        <p role="status" className={styles.unseen}>
          {tanda.touches.length > 0 ? `${words.main}. ${words.more}` : ''}
        </p>
      </div>
      {isWeighing ? (
        <WeighingPad kind={kind} things={things} state={state} />
      ) : (
        <BirthPad kind={kind} things={things} state={state} />
      )}
    </div>
  );
};

/** What the tanda came to, with the way back while nobody else has it. */
function finished({ kind, things }: TandaWorkProps, state: TandaState, onClose: () => void): Shown {
  return {
    body: state.done ? (
      <>
        <Notice tone="ok" role="status" title={tandaWords[kind.type]?.done ?? 'Guardado en este celular'} />
        <TandaFigures kind={kind} tanda={state.done.tanda} things={things} />
      </>
    ) : null,
    footer: (
      <>
        <Button onClick={() => void state.undo()}>Deshacer</Button>
        <Button onClick={state.another}>Otra tanda</Button>
        <Button variant="primary" wide onClick={onClose}>
          Listo
        </Button>
      </>
    ),
  };
}

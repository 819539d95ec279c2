import { Camera, FileUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { counted } from '#domain';
import { useFarm } from '#platform';
import { CodeCamera } from '#platform/qr/code-camera.tsx';
import { collect, nothingCollected, unpack } from './codes.ts';
import type { SealStanding, TakenIn } from '#sync/handover/handover.ts';
import { Button, Notice, ProgressBar, Stack } from '#ui';

interface Found {
  readonly text: string;
  readonly author: string;
  readonly count: number;
  readonly files: number;
  readonly seal: SealStanding;
}

/** Shown before accepting records this phone cannot verify. */
const doubts: Readonly<Record<Exclude<SealStanding, 'verified'>, string>> = {
  unknown:
    'Sin verificar: este celular no conoce el teléfono que los firmó. Recibilos si te los dio esa persona: el servidor revisa la firma cuando se envían.',
  unsigned: 'Sin verificar: vienen sin firma. Recibilos si te los dio esa persona: la oficina decide si los acepta.',
  broken:
    'La firma no coincide: alguien pudo cambiarlos por el camino. Si los recibís, no se anotan: quedan para que la oficina decida.',
};

const records = (count: number): string => counted(count, 'registro');
const pictures = (count: number): string => counted(count, 'foto o audio', 'fotos o audios');

function takenWords({ added, known, files, filesLeft }: TakenIn, author: string): string {
  const words = [added === 0 ? 'No había registros nuevos.' : `Entraron ${records(added)} de ${author}.`];
  if (known > 0) words.push(`${records(known)} ya estaba${known === 1 ? '' : 'n'} acá.`);
  if (files > 0) words.push(`Con ${pictures(files)}.`);
  if (filesLeft > 0)
    words.push(
      `${pictures(filesLeft)} no se ${filesLeft === 1 ? 'pudo' : 'pudieron'} guardar acá: sigue${filesLeft === 1 ? '' : 'n'} en el otro celular.`,
    );
  return words.join(' ');
}

/** Takes over another phone's records, after showing whose they are. */
export const TakeRecords = () => {
  const farm = useFarm();
  const [isLooking, setLooking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const look = async (text: string): Promise<void> => {
    const read = await farm.acts.lookInto(text);
    setLooking(false);
    setProblem(read.ok ? null : read.problem);
    setFound(read.ok ? { text, ...read.value } : null);
  };
  const take = async ({ text, author }: Found): Promise<void> => {
    const taken = await farm.acts.takeIn(text);
    setFound(null);
    if (!taken.ok) return setProblem(taken.problem);
    return setDone(takenWords(taken.value, author));
  };

  return (
    <Stack>
      {done ? <Notice tone="ok">{done}</Notice> : null}
      {problem ? <Notice tone="warn">{problem}</Notice> : null}
      {found ? (
        <Stack>
          <p>
            <strong>
              {records(found.count)} de {found.author || 'otra persona'}
            </strong>
            {found.files > 0 ? `, con ${pictures(found.files)}` : ''}. Se envían desde este celular, con su nombre.
          </p>
          {found.seal === 'verified' ? null : <Notice tone="warn">{doubts[found.seal]}</Notice>}
          <Button variant="primary" wide onClick={() => void take(found)}>
            Recibir {records(found.count)}
          </Button>
          <Button wide onClick={() => setFound(null)}>
            Cancelar
          </Button>
        </Stack>
      ) : isLooking ? (
        <Codes onText={look} onBroken={setProblem} />
      ) : (
        <Roads onLook={() => setLooking(true)} onText={look} onBroken={setProblem} />
      )}
    </Stack>
  );
};

/** Room for 25 MB of photos as base64 and years of records. */
const mostFileBytes = 64 * 1024 * 1024;

interface RoadsProps extends CodesProps {
  readonly onLook: () => void;
}

const Roads = ({ onLook, onText, onBroken }: RoadsProps) => {
  const input = useRef<HTMLInputElement>(null);
  const read = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    if (file.size > mostFileBytes) onBroken('Este archivo es demasiado grande: no es de registros');
    else void file.text().then(onText);
  };
  return (
    <Stack>
      <p>Traé los registros que otro celular no pudo enviar: por un archivo, o leyendo los códigos de su pantalla.</p>
      <Button variant="primary" wide icon={<Camera />} onClick={onLook}>
        Leer códigos
      </Button>
      <Button wide icon={<FileUp />} onClick={() => input.current?.click()}>
        Elegir un archivo
      </Button>
      <input ref={input} type="file" accept=".json,application/json" hidden aria-label="Archivo" onChange={read} />
    </Stack>
  );
};

interface CodesProps {
  readonly onText: (text: string) => void;
  readonly onBroken: (sentence: string) => void;
}

const Codes = ({ onText, onBroken }: CodesProps) => {
  const [collected, setCollected] = useState(nothingCollected);
  const isWhole = useRef(false);
  const read = (code: string): void => {
    if (isWhole.current) return;
    const next = collect(collected, code);
    setCollected(next);
    if (next.text === null) return;
    isWhole.current = true;
    void unpack(next.text).then((text) => {
      if (text !== null) return onText(text);
      isWhole.current = false;
      setCollected(nothingCollected);
      return onBroken('Los códigos no se leyeron bien. Probá de nuevo');
    });
  };
  const { parts, count } = collected;
  return (
    <Stack>
      <CodeCamera label="Cámara para leer códigos" onCode={read} />
      {count === 0 ? (
        <p role="status">Apuntá a los códigos del otro celular</p>
      ) : (
        <ProgressBar label="Códigos leídos" value={parts.size} max={count} text={`${parts.size} de ${count}`} />
      )}
    </Stack>
  );
};

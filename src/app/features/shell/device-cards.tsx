import { formatNumber } from '#domain';
import { Button, Card, CheckField, ChipGroup, Cluster, Notice, Row, RowList, Stack, ThemeToggle } from '#ui';
import { useFarmStatus, useLiveConnection } from '#platform';
import type { JournalTrouble } from '#store/journal-keeper.ts';
import { calledBackMessage } from './getting-ready.tsx';
import { useStorage } from './storage-context.tsx';
import { useLetterKeys, useTextSize, useTheme } from './theme-store.ts';
import { useUpdates } from './updates-context.tsx';
import { useEffect, useState } from 'react';

/** Theme and text size of this device (ux.md §4.8, Pantalla). */
export const LookCard = () => {
  const theme = useTheme();
  const text = useTextSize();
  return (
    <Card title="Pantalla">
      <Stack>
        <ThemeToggle value={theme.choice} onChange={theme.choose} />
        <ChipGroup
          label="Letra"
          options={{ normal: 'Normal', large: 'Grande', max: 'Máxima' }}
          value={text.choice}
          onChange={text.choose}
        />
      </Stack>
    </Card>
  );
};

/** Switch for single-key shortcuts (ux.md §4.8; WCAG 2.1.4). */
export const KeysCard = () => {
  const { choice, choose } = useLetterKeys();
  return (
    <Card title="Teclado">
      <CheckField
        label="Atajos con una sola tecla"
        hint="N abre Registrar y / abre Buscar, mientras no estés escribiendo. Ctrl+K abre Buscar siempre."
        checked={choice}
        onChange={choose}
      />
    </Card>
  );
};

/** Offline readiness, storage and live connection of this device. */
export const OfflineCard = () => {
  const status = useFarmStatus();
  const { isOffline, isCalledBack, isReady, apply } = useUpdates();
  const { facts, protect } = useStorageFacts();
  const whole = isOffline && status.ready;
  return (
    <Card title="En este celular">
      <Stack>
        <Notice tone={whole ? 'ok' : 'info'}>
          {whole
            ? 'Lista para usar sin señal'
            : isCalledBack
              ? calledBackMessage
              : 'Preparando para usar sin señal: dejá la app abierta con señal un momento.'}
        </Notice>
        <RowList label="Estado">
          <li>
            <Row title="Pantallas guardadas" right={isOffline ? 'Sí' : isCalledBack ? 'No' : 'Todavía no'} />
          </li>
          <li>
            <Row title="Lotes, categorías y movimientos" right={status.ready ? 'Sí' : 'Todavía no'} />
          </li>
          <li>
            <Row
              title="Espacio usado"
              subtitle={facts.usedMb === null ? undefined : `${formatNumber(facts.usedMb, 1)} MB`}
              right={facts.isProtected ? 'Protegido' : 'Sin proteger'}
            />
          </li>
          <li>
            <JournalRow />
          </li>
          <li>
            <LiveRow />
          </li>
          <li>
            <Row title="Versión" right={__APP_BUILD__} />
          </li>
        </RowList>
        <Cluster>
          {facts.isProtected === false ? <Button onClick={protect}>Proteger almacenamiento</Button> : null}
          {isReady ? <Button onClick={apply}>Actualizar</Button> : null}
        </Cluster>
      </Stack>
    </Card>
  );
};

const journalWords: Readonly<Record<JournalTrouble, string>> = {
  absent: 'Este navegador no la permite: enviá tus registros seguido.',
  silent: 'Este celular tarda en escribirla. Tus registros quedan en su base de datos: envialos cuando puedas.',
  full: 'No queda lugar para ella. Borrá fotos o aplicaciones que no uses y enviá tus registros.',
  broken: 'No se pudo escribir. Tus registros quedan en la base de datos: envialos cuando puedas.',
};

/** Whether unsent records are held twice: in the database and in the journal. */
const JournalRow = () => {
  const { journalTrouble, held } = useStorage();
  const words = journalTrouble === null ? undefined : journalWords[journalTrouble];
  return (
    <Row
      title="Segunda copia de lo que falta enviar"
      subtitle={held > 0 ? 'Lo último está solo en ella: dejá la app abierta hasta enviarlo.' : words}
      right={journalTrouble === null ? 'Sí' : 'No'}
    />
  );
};

/** No warning tone: records are sent without the socket, and it keeps reconnecting (product.md §8, Socket). */
const LiveRow = () => {
  const { isConnected, failure } = useLiveConnection();
  return (
    <Row
      title="Cambios de los demás"
      subtitle={
        failure === null ? undefined : (
          <>
            <span lang="en">{failure}</span>
            <br />
            Se sigue probando: mientras tanto llegan con cada envío.
          </>
        )
      }
      right={isConnected ? 'Al instante' : 'Con demora'}
    />
  );
};

interface StorageFacts {
  /** Persistent storage was granted. */
  readonly isProtected: boolean | null;
  readonly usedMb: number | null;
}

async function look(): Promise<StorageFacts> {
  if (!('storage' in navigator)) return { isProtected: null, usedMb: null };
  const isProtected = (await navigator.storage.persisted?.()) ?? null;
  const usage = (await navigator.storage.estimate?.())?.usage;
  return { isProtected, usedMb: usage === undefined ? null : usage / 1_000_000 };
}

/** Storage usage and persistence as the browser reports them. */
function useStorageFacts(): { readonly facts: StorageFacts; readonly protect: () => Promise<void> } {
  const [facts, setFacts] = useState<StorageFacts>({ isProtected: null, usedMb: null });
  useEffect(() => {
    let isHere = true;
    void look().then((seen) => {
      if (isHere) setFacts(seen);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return {
    facts,
    protect: async () => {
      await navigator.storage?.persist?.();
      setFacts(await look());
    },
  };
}

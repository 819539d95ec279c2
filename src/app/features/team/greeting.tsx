import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { counted } from '../../../domain/text.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useFarm } from '../../frame/farm-context.tsx';
import { useNoSignal } from '../../frame/needs-signal.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { ask } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Greets everybody in the product's name, so that each finds its number among his chats (domain.md §1.10). */
export const Greeting = () => {
  const farm = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const [greeted, setGreeted] = useState<number | null>(null);
  const greet = async (): Promise<void> => {
    setBusy(true);
    setGreeted(null);
    const sent = await ask(session, endpoints.sendGreeting, { params: { org: farm.organizationId } });
    setBusy(false);
    setFailed(sent.ok ? null : sent.problem.message);
    if (sent.ok) setGreeted(sent.value.recipients);
  };
  return (
    <Card title="Saludar al equipo">
      <p>
        Cada integrante con cuenta recibe un saludo de Tranquera en su celular, o por correo si no tiene celular
        cargado.
      </p>
      <FailedNotice message={failed} />
      {greeted === null ? null : (
        <Notice tone="ok" role="status">
          Saludo enviado a {counted(greeted, 'integrante')}.
        </Notice>
      )}
      <div>
        <Button busy={busy} disabled={noSignal} onClick={() => void greet()}>
          Enviar saludo
        </Button>
      </div>
    </Card>
  );
};

import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { counted } from '#domain';
import { FailedNotice, useFarm, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { Button, Card, Notice } from '#ui';

interface Greeted {
  readonly recipients: number;
  /** Members without phone or mail; not every backend reports it. */
  readonly unreached?: number | undefined;
}

function greetedText({ recipients, unreached = 0 }: Greeted): string {
  if (unreached === 0) return `Saludo enviado a ${counted(recipients, 'integrante')}.`;
  if (recipients === 0) return `${accountSentences.notGreeted}.`;
  return `Saludo enviado a ${counted(recipients, 'integrante')}. A ${counted(unreached, 'integrante')} no: este servidor no tiene por dónde.`;
}

/** Messages every member from the product's number, so each finds it among their chats (domain.md §1.10). */
export const Greeting = () => {
  const farm = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const [failed, setFailed] = useState<string | null>(null);
  const [greeted, setGreeted] = useState<Greeted | null>(null);
  const greet = useOnce(async () => {
    setGreeted(null);
    const sent = await ask(session, endpoints.sendGreeting, { params: { org: farm.organizationId } });
    setFailed(sent.ok ? null : sent.problem.message);
    if (sent.ok) setGreeted(sent.value);
  });
  return (
    <Card title="Saludar al equipo">
      <p>
        Un saludo de Tranquera para cada integrante con cuenta: por mensaje a su celular, o por correo si no tiene
        celular cargado.
      </p>
      <FailedNotice message={failed} />
      {greeted === null ? null : (
        <Notice tone={greeted.unreached ? 'warn' : 'ok'} role="status">
          {greetedText(greeted)}
        </Notice>
      )}
      <div>
        <Button busy={greet.busy} disabled={noSignal} onClick={() => void greet.run()}>
          Enviar saludo
        </Button>
      </div>
    </Card>
  );
};

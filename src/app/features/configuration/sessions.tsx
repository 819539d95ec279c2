import { endpoints } from '#contract/endpoints.ts';
import { deviceSentences } from '#contract/sentences-devices.ts';
import { type DeviceAct, DeviceList } from '#farm/device-list.tsx';
import { useAnswer, useNoSignal, useSession } from '#platform';
import { ask } from '#session/ask.ts';
import { Button, Card, Notice, Skeleton } from '#ui';

/** Active sessions: any other can be ended or wiped. */
export const Sessions = () => {
  const { session } = useSession();
  const noSignal = useNoSignal();
  const { value, failed, busy, again } = useAnswer(endpoints.sessions);
  const act = async (what: DeviceAct, id: string): Promise<string | null> => {
    const done = await ask(session, what === 'end' ? endpoints.endSession : endpoints.loseSession, { params: { id } });
    again();
    return done.ok ? null : done.problem.message;
  };
  return (
    <Card title="Sesiones activas" flush>
      {value ? (
        <DeviceList devices={value.sessions} disabled={noSignal} lostLabel={deviceSentences.lost} onAct={act} />
      ) : failed ? (
        <Notice
          tone="warn"
          role="alert"
          action={
            <Button busy={busy} onClick={again}>
              Reintentar
            </Button>
          }
        >
          {failed.message}
        </Notice>
      ) : (
        <Skeleton rows={2} />
      )}
    </Card>
  );
};

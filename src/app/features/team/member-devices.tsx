import { endpoints } from '#contract/endpoints.ts';
import { deviceSentences } from '#contract/sentences-devices.ts';
import { type DeviceAct, DeviceList } from '#farm/device-list.tsx';
import { useAnswer, useFarm, useNoSignal, useSession } from '#platform';
import { agoText, useMinute } from '#farm/waiting-age.ts';
import { ask } from '#session/ask.ts';
import { Card, Skeleton } from '#ui';

/** A member's phones: whoever may remove the member may cut off a lost one (trust.md rows 34, 112). */
export const MemberDevices = ({ userId }: { readonly userId: string }) => {
  const { organizationId: org } = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const { value, failed, again } = useAnswer(endpoints.teamSessions, { org });
  const devices = value?.sessions.filter((one) => one.user_id === userId);
  const nowMs = useMinute() + session.clockOffsetMs();
  const news = new Map(
    devices?.flatMap(({ id, outbox }) =>
      outbox ? [[id, deviceSentences.waiting(outbox.waiting, agoText(outbox.heard_at, nowMs))]] : [],
    ),
  );
  const act = async (what: DeviceAct, id: string): Promise<string | null> => {
    const endpoint = what === 'end' ? endpoints.endTeamSession : endpoints.loseTeamSession;
    const done = await ask(session, endpoint, { params: { org, id } });
    again();
    return done.ok ? null : done.problem.message;
  };
  return (
    <Card title="Sus celulares">
      {devices && devices.length > 0 ? (
        <DeviceList
          devices={devices}
          news={news}
          disabled={noSignal}
          lostLabel={deviceSentences.lostByMember}
          onAct={act}
        />
      ) : devices ? (
        <p>No tiene ninguna sesión abierta.</p>
      ) : failed ? (
        <p>{failed.message}</p>
      ) : (
        <Skeleton rows={1} />
      )}
    </Card>
  );
};

import { useState } from 'react';
import { deviceSentences as words } from '#contract/sentences-devices.ts';
import { deviceName, formatInstant } from '#domain';
import { Badge, Button, ConfirmDialog, Notice, Row, RowList } from '#ui';
import { FailedNotice } from '#platform';
import { useOnce } from '#forms';

interface Device {
  readonly id: string;
  readonly device: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly current: boolean;
}

export type DeviceAct = 'end' | 'lose';

interface DeviceListProps {
  readonly devices: readonly Device[];
  readonly disabled: boolean;
  /** What a phone last reported unsent, by session id. */
  readonly news?: ReadonlyMap<string, string>;
  readonly lostLabel: string;
  /** Gives why it failed. */
  readonly onAct: (act: DeviceAct, id: string) => Promise<string | null>;
}

/** Where somebody is signed in, with the acts on it (domain.md §2.14, trust.md rows 31, 112). */
export const DeviceList = ({ devices, disabled, news, lostLabel, onAct }: DeviceListProps) => {
  const [asked, setAsked] = useState<{ readonly act: DeviceAct; readonly id: string } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const run = useOnce(async () => {
    if (!asked) return;
    const problem = await onAct(asked.act, asked.id);
    setAsked(null);
    setFailed(problem);
    setDone(problem === null ? words[asked.act].done : null);
  });
  return (
    <>
      <RowList label={words.list}>
        {devices.map((one) => (
          <li key={one.id}>
            <Row
              title={deviceName(one.device) ?? words.unnamed}
              subtitle={[
                news?.get(one.id),
                words.lastUse(formatInstant(one.last_used_at)),
                words.since(formatInstant(one.created_at)),
              ]
                .filter((part) => part !== undefined)
                .join(' · ')}
              right={one.current ? <Badge tone="ok">{words.current}</Badge> : null}
              actions={
                one.current ? null : (
                  <>
                    <Button compact disabled={disabled} onClick={() => setAsked({ act: 'end', id: one.id })}>
                      {words.end.label}
                    </Button>
                    <Button compact disabled={disabled} onClick={() => setAsked({ act: 'lose', id: one.id })}>
                      {lostLabel}
                    </Button>
                  </>
                )
              }
            />
          </li>
        ))}
      </RowList>
      <FailedNotice message={failed} />
      {done ? (
        <Notice tone="ok" role="status">
          {done}
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        danger
        busy={run.busy}
        title={words[asked?.act ?? 'end'].title}
        confirmLabel={words[asked?.act ?? 'end'].label}
        onConfirm={run.run}
        onClose={() => setAsked(null)}
      >
        {words[asked?.act ?? 'end'].effect}
      </ConfirmDialog>
    </>
  );
};

import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { roleLabels } from '#domain';
import { Button, Notice, RowButton, RowList, Sheet, Stack } from '#ui';
import { useFarmStatus, useSession } from '#platform';
import { NewOrganization } from './first-organization.tsx';

/** Switches the farm; each has its own records and outbox (domain.md F22). */
export const OrganizationSheet = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Sheet open={open} title="Establecimientos" onClose={onClose}>
    <Organizations onClose={onClose} />
  </Sheet>
);

const Organizations = ({ onClose }: { readonly onClose: () => void }) => {
  const { session, state } = useSession();
  const { reach } = useFarmStatus();
  const [making, setMaking] = useState(false);
  return (
    <Stack>
      <RowList label="Tus establecimientos" edged>
        {state.organizations.map(({ organization, role }) => (
          <li key={organization.id}>
            <RowButton
              title={organization.name}
              subtitle={roleLabels[role]}
              right={organization.id === state.selectedId ? <Check size={24} aria-label="Elegido" /> : null}
              onClick={() => {
                onClose();
                session.select(organization.id);
              }}
            />
          </li>
        ))}
      </RowList>
      {reach === 'unreachable' ? <Notice>Para crear otro establecimiento necesitás señal.</Notice> : null}
      {making ? (
        <NewOrganization onDone={onClose} />
      ) : (
        <Button icon={<Plus />} disabled={reach === 'unreachable'} onClick={() => setMaking(true)}>
          Nuevo establecimiento
        </Button>
      )}
    </Stack>
  );
};

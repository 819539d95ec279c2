import { KeyRound, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '#contract/endpoints/account.ts';
import { useNoSignal } from '#platform';
import { Button, Card, Cluster, Segmented, toastSuccess } from '#ui';
import type { Activation } from './activation-link.tsx';
import { GiveAccess } from './give-access.tsx';
import { InvitePerson } from './invite-person.tsx';
import { PersonForm } from './person-form.tsx';

interface WithoutAccessProps {
  readonly person: Member;
  readonly onMade: (link: Activation) => void;
}

export const WithoutAccess = ({ person, onMade }: WithoutAccessProps) => {
  const noSignal = useNoSignal();
  const [part, setPart] = useState<'name' | 'access' | null>(null);
  if (part === 'name') {
    return (
      <Card title="Nombre y celular">
        <PersonForm
          person={person}
          onSaved={(name) => {
            toastSuccess(`Guardado: ${name}`);
            setPart(null);
          }}
        />
        <Back onBack={() => setPart(null)} />
      </Card>
    );
  }
  if (part === 'access') {
    return (
      <Card title="Dar acceso a la app">
        <Access person={person} onMade={onMade} />
        <Back onBack={() => setPart(null)} />
      </Card>
    );
  }
  return (
    <Cluster>
      <Button disabled={noSignal} icon={<Pencil />} onClick={() => setPart('name')}>
        Cambiar sus datos
      </Button>
      <Button disabled={noSignal} icon={<KeyRound />} onClick={() => setPart('access')}>
        Dar acceso a la app
      </Button>
    </Cluster>
  );
};

const Access = ({ person, onMade }: WithoutAccessProps) => {
  const [way, setWay] = useState<'link' | 'mail'>('link');
  return (
    <>
      <Segmented
        label="Cómo entra"
        options={[
          { value: 'link', label: 'Con un enlace' },
          { value: 'mail', label: 'Con su correo' },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'link' ? <InvitePerson person={person} /> : <GiveAccess person={person} onMade={onMade} />}
    </>
  );
};

const Back = ({ onBack }: { readonly onBack: () => void }) => (
  <Button variant="quiet" onClick={onBack}>
    Volver
  </Button>
);

import { useState } from 'react';
import { Segmented, Sheet } from '#ui';
import { AddPerson } from './add-person.tsx';
import { AskByMail } from './ask-by-mail.tsx';
import { InviteByName } from './invite-by-name.tsx';
import { MakeAccount } from './make-account.tsx';

interface AddMemberProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Ways onto the team (domain.md §2.12). */
export const AddMember = ({ onClose, onChanged }: AddMemberProps) => {
  const [way, setWay] = useState<'link' | 'ask' | 'make' | 'without'>('link');
  return (
    <Sheet open title="Agregar integrante" onClose={onClose}>
      {way === 'link' ? <InviteByName onChanged={onChanged} /> : null}
      {way === 'ask' ? <AskByMail onChanged={onChanged} /> : null}
      {way === 'make' ? <MakeAccount onChanged={onChanged} /> : null}
      {way === 'without' ? <AddPerson /> : null}
      <p>Otras formas de sumar a alguien:</p>
      <Segmented
        label="Cómo se suma"
        options={[
          { value: 'link', label: 'Con un enlace' },
          { value: 'ask', label: 'Por su correo' },
          { value: 'make', label: 'Crear su cuenta' },
          { value: 'without', label: 'Sin acceso a la app' },
        ]}
        value={way}
        onChange={setWay}
      />
    </Sheet>
  );
};

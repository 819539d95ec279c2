import { useState } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AddPerson } from './add-person.tsx';
import { AskByMail } from './ask-by-mail.tsx';
import { MakeAccount } from './make-account.tsx';

interface AddMemberProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Three ways onto the team (domain.md §2.12): by the address of an account, with an account made here, or without one. */
export const AddMember = ({ onClose, onChanged }: AddMemberProps) => {
  const [way, setWay] = useState<'ask' | 'make' | 'without'>('ask');
  return (
    <Sheet open title="Agregar integrante" onClose={onClose}>
      <Segmented
        label="Cómo se suma"
        options={[
          { value: 'ask', label: 'Por su correo' },
          { value: 'make', label: 'Crear su cuenta' },
          { value: 'without', label: 'Sin acceso a la app' },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'ask' ? <AskByMail onChanged={onChanged} /> : null}
      {way === 'make' ? <MakeAccount onChanged={onChanged} /> : null}
      {way === 'without' ? <AddPerson /> : null}
    </Sheet>
  );
};

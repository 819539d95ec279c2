import { useState } from 'react';
import { Notice } from '#ui';
import { PersonForm } from './person-form.tsx';

/** Somebody who works here and does not open the app: added, he can be given tasks; the next one may follow at once. */
export const AddPerson = () => {
  const [added, setAdded] = useState<readonly string[]>([]);
  const last = added.at(-1);
  return (
    <>
      <p>Le podés dar tareas. No tiene correo ni contraseña: no ingresa a la app ni ve nada del establecimiento.</p>
      {last === undefined ? null : (
        <Notice tone="ok" role="status" title={last}>
          Ya está en el equipo, sin acceso a la app.
        </Notice>
      )}
      <PersonForm key={added.length} person={null} onSaved={(name) => setAdded((before) => [...before, name])} />
    </>
  );
};

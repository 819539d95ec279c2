import { useState } from 'react';
import { Notice } from '#ui';
import { PersonForm } from './person-form.tsx';

/** Somebody without an account who can be given tasks; the form stays for the next one. */
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

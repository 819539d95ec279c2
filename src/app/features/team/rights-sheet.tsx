import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Capability, may, type Role, roleLabels, roles, type Standing } from '#domain';
import { Segmented, Sheet } from '#ui';
import styles from './team.module.css';

const options = roles.toReversed().map((role) => ({ value: role, label: roleLabels[role] }));

interface RightsSheetProps {
  readonly own: Standing;
  readonly onClose: () => void;
}

export const RightsSheet = ({ own, onClose }: RightsSheetProps) => {
  const [role, setRole] = useState<Role>(own.role);
  const { allowed, denied } = rightsOf({ ...own, role });
  return (
    <Sheet open title="Qué puede cada rol" onClose={onClose}>
      <Segmented label="Rol" options={options} value={role} onChange={setRole} />
      {role === own.role ? <p>Es tu rol.</p> : null}
      <Sentences title="Puede" words={allowed} icon={<Check size={22} />} />
      {denied.length > 0 ? <Sentences title="No puede" words={denied} icon={<X size={22} aria-hidden />} /> : null}
    </Sheet>
  );
};

interface SentencesProps {
  readonly title: string;
  readonly words: readonly string[];
  readonly icon: ReactNode;
}

const Sentences = ({ title, words, icon }: SentencesProps) => (
  <section>
    <h3 className={styles.heading}>{title}</h3>
    <ul className={styles.rights}>
      {words.map((sentence) => (
        <li key={sentence}>
          {icon} {sentence}
        </li>
      ))}
    </ul>
  </section>
);

/** Matrix of domain.md §2.18, ordered by a day's work. */
const sentences: readonly (readonly [Capability, string])[] = [
  ['record', 'Registrar nacimientos, muertes, lluvias, tratamientos, pesajes y traslados'],
  ['record-unreviewed', 'Registrar compras, ventas, egresos y recategorizaciones sin que nadie las revise'],
  ['change-any-record', 'Corregir y eliminar los registros de todos'],
  ['change-own-records', 'Corregir y eliminar los registros propios hasta 48 horas después'],
  ['review', 'Resolver lo que queda «A revisar» y aprobar recuentos'],
  ['see-money', 'Ver precios, compras y facturas'],
  ['edit-places', 'Crear, cambiar y eliminar lotes, rodeos y categorías'],
  ['edit-cycles', 'Crear y cerrar ciclos reproductivos'],
  ['edit-stock-items', 'Crear y cambiar insumos'],
  ['take-in-stock', 'Anotar el ingreso de insumos'],
  ['write-notes', 'Escribir notas'],
  ['create-tasks', 'Crear tareas y cumplir las propias'],
  ['manage-all-tasks', 'Repartir y cambiar todas las tareas'],
  ['manage-hands', 'Sumar y quitar usuarios del equipo'],
  ['manage-team', 'Sumar y quitar administradores y dueños, y cambiar roles'],
  ['edit-organization', 'Cambiar los datos del establecimiento'],
  ['delete-organization', 'Eliminar el establecimiento'],
];

export const rightsOf = (
  standing: Standing,
): { readonly allowed: readonly string[]; readonly denied: readonly string[] } => {
  // Implied by `change-any-record`.
  const applicable = sentences.filter(
    ([capability]) => capability !== 'change-own-records' || !may(standing, 'change-any-record'),
  );
  const words = (isAllowed: boolean) =>
    applicable.filter(([capability]) => may(standing, capability) === isAllowed).map(([, sentence]) => sentence);
  return { allowed: words(true), denied: words(false) };
};

import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Role, roleLabels, roles, type Standing } from '#domain';
import { Segmented, Sheet } from '#ui';
import { rightsOf } from './rights.ts';
import styles from './team.module.css';

const options = roles.toReversed().map((role) => ({ value: role, label: roleLabels[role] }));

interface RightsSheetProps {
  readonly own: Standing;
  readonly onClose: () => void;
}

/** Rights of each role; opens at one's own. */
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

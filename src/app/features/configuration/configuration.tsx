import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonTo, RowTo } from '#platform';
import { classes, PageHeading, RowList } from '#ui';
import styles from './configuration.module.css';
import { allSections, type SectionId } from './sections.tsx';

interface ConfigurationProps {
  /** The content of each section; those without are not listed. */
  readonly contents: Readonly<Partial<Record<SectionId, ReactNode>>>;
  /** The section in the address; none shows the list, with the first beside it on a desk. */
  readonly open: string | null;
  readonly children: ReactNode;
}

/** Configuración (domain.md §2.14): a list of sections; on a desk the open one stands beside it. */
export const Configuration = ({ contents, open, children }: ConfigurationProps) => {
  const sections = allSections.filter((section) => contents[section.id] !== undefined);
  const chosen = sections.find((section) => section.id === open);
  const shown = chosen ?? sections[0];
  return (
    <div className={classes(styles.split, chosen && styles.chosen)}>
      {chosen ? (
        <div className={styles.back}>
          <ButtonTo to="/configuration" search={{}} compact variant="quiet" icon={<ArrowLeft />}>
            Configuración
          </ButtonTo>
        </div>
      ) : null}
      <div className={styles.heading}>
        <PageHeading key={chosen?.id ?? ''} title={chosen?.title ?? 'Configuración'} />
      </div>
      <div className={styles.list}>
        <RowList label="Secciones">
          {sections.map(({ id, title, subtitle, icon }) => (
            <li key={id}>
              <RowTo
                to="/configuration"
                search={{ seccion: id }}
                icon={icon}
                title={title}
                subtitle={subtitle}
                aria-current={id === shown?.id ? 'page' : undefined}
                className={id === shown?.id ? styles.current : undefined}
              />
            </li>
          ))}
        </RowList>
        {children}
      </div>
      <div className={styles.content}>{shown ? contents[shown.id] : null}</div>
    </div>
  );
};

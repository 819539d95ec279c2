import { byId } from '#domain/rows.ts';
import {
  ArrowLeft,
  Bell,
  Download,
  Fence,
  KeyRound,
  type LucideIcon,
  Smartphone,
  Sun,
  Tags,
  Trash2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonTo, RowTo } from '#platform';
import { classes, PageHeading, RowList } from '#ui';
import styles from './configuration.module.css';

interface ConfigurationProps {
  /** The content of each section; those without are not listed. */
  readonly contents: Readonly<Partial<Record<(typeof allSections)[number]['id'], ReactNode>>>;
  readonly open: string | null;
  readonly children: ReactNode;
}

/** Configuración (domain.md §2.14): a list of sections; on a desk the open one stands beside it. */
export const Configuration = ({ contents, open, children }: ConfigurationProps) => {
  const sections = allSections.filter((section) => contents[section.id] !== undefined);
  const chosen = byId(sections, open);
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
          {sections.map(({ id, ...words }) => (
            <li key={id}>
              <RowTo
                {...words}
                to="/configuration"
                search={{ seccion: id }}
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

const section = <Id extends string>(id: Id, Icon: LucideIcon, title: string, subtitle: string) => ({
  id,
  title,
  subtitle,
  icon: <Icon size={26} />,
});

/** In order of use; the address names one: `?seccion=perfil`. */
const allSections = [
  section('pantalla', Sun, 'Pantalla', 'Claro, sol u oscuro; letra, teclado'),
  section('notificaciones', Bell, 'Notificaciones', 'Vibración, número en el ícono'),
  section('celular', Smartphone, 'Sin señal y almacenamiento', 'Lo que guarda este celular, instalar, versión'),
  section('perfil', UserRound, 'Mi perfil', 'Nombre, correo, celular'),
  section('seguridad', KeyRound, 'Seguridad', 'Contraseña, PIN, sesiones activas, celular perdido'),
  section('establecimiento', Fence, 'Establecimiento', 'Datos, campaña, salir'),
  section('categorias', Tags, 'Categorías', 'Sexo, edad, coeficiente EV, orden'),
  section('exportar', Download, 'Exportar datos', 'Movimientos y hacienda para la planilla'),
  section('eliminar', Trash2, 'Eliminar cuenta', 'Borrar tus datos y salir de todos los equipos'),
];

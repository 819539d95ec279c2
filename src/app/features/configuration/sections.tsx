import {
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

/** A section, with an address of its own. */
interface Section {
  /** In the address: `?seccion=perfil`. */
  readonly id: SectionId;
  readonly title: string;
  readonly subtitle: string;
  readonly icon: ReactNode;
}

export type SectionId =
  | 'pantalla'
  | 'notificaciones'
  | 'celular'
  | 'perfil'
  | 'seguridad'
  | 'establecimiento'
  | 'categorias'
  | 'exportar'
  | 'eliminar';

const section = (id: SectionId, Icon: LucideIcon, title: string, subtitle: string): Section => ({
  id,
  title,
  subtitle,
  icon: <Icon size={26} />,
});

/** In order of use. */
export const allSections: readonly Section[] = [
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

import { Boxes, PaintBucket, Settings, Users } from 'lucide-react';
import { RowList } from '../../ui/row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { RowTo } from '../../frame/links.tsx';

/** The places that have no room in the bar. */
export const MoreSheet = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => (
  <Sheet open={open} title="Más" onClose={onClose}>
    <RowList label="Más lugares">
      <li>
        <RowTo
          to="/stock"
          replace
          icon={<Boxes size={26} aria-hidden />}
          title="Stock"
          subtitle="Insumos, ingresos, recuentos"
        />
      </li>
      <li>
        <RowTo
          to="/consumption"
          replace
          icon={<PaintBucket size={26} aria-hidden />}
          title="Consumo"
          subtitle="Raciones y consumo propio"
        />
      </li>
      <li>
        <RowTo
          to="/work-team"
          replace
          icon={<Users size={26} aria-hidden />}
          title="Equipo de trabajo"
          subtitle="Integrantes, roles, invitaciones"
        />
      </li>
      <li>
        <RowTo
          to="/configuration"
          replace
          icon={<Settings size={26} aria-hidden />}
          title="Configuración"
          subtitle="Pantalla, almacenamiento, sesión"
        />
      </li>
    </RowList>
  </Sheet>
);

import {
  Boxes,
  ClipboardCheck,
  ClipboardList,
  FileText,
  ListChecks,
  MessagesSquare,
  PaintBucket,
  Repeat,
  Search,
  Settings,
  ShoppingCart,
  StickyNote,
  Users,
} from 'lucide-react';
import { formatNumber, plainThings } from '#domain';
import { Badge, MovementIcon, RowButton, RowList, Sheet } from '#ui';
import { mostReviews, useDueTasks, useNotesToSee, useReviewCount } from '#farm/due-work.ts';
import { RowTo, useMay, useSession } from '#platform';
import { seeing, type Thing } from '#domain/things/describe.ts';
import { screenOf } from '#farm/things/screen-of.ts';

interface MoreSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCount: () => void;
  readonly onReview: () => void;
  readonly onSearch: () => void;
}

/** The phone's bar has no room for it (ux.md §4.8). */
const SearchRow = ({ onSearch }: Pick<MoreSheetProps, 'onSearch'>) => (
  <li>
    <RowButton
      leads
      icon={<Search size={26} />}
      title="Buscar"
      subtitle="En todo lo que hay en este celular"
      onClick={onSearch}
    />
  </li>
);

const TasksRow = () => {
  const due = useDueTasks() ?? 0;
  return (
    <li>
      <RowTo
        to="/tasks"
        replace
        icon={<ListChecks size={26} />}
        title="Tareas"
        subtitle="Lo que hay que hacer, y para cuándo"
        right={due > 0 ? <Badge tone="warn">{`${due} para hoy`}</Badge> : null}
      />
    </li>
  );
};

const NotesRow = () => {
  const unseen = useNotesToSee()?.unseen ?? 0;
  return (
    <li>
      <RowTo
        to="/notes"
        replace
        icon={<StickyNote size={26} />}
        title="Notas"
        subtitle="Lo que no hay que olvidar"
        right={unseen > 0 ? <Badge tone="warn">{`${formatNumber(unseen)} sin leer`}</Badge> : null}
      />
    </li>
  );
};

/** For reviewers (domain.md §2.18), and for a hand whose own record has an open question. */
const ReviewRow = ({ onReview }: Pick<MoreSheetProps, 'onReview'>) => {
  const waiting = useReviewCount() ?? 0;
  const mayReview = useMay('review');
  if (!mayReview && waiting === 0) return null;
  return (
    <li>
      <RowButton
        leads
        icon={<ClipboardCheck size={26} />}
        title="A revisar"
        subtitle={mayReview ? 'Recuentos, diferencias y registros del campo' : 'Lo que registraste y no quedó claro'}
        right={
          waiting > 0 ? <Badge tone="warn">{waiting < mostReviews ? waiting : `${mostReviews} o más`}</Badge> : null
        }
        onClick={onReview}
      />
    </li>
  );
};

const MoneyRows = () =>
  useMay('see-money') ? (
    <>
      <li>
        <RowTo
          to="/purchases"
          replace
          icon={<ShoppingCart size={26} />}
          title="Compras"
          subtitle="Hacienda, insumos y servicios"
        />
      </li>
      <li>
        <RowTo
          to="/billing"
          replace
          icon={<FileText size={26} />}
          title="Facturación"
          subtitle="Por cobrar, por pagar, comprobantes"
        />
      </li>
    </>
  ) : null;

/** Places that do not fit the bar. */
export const MoreSheet = ({ open, onClose, onCount, onReview, onSearch }: MoreSheetProps) => (
  <Sheet open={open} title="Más" onClose={onClose}>
    <RowList label="Más lugares">
      <SearchRow onSearch={onSearch} />
      <TasksRow />
      <ReviewRow onReview={onReview} />
      <NotesRow />
      <li>
        <RowTo
          to="/ciclos-reproductivos"
          replace
          icon={<Repeat size={26} />}
          title="Ciclos reproductivos"
          subtitle="Servicio, tacto, parición, destete"
        />
      </li>
      <li>
        <RowButton
          leads
          icon={<ClipboardList size={26} />}
          title="Recuento de hacienda"
          subtitle="Contar los animales de un lote"
          onClick={onCount}
        />
      </li>
      <li>
        <RowTo to="/stock" replace icon={<Boxes size={26} />} title="Stock" subtitle="Insumos, ingresos, recuentos" />
      </li>
      <li>
        <RowTo
          to="/consumption"
          replace
          icon={<PaintBucket size={26} />}
          title="Consumo"
          subtitle="Raciones y consumo propio"
        />
      </li>
      <ThingRows />
      <MoneyRows />
      <li>
        <RowTo
          to="/work-team"
          replace
          icon={<Users size={26} />}
          title="Equipo de trabajo"
          subtitle="Integrantes, roles, invitaciones"
        />
      </li>
      <li>
        <RowTo
          to="/configuration"
          replace
          icon={<Settings size={26} />}
          title="Configuración"
          subtitle="Pantalla, almacenamiento, sesión"
        />
      </li>
      <ConversationsRow />
    </RowList>
  </Sheet>
);

/** Link to the WhatsApp conversations; super admin only (product.md §6). */
const ConversationsRow = () => {
  const { state } = useSession();
  if (!state.user?.is_super_admin) return null;
  return (
    <li>
      <RowTo
        to="/conversations"
        replace
        icon={<MessagesSquare size={26} />}
        title="Conversaciones"
        subtitle="Lo que se escribió por WhatsApp"
      />
    </li>
  );
};

const ThingRow = ({ thing }: { readonly thing: Thing }) =>
  useMay(seeing(thing)) ? (
    <li>
      <RowTo
        to={screenOf(thing)}
        replace
        icon={<MovementIcon name={thing.icon ?? 'dot'} size={26} />}
        title={thing.words.many}
        subtitle={thing.screen?.about}
      />
    </li>
  ) : null;

/** Screens of things made of fields. */
const ThingRows = () => plainThings.map((thing) => <ThingRow key={thing.name} thing={thing} />);

import { History, Search } from 'lucide-react';
import { Button, EmptyState, RowButton, RowList } from '#ui';
import styles from './search.module.css';

interface RecentsProps {
  readonly list: readonly string[];
  readonly onPick: (text: string) => void;
  readonly onForget: () => void;
}

/** Before typing: recent queries and a hint. */
export const Recents = ({ list, onPick, onForget }: RecentsProps) => (
  <>
    {list.length === 0 ? (
      <EmptyState icon={<Search size={40} />}>
        Buscá en todo lo que hay en este celular, con o sin señal: lotes, rodeos, movimientos, insumos, tareas, notas,
        ciclos, facturas y personas.
      </EmptyState>
    ) : (
      <section className={styles.group}>
        <header className={styles.heading}>
          <h3>Búsquedas recientes</h3>
          <Button variant="quiet" compact onClick={onForget}>
            Borrar
          </Button>
        </header>
        <RowList label="Búsquedas recientes">
          {list.map((text) => (
            <li key={text}>
              <RowButton icon={<History />} title={text} onClick={() => onPick(text)} />
            </li>
          ))}
        </RowList>
      </section>
    )}
    <p className={styles.hint}>Podés combinar palabras: «lluvia septiembre», «El Bajo muerte», «12/09».</p>
  </>
);

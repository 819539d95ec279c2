import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FailedNotice, useFarm } from '#platform';
import type { PartOf } from '#forms';
import { dropShared, type SharedFile, sharedFiles } from '#sync/blobs/forwarded-files.ts';
import { IconButton, Row, RowList } from '#ui';
import type { InvoiceDraft } from './invoice-draft.ts';
import { keepPaper, mostPapers, tooManyPapers, withPaper } from './files-field.tsx';

/** Files that other apps shared and that are on no invoice; empty where this browser has no cache. */
export async function waitingShared(): Promise<readonly SharedFile[]> {
  return 'caches' in globalThis ? sharedFiles(caches, Date.now()) : [];
}

interface ForwardedPapersProps {
  readonly form: PartOf<InvoiceDraft>;
  readonly draftKey: string;
  readonly share: string | null;
  readonly onPaper: (file: File) => void;
}

/** Shared files: an empty form takes them at once, a half-typed one asks; dropped once the draft has them. */
export const ForwardedPapers = ({ form, draftKey, share, onPaper }: ForwardedPapersProps) => {
  const farm = useFarm();
  const [waiting, setWaiting] = useState<readonly SharedFile[]>([]);
  const [failed, setFailed] = useState<string | null>(
    share === 'nada' ? 'No llegó ningún archivo. Elegilo desde acá.' : null,
  );
  const latest = useRef({ form, onPaper });
  useEffect(() => {
    latest.current = { form, onPaper };
  });
  const begun = useRef(false);
  const isEmpty = form.values.files.length === 0;
  const startsEmpty = useRef(isEmpty);

  const drop = async ({ address }: SharedFile): Promise<void> => {
    await dropShared(caches, address);
    setWaiting((before) => before.filter((one) => one.address !== address));
  };
  const take = async (shared: SharedFile): Promise<void> => {
    setFailed(null);
    const { values, change } = latest.current.form;
    if (values.files.length >= mostPapers) return setFailed(tooManyPapers);
    const stored = await keepPaper(farm, shared.file, values.cid);
    if (!stored.ok) return setFailed(`${shared.file.name}: ${stored.problem}`);
    const now = latest.current.form.values;
    const files = withPaper(now.files, stored.value);
    latest.current.form = { ...latest.current.form, values: { ...now, files } };
    change({ files });
    await farm.saveDraft(draftKey, { ...now, files });
    latest.current.onPaper(shared.file);
    await drop(shared);
  };
  const firstTake = useRef(take);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void (async () => {
      const found = await waitingShared();
      setWaiting(found);
      if (!startsEmpty.current) return;
      for (const shared of found.filter((one) => one.share === share)) await firstTake.current(shared);
    })();
  }, [share]);

  return (
    <>
      <FailedNotice message={failed} />
      {waiting.length > 0 ? (
        <RowList label="Archivos compartidos">
          {waiting.map((shared) => (
            <li key={shared.address}>
              <Row
                title={shared.file.name}
                subtitle="Compartido desde otra app, sin cargar todavía"
                actions={
                  <>
                    <IconButton
                      label={`Agregar ${shared.file.name} a esta factura`}
                      icon={<Plus />}
                      onClick={() => void take(shared)}
                    />
                    <IconButton label={`Quitar ${shared.file.name}`} icon={<X />} onClick={() => void drop(shared)} />
                  </>
                }
              />
            </li>
          ))}
        </RowList>
      ) : null}
    </>
  );
};

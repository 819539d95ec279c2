import { type ReactNode, useEffect, useState } from 'react';
import { ButtonTo, FailedNotice, toastSaved, useFarm, useLive, useMay, useMembership, useMoreRows } from '#platform';
import { Button, Notice, PageHeading, ProgressBar, RowButton, RowList, Skeleton, TextField } from '#ui';
import { NothingHere } from '#farm/nothing-here.tsx';
import { LotsStep, usePasted } from './lots-step.tsx';
import { type Held, pastedKey, progressOf, readHeld, type Step, type StepName, stepsOf } from './steps.ts';
import { Check, ChevronDown } from 'lucide-react';
import { formatHectares, formatNumber, limits, nameKey, rodeo as rodeoThing } from '#domain';
import { problems } from '#contract/problems.ts';
import { failedAt, failureIn, type FormFailure, useDraftOnce, useTry } from '#forms';
import { guarded } from '#sync/acts/guarded.ts';
import { AgainForm, Said, useSaid } from './again-form.tsx';
import styles from './start.module.css';

interface StartActs {
  readonly onCampo: () => void;
  readonly onOpening: (lotId: string) => void;
}

interface StartScreenProps extends StartActs {
  readonly children?: ReactNode;
}

/** Setup of a new farm in steps, by ordinary acts. Can be left and resumed. */
export const StartScreen = ({ children, ...acts }: StartScreenProps) => {
  const mayStart = useMay('edit-places');
  const held = useLive(readHeld);
  const left = useDraftOnce(pastedKey);
  const title = 'Para empezar';
  if (!mayStart) {
    return (
      <NothingHere title={title} to="/dashboard">
        Esto lo carga el dueño o un administrador.
      </NothingHere>
    );
  }
  return (
    <>
      <PageHeading title={title}>
        <p>Un cuarto de hora y tu campo queda cargado. Podés cortar y seguir después, también sin señal.</p>
      </PageHeading>
      {held && left !== undefined ? <Steps held={held} wasPasting={left !== null} {...acts} /> : <Skeleton rows={6} />}
      {children}
    </>
  );
};

interface StepsProps extends StartActs {
  readonly held: Held;
  /** A list was pasted before, and not all of it is saved. */
  readonly wasPasting: boolean;
}

const Steps = ({ held, wasPasting, ...rest }: StepsProps) => {
  const farm = useMembership();
  const pasted = usePasted();
  const steps = stepsOf(held, farm?.organization.name ?? '', pasted.text !== '');
  const progress = progressOf(steps);
  // First open step when the screen opens: a step must not close while somebody is in it.
  const [open, setOpen] = useState(() => (wasPasting ? 'lots' : (steps.find((step) => !step.isDone)?.name ?? null)));
  const [wanted, setWanted] = useState<StepName | null>(null);
  useEffect(() => {
    const head = wanted === null ? null : document.getElementById(stepId(wanted));
    head?.focus({ preventScroll: true });
    head?.scrollIntoView();
  }, [wanted]);
  const goTo = (name: StepName): void => {
    setOpen(name);
    setWanted(name);
  };
  return (
    <div className={styles.start}>
      <ProgressBar label="Cargado" value={progress.done} max={progress.of} text={progress.words} />
      {progress.done === progress.of ? (
        <Notice
          tone="ok"
          role="status"
          title="Tu campo está cargado"
          action={<ButtonTo to="/dashboard">Ir a Inicio</ButtonTo>}
        >
          Desde acá la cuenta se lleva con lo que registran.
        </Notice>
      ) : null}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepCard
            key={step.name}
            step={step}
            number={index + 1}
            isOpen={open === step.name}
            onToggle={() => setOpen(open === step.name ? null : step.name)}
          >
            <Content
              step={step}
              held={held}
              pasted={pasted}
              onNext={() => goTo(steps[index + 1]?.name ?? step.name)}
              {...rest}
            />
            <Next step={step} next={steps[index + 1]} onNext={goTo} />
          </StepCard>
        ))}
      </ol>
    </div>
  );
};

interface ContentProps extends StartActs {
  readonly step: Step;
  readonly held: Held;
  readonly pasted: ReturnType<typeof usePasted>;
  readonly onNext: () => void;
}

const Content = ({ step, held, pasted, onNext, onCampo, onOpening }: ContentProps) => {
  const mayInvite = useMay('manage-hands');
  switch (step.name) {
    case 'farm':
      return (
        <ButtonTo to="/configuration" search={{ seccion: 'establecimiento' }}>
          Ver sus datos en Configuración
        </ButtonTo>
      );
    case 'campo':
      return (
        <Button variant={step.isDone ? 'default' : 'primary'} wide onClick={onCampo}>
          {step.isDone ? 'Agregar otro campo' : 'Cargar el campo'}
        </Button>
      );
    case 'lots':
      return <LotsStep held={held} pasted={pasted} />;
    case 'rodeo':
      return <RodeoStep held={held} onOnly={onNext} />;
    case 'stock':
      return <StockStep held={held} onOpening={onOpening} />;
    case 'people':
      return mayInvite ? (
        <>
          <p>Cada uno registra desde su celular. Para sumarlos hace falta señal.</p>
          <ButtonTo to="/work-team" search={{ hoja: 'agregar' }}>
            Sumar al equipo
          </ButtonTo>
        </>
      ) : null;
  }
};

interface NextProps {
  readonly step: Step;
  readonly next: Step | undefined;
  readonly onNext: (name: StepName) => void;
}

const Next = ({ step, next, onNext }: NextProps) =>
  next ? (
    <Button variant={step.isDone ? 'default' : 'quiet'} wide onClick={() => onNext(next.name)}>
      {step.isDone ? `Seguir: ${next.title}` : 'Seguir sin esto por ahora'}
    </Button>
  ) : null;

const stepId = (name: StepName): string => `paso-${name}`;

interface StepCardProps {
  readonly step: Step;
  readonly number: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

const stateWords = ({ isDone, isOptional }: Step): string => (isDone ? 'Hecho' : isOptional ? 'Opcional' : 'Falta');

const StepCard = ({ step, number, isOpen, onToggle, children }: StepCardProps) => (
  <li className={styles.step}>
    <h2>
      <button type="button" id={stepId(step.name)} className={styles.head} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.mark} data-done={step.isDone || undefined} aria-hidden>
          {step.isDone ? <Check /> : number}
        </span>
        <span className={styles.words}>
          <span>{step.title}</span>
          <span className={styles.under}>{`${stateWords(step)} · ${step.words}`}</span>
        </span>
        <ChevronDown className={styles.chevron} />
      </button>
    </h2>
    {isOpen ? <div className={styles.body}>{children}</div> : null}
  </li>
);

interface StockStepProps {
  readonly held: Held;
  readonly onOpening: (lotId: string) => void;
}

/** Opening stock per lot, by the ordinary form (domain.md §3.1). */
const StockStep = ({ held: { lots }, onOpening }: StockStepProps) => {
  const { count, end } = useMoreRows(lots.length, '');
  if (lots.length === 0) return <p>La hacienda se carga lote por lote: primero cargá los lotes.</p>;
  return (
    <>
      <p>Tocá un lote y cargá los animales que tiene, con su rodeo y desde qué día.</p>
      <div className={styles.lots}>
        <RowList label="Lotes">
          {lots.slice(0, count).map(({ lot, heads }) => (
            <li key={lot.id}>
              <RowButton
                leads
                title={lot.name}
                subtitle={formatHectares(lot.hectares)}
                right={heads > 0 ? `${formatNumber(heads, 0)} cab.` : 'Sin hacienda'}
                onClick={() => onOpening(lot.id)}
              />
            </li>
          ))}
        </RowList>
      </div>
      <div ref={end} />
    </>
  );
};

const only = 'General';

export const RodeoStep = ({ held, onOnly }: { readonly held: Held; readonly onOnly: () => void }) => {
  const farm = useFarm();
  const { said, say } = useSaid();
  const hasNone = held.rodeos.length === 0;
  const make = async (name: string, draftKey?: string): Promise<FormFailure | null> => {
    if (held.rodeos.some((rodeo) => nameKey(rodeo.name) === nameKey(name))) {
      return failedAt('name', problems.NAME_TAKEN.message);
    }
    const failure = failureIn(await guarded(() => farm.acts.createThing(rodeoThing.name, { name }, draftKey)));
    if (!failure) say(name.trim());
    return failure;
  };
  const makeOnly = useTry(async () => {
    const failure = await make(only);
    if (failure) return failure.message;
    toastSaved(farm);
    onOnly();
    return null;
  });
  return (
    <>
      {hasNone ? (
        <>
          <p>Si no separás la hacienda, con uno alcanza. Después podés agregar más.</p>
          <FailedNotice message={makeOnly.failed} />
          <Button variant="primary" wide busy={makeOnly.busy} onClick={makeOnly.run}>
            Un solo rodeo
          </Button>
        </>
      ) : null}
      <AgainForm
        draftKey="empezar rodeo"
        start={{ name: '' }}
        saveLabel="Agregar rodeo"
        isMain={false}
        first="name"
        save={({ name }, draftKey) => make(name, draftKey)}
      >
        {({ bind }) => (
          <TextField
            label={hasNone ? 'O el nombre de cada rodeo' : 'Nombre del rodeo'}
            hint="Por ejemplo: Cría, Recría, Invernada"
            maxLength={limits.placeNameMaxLength}
            autoComplete="off"
            {...bind('name')}
          />
        )}
      </AgainForm>
      <Said words={said} />
    </>
  );
};

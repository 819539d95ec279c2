import { Ellipsis, House, LayoutGrid, List, Plus, Search, UserRound } from 'lucide-react';
import { useState } from 'react';
import { AppBar, AppShell } from '../../../../src/app/ui/app-shell.tsx';
import { BottomBar, type NavLinkParts } from '../../../../src/app/ui/bottom-bar.tsx';
import { IconButton } from '../../../../src/app/ui/icon-button.tsx';
import { PageHeading } from '../../../../src/app/ui/page-heading.tsx';
import { StateBadge } from '../../../../src/app/ui/state-badge.tsx';
import { ActionStory, BlockingScreenStory, SignalStory } from './story-actions.tsx';
import { AttachmentStory, FormStory } from './story-forms.tsx';
import { ChartStory, ListStory } from './story-lists.tsx';
import type { ThemeChoice } from '../../../../src/app/ui/theme.ts';
import { SunToggle, ThemeToggle } from '../../../../src/app/ui/theme-toggle.tsx';
import { Toaster } from '../../../../src/app/ui/toaster.tsx';

const places = [
  { to: '/inicio', label: 'Inicio', icon: <House />, current: true },
  { to: '/movimientos', label: 'Movimientos', shortLabel: 'Mov.', icon: <List />, current: false },
  { to: '/campo', label: 'Campo', icon: <LayoutGrid />, current: false },
  { to: '/mas', label: 'Más', icon: <Ellipsis />, current: false },
];
const furtherPlaces = [{ to: '/equipo', label: 'Equipo', icon: <UserRound />, current: false }];

const renderLink = ({ to, ...rest }: NavLinkParts) => <a href={to} {...rest} />;

export interface UiStoryProps {
  readonly theme: ThemeChoice;
  readonly onTheme: (choice: ThemeChoice) => void;
}

/** Every component of `src/app/ui` in each state. */
export const UiStory = ({ theme, onTheme }: UiStoryProps) => {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <AppShell
        top={
          <AppBar
            start={<IconButton label="Buscar" icon={<Search size={26} />} />}
            end={
              <>
                <SunToggle value={theme} onChange={onTheme} />
                <StateBadge state="pending" />
              </>
            }
          >
            La Esperanza
          </AppBar>
        }
        nav={
          <BottomBar
            items={places}
            extraItems={furtherPlaces}
            renderLink={renderLink}
            actionLabel="Registrar"
            actionKey="N"
            onAction={() => setPresses(presses + 1)}
          />
        }
      >
        <PageHeading
          title="Componentes"
          aside={<IconButton label="Agregar" variant="default" icon={<Plus aria-hidden />} />}
        >
          {`Registrar, ${presses} veces`}
        </PageHeading>
        <ThemeToggle value={theme} onChange={onTheme} />
        <ActionStory />
        <SignalStory />
        <BlockingScreenStory />
        <ListStory />
        <ChartStory />
        <FormStory />
        <AttachmentStory />
      </AppShell>
      <Toaster />
    </>
  );
};

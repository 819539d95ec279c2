import { Contrast, Moon, Sun, SunMoon } from 'lucide-react';
import { ChipGroup } from './chip.tsx';
import { IconButton } from './icon-button.tsx';
import type { ThemeChoice } from './theme.ts';

export interface ThemeToggleProps {
  readonly value: ThemeChoice;
  readonly onChange: (choice: ThemeChoice) => void;
}

const options = [
  { value: 'auto', label: 'Automático', icon: <SunMoon size={20} /> },
  { value: 'light', label: 'Claro', icon: <Sun size={20} /> },
  { value: 'sol', label: 'Modo sol', icon: <Contrast size={20} /> },
  { value: 'dark', label: 'Oscuro', icon: <Moon size={20} /> },
] as const;

/** The themes, for Configuración. */
export const ThemeToggle = ({ value, onChange }: ThemeToggleProps) => (
  <ChipGroup label="Pantalla" labelHidden options={options} value={value} onChange={onChange} />
);

/** The first screen's ☀: sun theme on, back to automatic. */
export const SunToggle = ({ value, onChange }: ThemeToggleProps) => (
  <IconButton
    label="Modo sol"
    icon={<Sun size={26} />}
    aria-pressed={value === 'sol'}
    onClick={() => onChange(value === 'sol' ? 'auto' : 'sol')}
  />
);

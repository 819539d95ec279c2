// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChipGroup } from '../../../src/app/ui/chip.tsx';
import { DateField } from '../../../src/app/ui/date-field.tsx';
import { FormErrorSummary } from '../../../src/app/ui/form-error-summary.tsx';
import { NumberField, type NumberFieldValue } from '../../../src/app/ui/number-field.tsx';
import { PasswordField, TextField } from '../../../src/app/ui/text-field.tsx';

afterEach(cleanup);

const today = '2026-03-01';

const pressed = (name: string): string | null => screen.getByRole('button', { name }).getAttribute('aria-pressed');

describe('choosing one of a few', () => {
  const Place = () => {
    const [lot, setLot] = useState<'a' | 'b' | null>(null);
    return (
      <ChipGroup
        label="¿Dónde fue?"
        options={[
          { value: 'a', label: 'Lote 3' },
          { value: 'b', label: 'El Bajo' },
        ]}
        value={lot}
        onChange={setLot}
        error={lot ? undefined : 'Elegí un lote'}
      />
    );
  };

  test('the question names the group and one touch answers it', () => {
    render(<Place />);
    const group = screen.getByRole('group', { name: '¿Dónde fue?' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Elegí un lote');
    fireEvent.click(screen.getByRole('button', { name: 'El Bajo' }));
    expect(pressed('El Bajo')).toBe('true');
    expect(pressed('Lote 3')).toBe('false');
    expect(screen.queryByText('Elegí un lote')).toBeNull();
  });

  test('a table of words stands for a list of choices, in its order', () => {
    const onChange = vi.fn<(sex: 'm' | 'h') => void>();
    const words = { m: 'Macho', h: 'Hembra' } as const;
    render(<ChipGroup<'m' | 'h'> label="Sexo" options={words} value="m" onChange={onChange} />);
    expect(screen.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['Macho', 'Hembra']);
    expect(pressed('Macho')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Hembra' }));
    expect(onChange).toHaveBeenCalledWith('h');
  });
});

describe('a date', () => {
  const When = ({ start = today, max }: { readonly start?: string; readonly max?: string }) => {
    const [date, setDate] = useState(start);
    return (
      <>
        <DateField label="Fecha" value={date} onChange={setDate} today={today} max={max} />
        <output>{date}</output>
      </>
    );
  };
  const chosen = (): string => screen.getByRole('status').textContent ?? '';

  test('"Hoy" is marked when it is today', () => {
    render(<When />);
    expect(pressed('Hoy')).toBe('true');
  });

  test('"Anteayer" crosses the end of February', () => {
    render(<When />);
    fireEvent.click(screen.getByRole('button', { name: 'Anteayer' }));
    expect(chosen()).toBe('2026-02-27');
    expect(pressed('Anteayer')).toBe('true');
  });

  test('"Otra…" shows the calendar, and then says the date as dd/mm/yyyy', () => {
    render(<When />);
    fireEvent.click(screen.getByRole('button', { name: 'Otra…' }));
    fireEvent.change(screen.getByLabelText('Fecha', { selector: 'input' }), { target: { value: '2026-02-05' } });
    expect(chosen()).toBe('2026-02-05');
    expect(pressed('05/02/2026')).toBe('true');
  });

  test('a draft with an older date opens with the calendar', () => {
    render(<When start="2025-12-31" />);
    expect(screen.getByLabelText<HTMLInputElement>('Fecha', { selector: 'input' }).value).toBe('2025-12-31');
  });

  test('days after the last one allowed are not offered', () => {
    render(<When start="2026-02-28" max="2026-02-28" />);
    expect(screen.queryByRole('button', { name: 'Hoy' })).toBeNull();
    expect(pressed('Ayer')).toBe('true');
  });
});

describe('a weight', () => {
  const Weight = ({ heard }: { readonly heard: (value: NumberFieldValue) => void }) => {
    const [weight, setWeight] = useState<NumberFieldValue>(412.5);
    return (
      <>
        <NumberField
          label="Peso"
          unit="kg"
          value={weight}
          onChange={(value) => {
            heard(value);
            setWeight(value);
          }}
        />
        <button type="button" onClick={() => setWeight(null)}>
          Limpiar
        </button>
      </>
    );
  };
  const box = (): HTMLInputElement => screen.getByLabelText('Peso');
  const type = (value: string): void => {
    fireEvent.change(box(), { target: { value } });
  };

  test('it is shown with a comma and read with comma or dot', () => {
    const heard = vi.fn<(value: NumberFieldValue) => void>();
    render(<Weight heard={heard} />);
    expect(box().value).toBe('412,5');
    type('12,5');
    type('13.5');
    type('');
    type('doce');
    expect(heard.mock.calls.flat()).toEqual([12.5, 13.5, null, 'doce']);
  });

  test('what is half-typed stays as typed', () => {
    render(<Weight heard={vi.fn<(value: NumberFieldValue) => void>()} />);
    type('12,');
    expect(box().value).toBe('12,');
  });

  test('1.234 asks which was meant, and the answer settles it', () => {
    const heard = vi.fn<(value: NumberFieldValue) => void>();
    render(<Weight heard={heard} />);
    type('1.234');
    expect(heard).toHaveBeenLastCalledWith('1.234');
    fireEvent.click(screen.getByRole('button', { name: '1.234 kg' }));
    expect(heard).toHaveBeenLastCalledWith(1234);
    expect(screen.queryByRole('group', { name: '¿Cuál de los dos?' })).toBeNull();
  });

  test.each(['12 kilos', '1.234'])('«%s», which is no number yet, comes back from a draft as it was typed', (typed) => {
    render(<NumberField label="Peso" value={typed} onChange={vi.fn<(value: NumberFieldValue) => void>()} />);
    expect(box().value).toBe(typed);
  });

  test.each([
    [1e24, '1000000000000000000000000'],
    [1e-7, '0,0000001'],
    ['12', '12'],
    ['', ''],
  ])('%j, that was kept, opens its form again', (kept, shown) => {
    render(<NumberField label="Peso" value={kept} onChange={vi.fn<(value: NumberFieldValue) => void>()} />);
    expect(box().value).toBe(shown);
  });

  test('a reset empties the box', () => {
    render(<Weight heard={vi.fn<(value: NumberFieldValue) => void>()} />);
    fireEvent.click(screen.getByRole('button', { name: 'Limpiar' }));
    expect(box().value).toBe('');
  });
});

describe('a form that cannot be saved', () => {
  test('the field says what is wrong, for eyes and for readers', () => {
    render(
      <TextField
        label="Correo electrónico"
        value=""
        onChange={vi.fn<(text: string) => void>()}
        error="Falta el correo"
        hint="El tuyo"
      />,
    );
    const box = screen.getByLabelText('Correo electrónico');
    const described = (box.getAttribute('aria-describedby') ?? '').split(' ');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['El tuyo', 'Falta el correo']);
  });

  test('the summary takes the focus and leads to the field', () => {
    render(
      <>
        <FormErrorSummary attempt={1} errors={[{ fieldId: 'mail', message: 'Falta el correo' }]} />
        <TextField id="mail" label="Correo electrónico" value="" onChange={vi.fn<(text: string) => void>()} />
      </>,
    );
    expect(document.activeElement?.textContent).toBe('Falta corregir 1 dato');
    fireEvent.click(screen.getByRole('link', { name: 'Correo electrónico: Falta el correo' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Correo electrónico'));
  });
});

describe('a password', () => {
  test('"Ver" shows it and "Ocultar" hides it again', () => {
    render(
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        value="secreta"
        onChange={vi.fn<(text: string) => void>()}
      />,
    );
    const box = screen.getByLabelText('Contraseña', { selector: 'input' });
    fireEvent.click(screen.getByRole('button', { name: 'Ver: Contraseña' }));
    expect(box.getAttribute('type')).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Ocultar: Contraseña' }));
    expect(box.getAttribute('type')).toBe('password');
  });
});

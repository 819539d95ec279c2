import { useState } from 'react';
import { Card } from './card.tsx';
import { CheckField } from './check-field.tsx';
import { Chip, ChipGroup } from './chip.tsx';
import { DateField } from './date-field.tsx';
import { FormErrorSummary } from './form-error-summary.tsx';
import { Keypad } from './keypad.tsx';
import { NumberField, type NumberFieldValue } from './number-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { FoldLine } from './fold-line.tsx';
import { Stepper } from './stepper.tsx';
import { TextArea, TextField } from './text-field.tsx';

export const FormStory = () => {
  const [lot, setLot] = useState<string | null>('3');
  const [calves, setCalves] = useState(2);
  const [rain, setRain] = useState('25');
  const [words, setWords] = useState('');
  const [weight, setWeight] = useState<NumberFieldValue>(412.5);
  const [date, setDate] = useState('2026-11-05');
  const [done, setDone] = useState(true);
  return (
    <>
      <FormErrorSummary attempt={0} errors={[{ fieldId: 'correo', message: 'Falta el correo electrónico' }]} />
      <Card title="Elegir">
        <ChipGroup
          label="¿Dónde fue?"
          options={[
            { value: '3', label: 'Lote 3' },
            { value: 'bajo', label: 'El Bajo' },
          ]}
          value={lot}
          onChange={setLot}
          more={
            <Chip pressed={false} onPress={() => setLot(null)}>
              Todos…
            </Chip>
          }
        />
        <FoldLine
          about="Lugar y fecha"
          what="Lote 3 · Cría"
          when="Ayer"
          isMarked
          open={false}
          controls="ternero"
          onToggle={() => setDone(!done)}
        />
        <Stepper label="Ternero" hint="hay 40" value={calves} onChange={setCalves} addLabel="Sumar un ternero" />
        <Stepper label="Vaquillona" value={0} onChange={setCalves} />
        <DateField label="Fecha" value={date} onChange={setDate} today="2026-11-05" max="2026-11-05" />
        <DateField label="Vencimiento" value={date} onChange={setDate} today="2026-11-05" shortcuts={false} optional />
        <CheckField label="Recorrer aguadas" hint="Lote 3 · Ana" checked={done} onChange={setDone} />
        <CheckField label="Vacunar terneros" checked={false} onChange={setDone} />
      </Card>
      <Card title="Escribir">
        <TextField
          id="correo"
          label="Correo electrónico"
          type="email"
          placeholder="nombre@correo.com"
          value={words}
          onChange={setWords}
          error="Falta el correo electrónico"
        />
        <TextField label="Caravana" hint="Como está escrita en la oreja" value={words} onChange={setWords} optional />
        <PasswordField label="Contraseña" autoComplete="current-password" value={words} onChange={setWords} />
        <NumberField label="Peso" unit="kg" value={weight} onChange={setWeight} />
        <SelectField label="Categoría" options={{ cow: 'Vaca' }} value="" onChange={setWords} hint="Elegí una" />
        <TextArea label="Detalle" value={words} onChange={setWords} optional />
      </Card>
      <Card title="Teclado">
        <Keypad label="Milímetros" unit="mm" decimals={1} maxDigits={4} value={rain} onChange={setRain} />
      </Card>
    </>
  );
};

import { useState } from 'react';
import { Card, FigureList } from '../../../../src/app/ui/card.tsx';
import { CheckField } from '../../../../src/app/ui/check-field.tsx';
import { Chip, ChipGroup } from '../../../../src/app/ui/chip.tsx';
import { DateField } from '../../../../src/app/ui/date-field.tsx';
import { FormErrorSummary } from '../../../../src/app/ui/form-error-summary.tsx';
import { Keypad } from '../../../../src/app/ui/keypad.tsx';
import { NumberField, type NumberFieldValue } from '../../../../src/app/ui/number-field.tsx';
import { SelectField } from '../../../../src/app/ui/select-field.tsx';
import { FoldLine } from '../../../../src/app/ui/fold-line.tsx';
import { MonthStepper, Stepper } from '../../../../src/app/ui/stepper.tsx';
import { PasswordField, TextArea, TextField } from '../../../../src/app/ui/text-field.tsx';
import {
  AttachmentGroup,
  PhotoTile,
  PhotoTiles,
  PickPhotos,
  PlayVoice,
  RecordVoice,
} from '../../../../src/app/ui/photo-tile.tsx';
import { Stack } from '../../../../src/app/ui/stack.tsx';

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

/** One grey pixel, without network. */
const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAJmZmQAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
const months = ['octubre de 2026', 'noviembre de 2026'] as const;

export const AttachmentStory = () => {
  const [month, setMonth] = useState(1);
  const [seconds, setSeconds] = useState<number | null>(null);
  const nothing = (): void => undefined;
  return (
    <>
      <Card title="Adjuntos">
        <Stack>
          <AttachmentGroup label="Fotos">
            <PhotoTiles label="Fotos cargadas">
              <PhotoTile photo={{ is: 'here', url: picture }} words="Foto 1 de 3" onOpen={nothing} onRemove={nothing} />
              <PhotoTile photo={{ is: 'loading' }} words="Foto 2 de 3" onOpen={nothing} />
              <PhotoTile photo={{ is: 'away' }} words="Foto 3 de 3" onOpen={nothing} />
            </PhotoTiles>
            <PickPhotos busy={false} onPick={nothing} />
          </AttachmentGroup>
          <AttachmentGroup label="Audio" error="No se pudo grabar: el celular no dio permiso para usar el micrófono.">
            <RecordVoice
              seconds={seconds}
              most={120}
              busy={false}
              onStart={() => setSeconds(12)}
              onStop={() => setSeconds(null)}
            />
            <PlayVoice voice={{ is: 'away' }} onRemove={nothing} />
          </AttachmentGroup>
        </Stack>
      </Card>
      <Card title="Lluvia">
        <MonthStepper
          label={months[month] ?? ''}
          onBack={() => setMonth(0)}
          onForth={month === 1 ? null : () => setMonth(1)}
        />
        <FigureList
          label="Lluvia del mes"
          figures={[
            { label: 'El Bajo', value: '112 mm' },
            { label: 'La Loma de los Algarrobos', value: '1.084,5 mm' },
          ]}
        />
      </Card>
    </>
  );
};

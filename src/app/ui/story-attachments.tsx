import { useState } from 'react';
import { AttachmentGroup } from './attachment-group.tsx';
import { Card } from './card.tsx';
import { FigureList } from './figure-list.tsx';
import { MonthStepper } from './month-stepper.tsx';
import { PhotoTile, PhotoTiles } from './photo-tile.tsx';
import { PickPhotos } from './pick-photos.tsx';
import { Stack } from './stack.tsx';
import { PlayVoice, RecordVoice } from './voice-bar.tsx';

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

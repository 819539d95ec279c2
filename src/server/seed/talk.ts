import { addDays, type Day } from '../../domain/dates.ts';
import { demoPeople } from './places.ts';
import { tagPicture, voiceNote } from './talk-media.ts';

interface Media {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A message as the provider brings it. */
interface Heard {
  readonly id: string;
  readonly from: string;
  readonly at: string;
  readonly text: string | null;
  readonly choice: null;
  readonly audio: Media | null;
  readonly file?: Media;
}

export interface Talk {
  readonly hear: (message: Heard) => Promise<void>;
  readonly answer: (atMs: number, to: string, text: string) => Promise<void>;
}

interface Said {
  readonly daysAgo: number;
  /** UTC: three hours ahead of the farm. */
  readonly at: string;
  readonly text: string | null;
  readonly audio?: Media;
  readonly file?: Media;
}

const saidByHand: readonly Said[] = [
  {
    daysAgo: 19,
    at: '11:42',
    text: 'Buen día. Cambié de celular: bajé la aplicación en el nuevo y está todo lo cargado',
  },
  { daysAgo: 12, at: '20:15', text: '¿Si cargo sin señal se manda solo después?' },
  {
    daysAgo: 6,
    at: '13:05',
    text: 'Esta es la vaca que renguea, la 214',
    file: { type: 'image/jpeg', bytes: tagPicture },
  },
  { daysAgo: 1, at: '21:38', text: null, audio: { type: 'audio/ogg; codecs=opus', bytes: voiceNote } },
];

const answers = [
  {
    daysAgo: 12,
    at: '20:16',
    text: 'Sí: lo que cargues queda guardado en el celular y se envía solo cuando vuelve la señal.',
  },
] as const;

const momentOf = (lastDay: Day, { daysAgo, at }: Pick<Said, 'daysAgo' | 'at'>): string =>
  `${addDays(lastDay, -daysAgo)}T${at}:00.000Z`;

/** The hand's conversation, with a picture and a voice note. */
export async function converse({ hear, answer }: Talk, lastDay: Day): Promise<void> {
  const from = demoPeople.hand.phone;
  for (const [index, said] of saidByHand.entries()) {
    const { text, audio = null, file } = said;
    const at = momentOf(lastDay, said);
    await hear({ id: `demo-${index}`, from, at, text, choice: null, audio, ...(file && { file }) });
    for (const { text: reply, ...when } of answers) {
      if (when.daysAgo === said.daysAgo) await answer(Date.parse(momentOf(lastDay, when)), from, reply);
    }
  }
}

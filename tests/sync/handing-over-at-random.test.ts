import { expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { seeded } from '../support/sim/random.ts';

const lost: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'lost' };
const steps = 60;

/** A day of Caro's, whose records reach the farm by her own phone and by Beto's, in whatever order and however often. */
class Day {
  /** What each of her records says in the end; nothing of one that she deleted. */
  readonly counts = new Map<string, number>();
  private readonly packages: string[] = [];
  private isLossy = true;
  private readonly random: () => number;
  private readonly farm: FieldFarm;
  readonly caro: ServerPhone;
  readonly beto: ServerPhone;

  constructor(farm: FieldFarm, random: () => number) {
    this.farm = farm;
    this.random = random;
    const onCall = ({ method }: Omit<Request, 'token'>): Reply | null =>
      this.isLossy && method !== 'GET' && random() < 0.3 ? lost : null;
    this.caro = openServerPhone(farm, 'caro', { onCall });
    this.beto = openServerPhone(farm, 'beto', { onCall });
  }

  private readonly pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(this.random() * from.length)];

  private readonly birth = (count: number) => ({
    date: '2026-11-20',
    lot_id: this.farm.lots.ombu,
    rodeo_id: this.farm.rodeos.cria,
    animals: [{ type: this.farm.cat('Ternero al pie'), count }],
  });

  private readonly acts: readonly (() => Promise<void>)[] = [
    async () => {
      const count = 1 + Math.floor(this.random() * 5);
      const made = await this.caro.farm.acts.recordMovement('BIRTH', this.birth(count));
      if (made.ok) this.counts.set(made.value.entityId, count);
    },
    async () => {
      const id = this.pick([...this.counts.keys()]) ?? '';
      const count = 1 + Math.floor(this.random() * 5);
      const edited = await this.caro.farm.acts.editMovement(id, this.birth(count));
      if (edited.ok && this.counts.get(id) !== 0) this.counts.set(id, count);
    },
    async () => {
      const id = this.pick([...this.counts.keys()]) ?? '';
      if (this.random() < 0.5) return;
      if ((await this.caro.farm.acts.deleteMovement(id)).ok) this.counts.set(id, 0);
    },
    async () => {
      const made = await this.caro.farm.acts.exportPending(false);
      if (made.ok && made.value) this.packages.push(made.value.text);
    },
    async () => {
      const text = this.pick(this.packages);
      if (text !== undefined) await this.beto.farm.acts.takeIn(text);
    },
    () => this.meet(this.caro),
    () => this.meet(this.beto),
  ];

  /** For a moment there is signal. */
  private async meet(phone: ServerPhone): Promise<void> {
    phone.link.isUp = true;
    this.farm.clock.now += 4_000;
    await phone.farm.acts.sendNow();
    phone.link.isUp = false;
  }

  async live(): Promise<void> {
    for (const phone of [this.caro, this.beto]) await this.meet(phone);
    for (let step = 0; step < steps; step += 1) await this.pick(this.acts)?.();
    this.isLossy = false;
    for (let round = 0; round < 6; round += 1) for (const phone of [this.beto, this.caro]) await this.meet(phone);
  }
}

test.each(Array.from({ length: 15 }, (_, index) => index + 1))(
  'Records, changes and deletions that come by two roads count once (day %i)',
  async (seed) => {
    const farm = await createFieldFarm();
    const day = new Day(farm, seeded(seed));
    await day.live();
    const calves = farm.cat('Ternero al pie');
    const all = [...day.counts.values()].reduce((sum, count) => sum + count, 0);
    expect(await farm.heads(farm.lots.ombu, farm.rodeos.cria, calves)).toBe(all);
    for (const phone of [day.caro, day.beto]) {
      const cells = (await phone.farm.views.stock()).filter((cell) => cell.category === calves);
      expect(cells.reduce((sum, cell) => sum + cell.head, 0)).toBe(all);
      expect(await phone.farm.views.pending()).toEqual([]);
    }
    await farm.close();
  },
);

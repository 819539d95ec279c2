import type { Answer } from './call.ts';

/** A list read part by part while the answer is written, so that it is never whole in memory. All parts are read in the transaction of its read. */
export class InParts {
  readonly parts: AsyncIterable<readonly unknown[]>;
  constructor(parts: AsyncIterable<readonly unknown[]>) {
    this.parts = parts;
  }
}

/** The answer with whole lists. */
export async function gathered(answer: Answer): Promise<Answer> {
  const whole: Record<string, unknown> = { ...answer };
  for (const [name, value] of Object.entries(answer)) if (value instanceof InParts) whole[name] = await listIn(value);
  return whole;
}

async function listIn({ parts }: InParts): Promise<readonly unknown[]> {
  const list: unknown[] = [];
  for await (const part of parts) for (const one of part) list.push(one);
  return list;
}

/**
 * The JSON of a success in chunks; joined it equals `JSON.stringify` of the whole. A chunk is yielded when the next part is there, so a list of
 * one part is one chunk.
 */
export async function* written(answer: Answer): AsyncGenerator<string, void> {
  let text = '{"ok":true';
  for (const [name, value] of Object.entries(answer)) {
    if (!(value instanceof InParts)) {
      const whole = JSON.stringify(value) as string | undefined;
      text += whole === undefined ? '' : `,${JSON.stringify(name)}:${whole}`;
      continue;
    }
    text += `,${JSON.stringify(name)}:[`;
    let before = '';
    for await (const part of value.parts) {
      if (part.length === 0) continue;
      if (before !== '') {
        yield text;
        text = '';
      }
      text += `${before}${part.map((one) => JSON.stringify(one)).join(',')}`;
      before = ',';
    }
    text += ']';
  }
  yield `${text}}`;
}

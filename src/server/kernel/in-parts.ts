import type { Answer } from './call.ts';

/**
 * A list of an answer that is read part by part while the answer is written out, so that nobody holds the whole of it. All parts are read in the
 * transaction of the read that gives it.
 */
export class InParts {
  readonly parts: AsyncIterable<readonly unknown[]>;
  constructor(parts: AsyncIterable<readonly unknown[]>) {
    this.parts = parts;
  }
}

/** The answer with its lists whole, for who hands it on as one thing. */
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
 * The JSON of a success, part by part: joined it is, sign for sign, what `JSON.stringify` makes of the whole. A part is given when the next one
 * is there: a list of one part is one piece.
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

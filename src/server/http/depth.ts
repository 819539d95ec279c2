/** Deeper than any of our bodies: meant to overflow the stack. */
const deepest = 64;

/** Whether JSON nests too deep, without parsing it; brackets in strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInWord = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (isInWord && sign === '\\') at += 1;
    else if (sign === '"') isInWord = !isInWord;
    else if (!isInWord && (sign === '[' || sign === '{')) depth += 1;
    else if (!isInWord && (sign === ']' || sign === '}')) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

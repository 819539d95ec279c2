/** Nothing that is said here is as deep: whoever nests deeper wants what walks through it to run out of room. */
const deepest = 64;

/** Whether JSON nests deeper than anything of ours, told without reading it: brackets inside of words are none. */
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

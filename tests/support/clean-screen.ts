/** Files of screens share a page: what one of them left on it would be read in the next. Notices outlive the screen that made them. */
import toast from 'react-hot-toast';
import { afterAll, beforeAll } from 'vitest';

const origin = 'http://localhost:3000';

beforeAll(() => {
  toast.remove();
});
afterAll(() => {
  toast.remove();
  if (location.origin !== origin) throw new Error(`This file left the page of all later ones at ${location.href}`);
});

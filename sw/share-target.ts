import { keepShared } from '../src/app/sync/forwarded-files.ts';

/** Where the phone's share sheet posts to, as the manifest says. */
export const shareAddress = '/upload-invoice';

/** More at once is no invoice. */
const mostFiles = 5;

const isFile = (part: FormDataEntryValue): part is File => typeof part !== 'string' && part.size > 0;

async function kept(request: Request): Promise<string | null> {
  try {
    const files = (await request.formData()).getAll('file').filter(isFile).slice(0, mostFiles);
    const share = crypto.randomUUID();
    await keepShared(caches, share, files, Date.now());
    return files.length > 0 ? share : null;
  } catch {
    // No room, or a post that is no form: the screen says that nothing came, and asks for the file itself.
    return null;
  }
}

/**
 * A photo or PDF that another app shares (ux.md §2.1): kept on this device before anything else, with signal or without, and then the
 * screen that takes it is opened.
 */
export async function takeShared(request: Request): Promise<Response> {
  const share = await kept(request);
  return Response.redirect(`${shareAddress}?compartido=${share ?? 'nada'}`, 303);
}

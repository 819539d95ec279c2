import { keepShared } from '../src/app/sync/blobs/forwarded-files.ts';

/** Where the phone's share sheet posts to, as the manifest says. */
export const shareAddress = '/upload-invoice';

/** More at once is no invoice. */
const mostFiles = 5;

const isFile = (part: FormDataEntryValue): part is File => typeof part !== 'string' && part.size > 0;

/**
 * Whether a post may come from the phone's own sheet: it names no site, or ours; a page of another site names its own. One that hides its
 * name is taken too: what is shared waits on the screen for the person.
 */
function isFromPhone({ headers, referrer, destination }: Request): boolean {
  const sites = [headers.get('origin') ?? '', referrer].filter((site) => /^https?:/.test(site));
  return destination !== 'iframe' && sites.every((site) => new URL(site).origin === location.origin);
}

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
 * A photo or PDF that another app shares (ux.md §2.1): kept on this device first, then its screen opens. What another site posts is not
 * kept, and the screen says so.
 */
export async function takeShared(request: Request): Promise<Response> {
  const share = isFromPhone(request) ? await kept(request) : null;
  return Response.redirect(`${shareAddress}?compartido=${share ?? 'nada'}`, 303);
}

import { keepShared } from '../src/app/sync/blobs/forwarded-files.ts';

/** Where the share sheet posts to, as in the manifest. */
export const shareAddress = '/upload-invoice';

const mostFiles = 5;

const isFile = (part: FormDataEntryValue): part is File => typeof part !== 'string' && part.size > 0;

/**
 * Whether a post may come from the phone's sheet: it names no site, or ours. A site that hides its name passes too: the file waits for the
 * person.
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
    // No room, or no form: the screen asks for the file itself.
    return null;
  }
}

/** A photo or PDF shared by another app (ux.md §2.1): kept here first, then its screen opens. Posts of other sites are dropped. */
export async function takeShared(request: Request): Promise<Response> {
  const share = isFromPhone(request) ? await kept(request) : null;
  return Response.redirect(`${shareAddress}?compartido=${share ?? 'nada'}`, 303);
}

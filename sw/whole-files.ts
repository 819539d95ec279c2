/** What index.html says wherever it comes from, and no page of a portal or of a proxy does. */
const ownPage = 'id="root"';

const isPage = (response: Response): boolean => (response.headers.get('content-type') ?? '').includes('text/html');

/**
 * A file of this build as it goes among those that open the app without signal; null for what came in its place (trust.md row 147). A portal
 * or a proxy answers every address with a page of its own and a 200: kept as a script, it would leave a white screen where there is no
 * signal. The one that is refused fails the whole update, and the version before goes on working.
 */
export async function wholeFile({ url }: Pick<Request, 'url'>, response: Response): Promise<Response | null> {
  if (response.status >= 400) return null;
  if (!isPage(response)) return response;
  const isOurs = new URL(url).pathname.endsWith('.html') && (await response.clone().text()).includes(ownPage);
  return isOurs ? response : null;
}

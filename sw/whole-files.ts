/** What index.html says wherever it comes from, and no page of a portal or of a proxy does. */
const ownPage = 'id="root"';

const isPage = (response: Response): boolean => (response.headers.get('content-type') ?? '').includes('text/html');

/**
 * A file of this build; null for what came in its place (trust.md row 147). A portal answers every address with its own page and a 200,
 * which kept as a script would leave a white screen. A refused one fails the update, and the version before goes on.
 */
export async function wholeFile({ url }: Pick<Request, 'url'>, response: Response): Promise<Response | null> {
  if (response.status >= 400) return null;
  if (!isPage(response)) return response;
  const isOurs = new URL(url).pathname.endsWith('.html') && (await response.clone().text()).includes(ownPage);
  return isOurs ? response : null;
}

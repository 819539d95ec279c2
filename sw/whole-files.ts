/** In our index.html wherever it comes from, and in no portal's page. */
const ownPage = 'id="root"';

const isPage = (response: Response): boolean => (response.headers.get('content-type') ?? '').includes('text/html');

/**
 * A file of this build, or null (trust.md row 147): a portal answers everything with its page and a 200, which cached as a script would
 * leave a white screen. A null fails the update, and the version before goes on.
 */
export async function wholeFile({ url }: Pick<Request, 'url'>, response: Response): Promise<Response | null> {
  if (response.status >= 400) return null;
  if (!isPage(response)) return response;
  const isOurs = new URL(url).pathname.endsWith('.html') && (await response.clone().text()).includes(ownPage);
  return isOurs ? response : null;
}

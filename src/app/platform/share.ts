/** Shares a file (in pieces if long) by the share sheet, else downloads it. Cancelling is no failure. */
export async function share(
  name: string,
  content: string | Uint8Array<ArrayBuffer> | readonly string[],
  type = 'application/json',
): Promise<void> {
  const file = new File(typeof content === 'string' || content instanceof Uint8Array ? [content] : [...content], name, {
    type,
  });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      if (!(error instanceof DOMException)) throw error;
    }
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

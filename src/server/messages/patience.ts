/** Retries after each pause and throws the last error. `isWorthIt` tells temporary errors. */
export async function withPatience<T>(
  attempt: () => Promise<T>,
  pausesMs: readonly number[],
  isWorthIt: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWorthIt(error)) throw error;
      // A stopping server does not wait for a mail.
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }
  return await attempt();
}

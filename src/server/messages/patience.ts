/** Tries again after each pause while it fails, and throws the last failure. `isWorthIt` says which failures may pass by themselves. */
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
      // Nothing waits for this: a server that stops need not stay up for a letter.
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }
  return await attempt();
}

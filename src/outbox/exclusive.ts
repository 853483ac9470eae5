/** Runs work under a Web Lock, so that one tab of a browser delivers at a time; at once where locks are missing. */
export async function exclusively(
  locks: LockManager | undefined,
  name: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (locks === undefined) return work()
  await locks.request(name, { signal }, work)
}

/**
 * Fetches what runs cameras, most of the engine's code: pages that run none go without it. Rejects while the hub that
 * serves it is away.
 */
export async function loadEngine() {
  const { startEngine } = await import('./start-engine')
  return startEngine
}

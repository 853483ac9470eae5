/** Where the browser keeps the model: the worker comes and goes, and its link is another every few minutes. */
const CACHE = 'nightjar-person-model'

/**
 * The bytes of the operator's model. A name stands for one content (server/cameras/person-model/person-model.ts): what was fetched
 * once is not fetched again, and what has another name goes. Rejects where it cannot be had.
 */
export async function modelBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = new URL(url).origin + new URL(url).pathname
  // Missing on pages that are not secure; may be refused in private windows.
  const cache = 'caches' in globalThis ? await caches.open(CACHE).catch(() => null) : null
  const kept = await cache?.match(name)
  if (kept !== undefined) return new Uint8Array(await kept.arrayBuffer())
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The person model could not be fetched: the hub answered ${answer.status}.`)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (cache !== null) await keepOnly(cache, name, bytes).catch(() => undefined)
  return bytes
}

async function keepOnly(cache: Cache, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (const request of await cache.keys()) await cache.delete(request)
  await cache.put(name, new Response(bytes))
}

/** Most bytes of one reply of a model that are read. */
const MAX_REPLY_BYTES = 1024 * 1024

/**
 * Asks the model's server: redirects are not followed, as the key and the workspace's data would go along, and a reply that
 * does not end is cut off with an error.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  return new Response(response.body.pipeThrough(limited()), { status: response.status, headers: response.headers })
}

function limited(): TransformStream<Uint8Array, Uint8Array> {
  let readBytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      readBytes += chunk.byteLength
      if (readBytes > MAX_REPLY_BYTES) controller.error(new Error('the reply of the model is too long'))
      else controller.enqueue(chunk)
    },
  })
}

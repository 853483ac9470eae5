import type { ClipSigning } from '../../../src/outbox/signing/clip-signer'

/** A browser that keeps no keys: its clips go without a proof. Most tests have it, as signing takes other threads. */
export const noSigning: ClipSigning = {
  sign: async () => null,
  signConverted: async () => null,
  retire: async () => undefined,
}

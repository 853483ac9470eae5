import type { ClipSigning } from './clip-signer'

/** Its code comes when a camera runs, or with the first clip. Where it does not come, that clip goes without a proof. */
export function lateSigning(): ClipSigning & { prepare(): void } {
  let signing: ClipSigning | null = null
  const come = async () => {
    signing ??= (await import('./clip-signer')).clipSigning()
    return signing
  }
  return {
    prepare: () => void come().catch(() => undefined),
    sign: async (clip) => (await come()).sign(clip),
    signConverted: async (proof, cameraId, content) => (await come()).signConverted(proof, cameraId, content),
    retire: async (proof, cameraId) => (await come()).retire(proof, cameraId),
  }
}

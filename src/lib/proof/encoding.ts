type Bytes = Uint8Array<ArrayBuffer>

/** As UTF-8. */
export function bytesOfText(text: string): Bytes {
  return new TextEncoder().encode(text)
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** null: it is none, or not as `base64Url` writes it: the same bytes must not be written in two ways. */
export function bytesOfBase64Url(text: string): Bytes | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return base64Url(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

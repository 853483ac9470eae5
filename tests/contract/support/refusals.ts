interface Checked {
  readonly success: boolean
  readonly error?:
    | { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
    | undefined
}

/** Sentences of a refused input, as 'field: sentence'. */
export function refusalsOf({ error }: Checked): string[] {
  return (error?.issues ?? []).map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}

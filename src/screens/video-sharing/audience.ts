/** Who may watch, by the switch Public Share. */
export const audience = {
  open: 'Whoever has the link may watch.',
  closed: 'Only people of this workspace may watch, after signing in.',
} as const

/** A place in a recording, or its length, as players write it: `0:05`, `1:00`. */
export function formatClipTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

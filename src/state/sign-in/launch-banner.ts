/** Text of the launch banner (AUTH-17 to AUTH-19, read literally: X-04); null hides it. Local time decides. */
export function launchBannerText(now: Date): string | null {
  const AUGUST = 7
  if (now.getMonth() === AUGUST) return null
  return now.getDate() === 31
    ? "We're launching on Product Hunt TODAY — grab the special discount!"
    : "We're launching on July 31st, 2025 on Product Hunt — a special discount awaits!"
}

/** Said of what the free plans lack (spec 2). */
export const PAID_TIERS = 'Available on Pro or Team tier'

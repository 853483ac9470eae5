/** Said of what the free plans lack (CAM-38). */
export const PAID_TIERS = 'Available on Pro or Team tier'

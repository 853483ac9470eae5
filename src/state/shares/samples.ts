import { DAY_MS } from '../../lib/durations'

/** What a provider without shares shows (SHARE-01): samples, and a form that nothing reads. */
export interface SampleShare {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly shareUrl: string
  readonly isPublic: boolean
  /** ISO time. */
  readonly expiresAt: string
  readonly views: number
  /** null: not protected. */
  readonly password: string | null
}

export const sampleClips = [
  'Front Door: parcel delivered, 9:42 AM',
  'Backyard: motion by the gate, 7:15 PM',
  'Garage: door left open, 11:03 PM',
] as const

/** Samples that expire some days after now, so that none is ever out of date. */
export function sampleShares(nowMs: number): readonly SampleShare[] {
  const inDays = (days: number) => new Date(nowMs + days * DAY_MS).toISOString()
  return [
    {
      id: 'sample-1',
      title: 'Parcel at the front door',
      description: 'For the neighbour who took it in',
      shareUrl: 'https://nightjar.example/shared/sample-1',
      isPublic: false,
      expiresAt: inDays(3),
      views: 4,
      password: 'sample',
    },
    {
      id: 'sample-2',
      title: 'Fox in the backyard',
      description: 'Two minutes before sunrise',
      shareUrl: 'https://nightjar.example/shared/sample-2',
      isPublic: true,
      expiresAt: inDays(7),
      views: 27,
      password: null,
    },
    {
      id: 'sample-3',
      title: 'Garage door, for the insurance',
      description: 'The night of the storm',
      shareUrl: 'https://nightjar.example/shared/sample-3',
      isPublic: false,
      expiresAt: inDays(30),
      views: 1,
      password: null,
    },
  ]
}

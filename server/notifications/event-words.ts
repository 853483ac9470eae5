import type { AlertKind } from '../db/notification-tables'
import type { CameraTable } from '../db/schema'

interface AlertWords {
  readonly title: string
  readonly message: string
}

/** What an alert says, in the list of events and in messages alike: what happened, and what to do. */
export function alertWords(kind: AlertKind, { name, location }: Pick<CameraTable, 'name' | 'location'>): AlertWords {
  const place = `${name} (${location})`
  switch (kind) {
    case 'covered':
      return {
        title: `Lens covered at ${name}`,
        message: `Something covers the lens at ${place}. Look at what is before the camera, and clear its lens.`,
      }
    case 'turned':
      return {
        title: `Camera turned at ${name}`,
        message: `The camera at ${place} shows another view than before. Check who moved it, and turn it back.`,
      }
    case 'frozen':
      return {
        title: `Picture frozen at ${name}`,
        message: `The camera at ${place} repeats one picture. Check its cable, then stop the camera and start it again.`,
      }
    case 'darkened':
      return {
        title: `Sudden darkness at ${name}`,
        message: `The picture at ${place} went dark all at once. Check whether the lens is covered or the light went out.`,
      }
    case 'offline':
      return {
        title: `Camera offline: ${name}`,
        message: `${place} went offline while it was looking for motion. Check the browser tab that films, its power and its network.`,
      }
  }
}

/** `A person was seen`, `2 people were seen`. */
export function personsSeen(count: number): string {
  return count === 1 ? 'A person was seen' : `${count} people were seen`
}

/** Why no live picture is there, and what helps. */
export const liveSentences = {
  ends: {
    'live-off':
      'Live view of this camera is switched off. The owner of the workspace can switch it on in its settings.',
    'not-allowed': 'You may not look through this camera any more. Ask the owner of the workspace to invite you again.',
    'no-camera': 'This camera is no longer in the workspace.',
    full: 'As many people look through this camera as it can serve. It is tried again every few seconds.',
    unable: 'This browser can show no live picture of this camera. A current Chrome, Edge, Firefox or Safari can.',
  },
  noDirect: {
    full: 'Four others look directly, so this picture comes through the hub.',
    failed: 'No direct way to the camera was found, so this picture comes through the hub.',
  },
  reconnecting: {
    hub: 'The hub does not answer. The picture comes back by itself.',
    picture: 'The picture stopped. It comes back by itself.',
  },
  away: 'Open Nightjar on the machine of this camera; the picture comes back by itself.',
  noMicrophone: 'The microphone could not be used. Allow it beside the address bar.',
  noVoice: 'Talking needs a direct way to the camera, and there is none now.',
  notDone: 'The camera could not be told. Try again when its picture is back.',
  recording: (name: string) => `${name} records a clip now.`,
  sirenOver: (name: string) => `The siren of ${name} is off.`,
} as const

/** Every sentence of ERR-01 to ERR-29, and ours where the specification leaves the wording open. */
export const messages = {
  requestCodeFailed: 'Failed to send OTP. Please try again.',
  verificationFailed: 'Verification failed. Please try again.',
  codeResent: 'Verification code resent successfully!',
  resendFailed: 'Failed to resend code. Please try again.',
  fillAllFields: 'Please fill in all fields.',
  cameraAdded: 'Camera added successfully!',
  addCameraFailed: 'Error adding camera. You have hit your camera limit.',
  cameraUpdated: 'Camera details updated successfully.',
  cameraNotUpdated: 'Failed to update camera details',
  cameraUpdateError: (message: string) => `Error updating camera: ${message || 'Unknown error'}`,
  standIn: 'The chosen device did not start; another one stands in.',
  selectDevice: 'Please select a valid camera device',
  cameraRemoved: 'Camera removed.',
  videoRemoved: 'Recording removed.',
  notKeptHere:
    'This browser has no room to keep how it looks for motion and records here. Free some room on this machine, then save again.',
  moreVideosFailed: 'More recordings did not come. Try again.',
  notKept: (message: string) => `The recording could not be marked. ${message}`,
  notDownloaded: (message: string) => `The recording could not be downloaded. ${message}`,
  notExported: (message: string) => `The download could not be prepared. ${message}`,
  notRemoved: (what: string, message: string) => `The ${what} could not be removed. ${message}`,
  noEmail: 'Give an e-mail address, such as name@example.org.',
  invited: (email: string, isPrinted: boolean) =>
    isPrinted
      ? `This hub has no mail server: the invitation to ${email} is printed on its terminal, as codes are. Tell them.`
      : `Invitation sent to ${email}.`,
  hasJoined: (email: string) => `${email} has joined meanwhile. Remove them to take their access.`,
  mayHaveJoined: (email: string) =>
    `The invitation to ${email} is gone: it may have been taken up. The hub did not say; look at this list once it answers again.`,
  invitationWithdrawn: (email: string) => `The invitation to ${email} was withdrawn.`,
  memberRemoved: (email: string, mailsGoTo: string | null) =>
    `${email} was removed from the workspace.${mailsGoTo === null ? '' : ` Notifications by e-mail, which went there, go to ${mailsGoTo} now.`}`,
  memberNotRemoved: (email: string, advice: string) => `${email} could not be removed. ${advice}`,
  leftWorkspace: 'You left the workspace. Sign in to use one of your own.',
  notLeft: (advice: string) => `You could not leave the workspace. ${advice}`,
  tokenRevoked: (name: string) => `The token ${name} was revoked.`,
  tokenNotRevoked: (name: string, advice: string) => `The token ${name} could not be revoked. ${advice}`,
  webhookRemoved: (name: string) => `The webhook ${name} was removed.`,
  webhookGone: (name: string) => `The webhook ${name} is gone: somebody has removed it.`,
  webhookNotRemoved: (name: string, advice: string) => `The webhook ${name} could not be removed. ${advice}`,
  webhookOn: (name: string) => `The webhook ${name} is on.`,
  webhookOff: (name: string) => `The webhook ${name} is off: it is called no more.`,
  webhookNotSwitched: (name: string, advice: string) => `The webhook ${name} stays as it is. ${advice}`,
  shareMade: 'The share is made, and its link is copied.',
  shareMadeNotCopied: 'The share is made. Copy its link here.',
  shareChanged: 'The share was changed.',
  shareRevoked: (title: string) => `“${title}” is shared no more.`,
  shareNotRevoked: (title: string, advice: string) => `“${title}” is still shared. ${advice}`,
  shareNotOpened: (advice: string) => `The shared film could not be opened. ${advice}`,
  shareNotYours: 'This share has ended, or it is of a workspace that you are not in.',
  linkCopied: 'Link copied.',
  linkNotCopied: 'The browser did not let the page copy. Open Preview and copy its address.',
  deviceSignedOut: (device: string) => `${device} was signed out.`,
  deviceNotSignedOut: (device: string, advice: string) => `${device} could not be signed out. ${advice}`,
  othersSignedOut: (count: number) =>
    count === 1 ? 'One other device was signed out.' : `${count} other devices were signed out.`,
  othersNotSignedOut: (advice: string) => `The other devices could not be signed out. ${advice}`,
  passkeyMade: 'This device has a passkey now: next time, sign in with it.',
  passkeyPresent: 'There is a passkey for you on this device already.',
  passkeyNotMade: (advice: string) => `The passkey could not be made. ${advice}`,
  passkeyRemoved: (name: string) => `The passkey ${name} was removed.`,
  passkeyNotRemoved: (name: string, advice: string) => `The passkey ${name} could not be removed. ${advice}`,
  passkeyFailed: 'The browser could not use a passkey here. Sign in with your e-mail address.',
  pushOn: 'This device is told from now on. Try it with Test This Device.',
  pushNotAllowed: 'The browser was not allowed to show notifications. Press again, and allow them.',
  pushNotSubscribed:
    "The browser's push service did not answer. Check that this device is online, then try again, or use another browser.",
  pushNotOff: (advice: string) => `This device is still told. ${advice}`,
  pushTested: 'A test is on its way to this device.',
  pushNotTested: (advice: string) => `The test did not arrive. ${advice}`,
  pushEnded: (device: string) => `${device} is told no more.`,
  pushNotEnded: (device: string, advice: string) => `${device} is still told. ${advice}`,
  modesNotChanged: (advice: string) => `The modes stay as they are. ${advice}`,
  copied: 'Copied.',
  notCopied: 'The browser did not let the page copy. The text is selected: copy it with the keyboard.',
  watchEnded: (cameras: readonly string[], outlook: 'goes-on' | 'perhaps' | 'for-good') => {
    const isOne = cameras.length === 1
    const ended = `${cameras.join(', ')} no longer ${isOne ? 'watches' : 'watch'}.`
    const goOn = isOne ? 'it goes on' : 'they go on'
    switch (outlook) {
      case 'goes-on':
        return `${ended} Sign in on this machine again, and ${goOn}.`
      case 'perhaps':
        return `${ended} If you sign in on this machine to the same workspace again, ${goOn}.`
      case 'for-good':
        return ended
    }
  },
  noWorkspace: 'It is not known which workspace this is. Sign out and in again.',
  workspaceDeleted: 'The workspace was deleted with everything in it. Sign in to begin a new one.',
  navigationMissing: 'The navigation is not here yet. Try again.',
  motionStays: (name: string, isOn: boolean) =>
    `${raised.toggleMotion} of ${name}: it stays ${isOn ? 'on' : 'off'}. Try again.`,
  motionUnclear: (name: string) =>
    `${raised.toggleMotion} of ${name}: the hub did not say. Look whether it is on once the hub answers again.`,
  previewFailed: 'Failed to access selected camera',
  viewFeed: 'Viewing live feed is not implemented yet. Please check back later.',
  settingUpdated: (name: string) => `Notification setting ${name} updated successfully`,
  settingNotUpdated: (name: string, statusText: string) =>
    `Failed to update notification setting ${name}: ${statusText}`,
  settingUpdateError: (name: string) => `Error updating notification setting ${name}. Please try again later.`,
  integrationUpdated: (name: string) => `Integration config ${name} updated successfully`,
  integrationNotUpdated: (name: string, statusText: string) =>
    `Failed to update integration config ${name}: ${statusText}`,
  integrationUpdateError: (name: string) => `Error updating integration config ${name}. Please try again later.`,
  testSent: (type: string) => `Test ${type} integration sent successfully!`,
  testFailed: (type: string) => `Failed to test ${type} integration. Please check the console for details.`,
  testError: (type: string) => `Error testing ${type} integration. Please try again later.`,
} as const

/** Raised, logged and reported (ERR-15 to ERR-20, X-25); of these only that of motion is shown, with what became of it. */
export const raised = {
  fetchCameras: 'Failed to fetch cameras',
  fetchCameraFeeds: 'Failed to fetch camera feeds',
  addCamera: 'Failed to add camera',
  toggleMotion: 'Failed to toggle motion detection',
  uploadVideo: 'Failed to upload video',
  sendAlert: 'Failed to send an alert',
  fetchWorkspace: 'Failed to fetch workspace details',
  http: (statusText: string) => `Something went wrong: ${statusText}`,
  httpOnRetry: (statusText: string) => `Something went wrong on retry: ${statusText}`,
} as const

/** Why a camera that should watch sees nothing, and what helps. */
export const sightSentences = {
  'no-frames': 'The camera delivers no pictures. Check its cable and its cover; it goes on by itself.',
  muted:
    'The system or a switch holds the picture back. Open the cover, press the camera key, or end the program that ' +
    'blocks it; the picture comes back by itself.',
  throttled: 'The browser holds this tab back. Keep it open, and the laptop plugged in; checks go on by themselves.',
  unmeasurable: 'The pictures of this camera cannot be measured in this browser. A current Chrome or Edge can.',
  frozen: 'The camera keeps sending one and the same picture. Reconnect it, or restart the program that provides it.',
} as const

/** What was done to a camera: in short, and what to do about it (TAMP-05). */
export const tamperingWords = {
  covered: {
    short: 'Lens covered?',
    sentence: 'Something seems to cover the lens. Clear it; the picture comes back by itself.',
  },
  turned: {
    short: 'Camera turned?',
    sentence:
      'The camera shows another view than before. Turn it back, or leave it: this view is learnt in two minutes.',
  },
  frozen: {
    short: 'Picture frozen?',
    sentence: 'The camera repeats one picture. Reconnect it, or restart the program that provides it.',
  },
  darkened: {
    short: 'Sudden darkness?',
    sentence: 'The picture went dark all at once. Check whether the lens is covered or the light went out.',
  },
} as const

/** No camera of this browser can look for motion. */
export const motionUnusable = {
  title: 'Motion detection does not run in this browser',
  help: 'It needs WebAssembly. A current Chrome, Edge, Firefox or Safari has it.',
}

/** Why the screen may go dark, and what helps. */
export const wakeLockSentences = {
  refused: {
    title: 'The screen may go dark and stop the cameras: the browser refused to keep it awake',
    help: 'Plug the machine in, or turn its battery saver off; the browser is asked again by itself.',
  },
  unsupported: {
    title: 'The screen may go dark and stop the cameras: this browser cannot keep it awake',
    help: 'Set this machine never to sleep, or use a current Chrome, Edge, Firefox or Safari.',
  },
} as const

/** Which other tab runs the cameras of this machine. */
export const recordedElsewhere = (tab: { readonly since: string; readonly title: string } | null) =>
  tab === null
    ? 'Recorded in another tab of this browser.'
    : `Recorded in another tab of this browser, open since ${tab.since} (${tab.title}).`

/** Why a camera of this machine shows no picture, and what helps. */
export const captureFailureSentences = {
  'permission-denied': 'This browser does not allow the camera. Allow it beside the address bar.',
  'no-device': 'No camera was found on this machine. Connect one; it starts by itself.',
  'device-busy': 'Another program uses this camera. Close it; the picture comes back by itself.',
  'device-lost': 'The camera was disconnected. Connect it again; it starts by itself.',
  'no-answer': 'The camera did not answer. Reconnect it, or restart the browser; it is tried again every few seconds.',
  'insecure-page': 'Browsers give cameras only to https pages and to localhost. Open Nightjar there.',
  unknown: 'This camera did not start. It is tried again every few seconds.',
} as const

/** Why a camera does not do what a viewer wants of it, as its viewer reads it. */
export const actRefusals = {
  stealth: 'The camera is in stealth mode, in which nobody hears or is heard.',
  plan: 'Listening and talking come with the Pro and Team plans. Upgrade under Billing.',
  notDirect: 'Sound takes the direct way alone, and this picture comes through the hub.',
  noMicrophone: 'This camera has no sound. Turn its audio on in its settings.',
  noVoice: 'This browser sent no microphone to the camera. Open the live picture again.',
  noSpeaker: "The camera's browser lets no sound play before somebody has clicked in its tab. Click there once.",
  notRecording: 'Nothing can be recorded: motion detection is off at this camera. Turn it on first.',
  stopped: 'Somebody at the camera ended this.',
  sirenOver: 'The siren ended by itself.',
  sirenElsewhere: (name: string) => `The siren of this machine sounds already, by ${name}.`,
} as const

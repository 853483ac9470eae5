/** Every sentence of spec section 8, and ours where the specification leaves the wording open. */
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
  selectDevice: 'Please select a valid camera device',
  previewFailed: 'Failed to access selected camera',
  viewFeed: 'Viewing live feed is not implemented yet. Please check back later.',
} as const

/** Raised, logged and reported, never shown (spec 8, X-25). */
export const raised = {
  fetchCameras: 'Failed to fetch cameras',
  fetchCameraFeeds: 'Failed to fetch camera feeds',
  addCamera: 'Failed to add camera',
  toggleMotion: 'Failed to toggle motion detection',
  uploadVideo: 'Failed to upload video',
  fetchWorkspace: 'Failed to fetch workspace details',
  http: (statusText: string) => `Something went wrong: ${statusText}`,
  httpOnRetry: (statusText: string) => `Something went wrong on retry: ${statusText}`,
} as const

/** Why a camera of this machine shows no picture, and what helps. */
export const captureFailureSentences = {
  'permission-denied': 'This browser does not allow the camera. Allow it beside the address bar.',
  'no-device': 'No camera was found on this machine. Connect one; it starts by itself.',
  'device-busy': 'Another program uses this camera. Close it; the picture comes back by itself.',
  'device-lost': 'The camera was disconnected. Connect it again; it starts by itself.',
  'insecure-page': 'Browsers give cameras only to https pages and to localhost. Open Nightjar there.',
  unknown: 'This camera did not start. It is tried again every few seconds.',
} as const

/** Keys of the cached reads; a prefix names all reads of its kind. */
export const keys = {
  cameras: ['cameras'],
  cameraStatuses: ['cameras', 'statuses'],
  screenshots: ['screenshots'],
  events: ['events'],
  videos: ['videos'],
  storage: ['videos', 'storage'],
  workspace: ['workspace'],
  workspaceUsage: ['workspace', 'usage'],
} as const

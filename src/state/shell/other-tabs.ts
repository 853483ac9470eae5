import { atom } from 'jotai/vanilla'
import { noteDevicesElsewhereAtom } from '../cameras/local-cameras'
import { noteKeptElsewhereAtom } from '../capture/detection-settings'
import { notePowerChoicesElsewhereAtom } from '../device/power-choices'

/** Another tab changed what this browser keeps under `key`, or everything (null): the tab that runs the cameras follows. */
export const noteStoredElsewhereAtom = atom(null, (_get, set, key: string | null) => {
  set(noteKeptElsewhereAtom, key)
  set(noteDevicesElsewhereAtom, key)
  set(notePowerChoicesElsewhereAtom, key)
})

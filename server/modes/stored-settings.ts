import { storedModeSettings } from '../../src/contract/modes/mode-settings'
import type { ModeSettings } from '../../src/lib/modes/mode-schedule'

/** Settings in their row. */
export function settingsIn(text: string): ModeSettings {
  return storedModeSettings.parse(JSON.parse(text))
}

export function settingsText(settings: ModeSettings): string {
  return JSON.stringify(settings)
}

import type { Mode } from '../../src/lib/modes/mode'

interface PanelState {
  /** As Home Assistant's alarm control panel has it. */
  readonly state: string
  /** What the panel sends to get there. */
  readonly command: string
  /** What it must be told that this alarm can; null: every alarm can be disarmed. */
  readonly feature: string | null
}

/**
 * Each mode as a state of Home Assistant's alarm control panel. That has none which is called no more than armed;
 * "custom" is the one that promises nothing else.
 */
export const panelStates: Readonly<Record<Mode, PanelState>> = {
  armed: { state: 'armed_custom_bypass', command: 'ARM_CUSTOM_BYPASS', feature: 'arm_custom_bypass' },
  away: { state: 'armed_away', command: 'ARM_AWAY', feature: 'arm_away' },
  home: { state: 'armed_home', command: 'ARM_HOME', feature: 'arm_home' },
  night: { state: 'armed_night', command: 'ARM_NIGHT', feature: 'arm_night' },
  off: { state: 'disarmed', command: 'DISARM', feature: null },
}

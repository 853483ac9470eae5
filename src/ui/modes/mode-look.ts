import { DoorOpen, House, type LucideIcon, MoonStar, ShieldCheck, ShieldOff } from 'lucide-react'
import type { Mode } from '../../lib/modes/mode'

/** A picture of each mode, and its colour in pictures of a week. */
export const modeLooks: Readonly<Record<Mode, { readonly icon: LucideIcon; readonly palette: string }>> = {
  armed: { icon: ShieldCheck, palette: 'brand' },
  home: { icon: House, palette: 'blue' },
  away: { icon: DoorOpen, palette: 'orange' },
  night: { icon: MoonStar, palette: 'purple' },
  off: { icon: ShieldOff, palette: 'gray' },
}

import type { SystemContext } from '@chakra-ui/react'
import { atom } from 'jotai/vanilla'
import { signInSystem } from '../ui/theme/sign-in-theme'

/** The look in use: that of the sign-in screens until a part that needs more has come. */
export const systemAtom = atom<SystemContext>(signInSystem)

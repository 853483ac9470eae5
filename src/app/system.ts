import type { SystemContext } from '@chakra-ui/react'
import { atom } from 'jotai/vanilla'
import { makeSignInSystem } from '../ui/theme/sign-in-theme'

/** The whole look, once a part that needs it has come. */
export const wholeSystemAtom = atom<SystemContext | null>(null)

/** The look in use: until then that of the sign-in screens, which who is signed in already need not wait for. */
export const systemAtom = atom<SystemContext>((get) => get(wholeSystemAtom) ?? makeSignInSystem())

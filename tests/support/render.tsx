import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach } from 'vitest'
import { system } from '../../src/ui/theme/theme'

afterEach(cleanup)

/** Shows a piece of the interface in the app's own design system. */
export function show(element: ReactElement) {
  return render(<ChakraProvider value={system}>{element}</ChakraProvider>)
}

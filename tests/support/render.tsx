import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { system } from '../../src/ui/theme/theme'

/** Shows a piece of the interface in the app's own design system. */
export function show(element: ReactElement) {
  return render(element, { wrapper: Look })
}

function Look({ children }: { readonly children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>
}

import { ChakraProvider } from '@chakra-ui/react'
import { Provider, useAtom, useAtomValue } from 'jotai/react'
import type { createStore } from 'jotai/vanilla'
import { useEffect, useLayoutEffect } from 'react'
import { alertAtom } from '../state/alert'
import { colorModeAtom } from '../state/color-mode'
import { MessageDialog } from '../ui/message-dialog'
import { system } from '../ui/theme'
import { pauseToastsOnBlur, Toaster } from '../ui/toaster'
import { Routes } from './routes'

export function App(props: { readonly store: ReturnType<typeof createStore> }) {
  return (
    <Provider store={props.store}>
      <ChakraProvider value={system}>
        <Theme />
        <Routes />
        <Alerts />
        <Toaster />
      </ChakraProvider>
    </Provider>
  )
}

/** Keeps the page's class and the browser's own controls in the chosen theme. */
function Theme() {
  const mode = useAtomValue(colorModeAtom)
  // Before the first picture, or a dark page would flash light.
  useLayoutEffect(() => {
    const { classList, style } = document.documentElement
    classList.toggle('dark', mode === 'dark')
    classList.toggle('light', mode === 'light')
    style.colorScheme = mode
  }, [mode])
  useEffect(() => pauseToastsOnBlur(window), [])
  return null
}

function Alerts() {
  const [text, setText] = useAtom(alertAtom)
  return <MessageDialog text={text} onClose={() => setText(null)} />
}

import { ChakraProvider } from '@chakra-ui/react'
import { Provider, useAtom, useAtomValue } from 'jotai/react'
import type { createStore } from 'jotai/vanilla'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { alertAtom } from '../state/alert'
import { whenIdle } from '../ui/layout/when-idle'
import { MessageDialog } from '../ui/notices/message-dialog'
import { partsAtom } from './parts'
import { Routes } from './routes'
import { systemAtom } from './system'

export function App(props: { readonly store: ReturnType<typeof createStore> }) {
  return (
    <Provider store={props.store}>
      <Look>
        <Routes />
        <Alerts />
        <LateNotices />
      </Look>
    </Provider>
  )
}

function Look(props: { readonly children: ReactNode }) {
  return <ChakraProvider value={useAtomValue(systemAtom)}>{props.children}</ChakraProvider>
}

/** Here from the start: it must be able to say that the hub, which serves all other code, is away. */
function Alerts() {
  const [text, setText] = useAtom(alertAtom)
  return <MessageDialog text={text} onClose={() => setText(null)} />
}

/** Toasts come after the first screen: it shows without them. */
function LateNotices() {
  const { Notices } = useAtomValue(partsAtom)
  const [isTime, setIsTime] = useState(false)
  useEffect(() => whenIdle(() => setIsTime(true)), [])
  return <Suspense>{isTime && <Notices />}</Suspense>
}

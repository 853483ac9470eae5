import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { composeApp } from './compose'
import { preloadParts } from './lazy-part'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <App store={composeApp()} />
  </StrictMode>,
)
preloadParts()

#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/**
 * Stands in the place of Firefox's program. The long-term Firefox knows fewer commands of WebDriver BiDi than Playwright
 * sends with each new window (how colours, screens and the like are emulated, which nothing here asks for): what it
 * refuses as unknown of these is answered as done. All else passes as it is.
 */

const [, , ...args] = process.argv
const program = process.env['NIGHTJAR_FIREFOX'] ?? 'firefox-esr'
const listening = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.once(signal, () => firefox.kill(signal))
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const own = listening.exec(line)?.[1]
  if (own === undefined) console.error(line)
  else void stand(own)
})

/** @param {string} own where Firefox listens */
async function stand(own) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, request) => {
    const browser = new WebSocket(`${own}${request.url ?? ''}`, { perMessageDeflate: false })
    /** @type {string[]} */
    const early = []
    const emulations = new Set()
    client.on('message', (data) => {
      const text = String(data)
      const { id, method } = JSON.parse(text)
      if (String(method).startsWith('emulation.')) emulations.add(id)
      if (browser.readyState === WebSocket.OPEN) browser.send(text)
      else early.push(text)
    })
    browser.on('open', () => {
      for (const text of early.splice(0)) browser.send(text)
    })
    browser.on('message', (data) => client.send(passed(String(data), emulations)))
    browser.on('close', () => client.close())
    browser.on('error', () => client.close())
    client.on('close', () => browser.close())
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`)
}

/**
 * @param {string} text
 * @param {Set<unknown>} emulations ids of what is not needed
 */
function passed(text, emulations) {
  if (!text.includes('unknown command')) return text
  const { id, type, error } = JSON.parse(text)
  const isDone = type === 'error' && error === 'unknown command' && emulations.has(id)
  return isDone ? JSON.stringify({ type: 'success', id, result: {} }) : text
}

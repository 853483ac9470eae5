import { setTimeout as delay } from 'node:timers/promises'
import type { Page, WebSocket } from '@playwright/test'
import { EXTENSIONS_HEADER } from '../../src/contract/extensions'
import { LIVE_PATH } from '../../src/contract/live/live'
import { Complaint } from '../complaint'

declare global {
  interface Window {
    /** Of the bench: what the hub says of live view is not heard. */
    isLiveHidden?: boolean
  }
}

const SWITCH_LIMIT_MS = 20_000
const LOOK_AGAIN_MS = 100

/** Turns live view off and on in a page that runs, as on a hub that does not offer it: then it keeps no WebSocket. */
export class LiveSwitch {
  readonly #page: Page
  readonly #open = new Set<WebSocket>()

  private constructor(page: Page) {
    this.#page = page
    page.on('websocket', (socket) => {
      if (!socket.url().endsWith(LIVE_PATH)) return
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
    })
    // Of a page that was left nobody tells that its sockets closed.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#open.clear()
    })
  }

  /** Before the page is loaded the next time. */
  static async of(page: Page): Promise<LiveSwitch> {
    await page.addInitScript(hideLive, EXTENSIONS_HEADER)
    return new LiveSwitch(page)
  }

  /** Resolves once the page does so, which takes until the hub's next answer. */
  async turn(isOn: boolean): Promise<void> {
    await this.#page.evaluate((isHidden) => {
      window.isLiveHidden = isHidden
    }, !isOn)
    for (const beganMs = performance.now(); this.#open.size > 0 !== isOn; await delay(LOOK_AGAIN_MS)) {
      if (performance.now() - beganMs > SWITCH_LIMIT_MS)
        throw new Complaint(`The camera's page did not turn live view ${isOn ? 'on' : 'off'}.`)
    }
  }
}

/** Runs in the page. */
function hideLive(header: string): void {
  const read = Headers.prototype.get
  Headers.prototype.get = function (name) {
    const value = read.call(this, name)
    if (window.isLiveHidden !== true || value === null || name !== header) return value
    return value
      .split(', ')
      .filter((extension) => extension !== 'live')
      .join(', ')
  }
}

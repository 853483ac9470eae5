import type { Page } from '@playwright/test'

/** Smallest side of what is pressed, in CSS px (UI-04). */
const MIN_TARGET_PX = 24

/** On telephones, for what stands alone. */
const THUMB_PX = 44

/** Sums the layout shifts of the page's own making from its first moment; to be called before it is opened. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly hadRecentInput: boolean
        readonly sources: readonly { readonly node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const what = entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 40)}`)
        shifts.push({ value: entry.value, what: what.join(', ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of the shifts so far, and what moved most. */
export function layoutShift(page: Page): Promise<{ readonly sum: number; readonly what: string }> {
  return page.evaluate(() => {
    const { layoutShifts } = window as Window & { layoutShifts?: { readonly value: number; readonly what: string }[] }
    if (layoutShifts === undefined) throw new Error('The layout shifts were not watched.')
    const worst = [...layoutShifts].sort((a, b) => b.value - a.value)[0]
    return { sum: layoutShifts.reduce((sum, { value }) => sum + value, 0), what: worst?.what ?? '' }
  })
}

/** How many px the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/**
 * Pairs of texts that are drawn over each other. A text counts with the boxes of its lines, cut to what its scrolling
 * and clipping ancestors let show; one that lies under an opaque surface of the other does not show and does not count.
 */
export function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Line {
      readonly element: Element
      readonly text: string
      readonly box: DOMRect
    }
    const cut = (a: DOMRect, b: DOMRect) => {
      const x = Math.max(a.left, b.left)
      const y = Math.max(a.top, b.top)
      return new DOMRect(
        x,
        y,
        Math.max(0, Math.min(a.right, b.right) - x),
        Math.max(0, Math.min(a.bottom, b.bottom) - y),
      )
    }
    const ancestors = (element: Element | null): Element[] =>
      element === null ? [] : [element, ...ancestors(element.parentElement)]
    const shown = (element: Element, box: DOMRect) => {
      // What a closed <details> holds has a place and does not show.
      if (!element.checkVisibility()) return null
      let left = box
      for (const ancestor of ancestors(element)) {
        const { opacity, visibility, overflowX, overflowY, clipPath } = getComputedStyle(ancestor)
        if (Number(opacity) === 0 || visibility === 'hidden' || clipPath !== 'none') return null
        if (overflowX !== 'visible' || overflowY !== 'visible') left = cut(left, ancestor.getBoundingClientRect())
      }
      left = cut(left, new DOMRect(0, 0, innerWidth, innerHeight))
      return left.width > 2 && left.height > 2 ? left : null
    }
    const lines: Line[] = []
    const modal = document.querySelector('dialog:modal')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (element === null || text === '' || element.closest('script, style, noscript, option, select')) continue
      // What lies behind an open dialog is dimmed, and waits.
      if (element.closest('[data-aria-hidden]') || modal?.contains(element) === false) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        // A line's box holds room above and below its letters.
        const letters = new DOMRect(rect.x, rect.y + rect.height * 0.15, rect.width, rect.height * 0.7)
        const box = shown(element, letters)
        if (box !== null) lines.push({ element, text, box })
      }
    }
    const isOpaque = (element: Element) => {
      // Three numbers have no alpha: they cover. "transparent" computes to four, the last 0.
      const numbers = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
      return numbers.length < 4 || Number(numbers[3]) === 1
    }
    /** Whether an opaque surface stands between the two, so that only the upper one shows. */
    const isCovered = (a: Line, b: Line, box: DOMRect) => {
      const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      const places = [stack.indexOf(a.element), stack.indexOf(b.element)]
      if (places.includes(-1)) return false
      return stack.slice(Math.min(...places), Math.max(...places)).some(isOpaque)
    }
    const found: string[] = []
    lines.forEach((a, index) => {
      for (const b of lines.slice(index + 1)) {
        if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue
        const box = cut(a.box, b.box)
        if (box.width > 2 && box.height > 2 && !isCovered(a, b, box)) found.push(`“${a.text}” and “${b.text}”`)
      }
    })
    return found
  })
}

/** What is pressed or read and stands over the side of the panel that it is in: wider than the room there is. */
export function outsidePanels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPanel = (element: Element) => {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(element)
      return Number.parseFloat(borderLeftWidth) > 0 && Number.parseFloat(borderRightWidth) > 0
    }
    const panelOf = (element: Element | null): Element | null => {
      if (element === null || getComputedStyle(element).overflowX !== 'visible') return null
      return isPanel(element) ? element : panelOf(element.parentElement)
    }
    return [...document.querySelectorAll('main :is(a, button, p, span)')].flatMap((element) => {
      const panel = panelOf(element.parentElement)
      const { clip, position } = getComputedStyle(element)
      // For screen readers alone, or drawn at a place of its own.
      if (panel === null || clip !== 'auto' || position === 'absolute' || !element.checkVisibility()) return []
      const [inner, outer] = [element.getBoundingClientRect(), panel.getBoundingClientRect()]
      const overPx = Math.round(Math.max(inner.right - outer.right, outer.left - inner.left))
      return overPx > 0 ? [`“${element.textContent?.slice(0, 40)}” by ${overPx} px`] : []
    })
  })
}

/** Words of up to three dozen letters that an ellipsis ends: there was room for them below. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h2, h3, p, span)')].flatMap((element) => {
      const { overflowX, clip } = getComputedStyle(element)
      const words = element.textContent ?? ''
      if (overflowX !== 'hidden' || clip !== 'auto' || words.length > 36 || !element.checkVisibility()) return []
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
      return isCut ? [`“${words}”`] : []
    }),
  )
}

/**
 * Words of up to ten letters that are broken in two at the end of a line, or stand over the edge of what is pressed: what
 * stands beside them leaves them no room.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      // For screen readers alone, 1 px wide.
      if (element.closest('option, [aria-hidden=true]') || getComputedStyle(element).clip !== 'auto') continue
      const edge = element.closest('button, a')?.getBoundingClientRect()
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![^\s“(])\p{L}{2,10}(?=[.,:;)”…]*(\s|$))/gu,
      )) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
        const isOver = boxes.some(
          ({ left, right, top, bottom }) =>
            edge !== undefined && (left < edge.left || right > edge.right || top < edge.top || bottom > edge.bottom),
        )
        if (isOver || new Set(boxes.map(({ top }) => Math.round(top))).size > 1)
          found.push(`“${word}” of “${element.textContent.slice(0, 40)}”`)
      }
    }
    return found
  })
}

/**
 * What can be pressed and is too small for it. Links inside a sentence may be as low as their line; a native control
 * that is hidden behind a drawn one counts with its label.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return targetsBelow(page, { minPx: MIN_TARGET_PX, isAlone: false })
}

/**
 * What stands alone and is lower than a thumb needs. Within a list of choices, a calendar or a line of text others
 * stand beside it, and 24 px must do.
 */
export function lowTargets(page: Page): Promise<string[]> {
  return targetsBelow(page, { minPx: THUMB_PX, isAlone: true })
}

function targetsBelow(page: Page, rule: { readonly minPx: number; readonly isAlone: boolean }): Promise<string[]> {
  return page.evaluate(({ minPx, isAlone }) => {
    const roles = ['button', 'link', 'switch', 'slider', 'tab', 'checkbox', 'radio', 'menuitem', 'option']
    const selector = [
      'a[href]',
      'button',
      'input',
      'select',
      'textarea',
      ...roles.map((role) => `[role=${role}]`),
    ].join()
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (sibling) => sibling.nodeType === Node.TEXT_NODE && sibling.textContent?.trim() !== '',
      )
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      // A press anywhere along a slider moves its knob.
      const own = (element.closest('[data-scope=slider][data-part=control]') ?? element).getBoundingClientRect()
      const label = element.closest('label')
      // Lies unseen over what is drawn for it.
      const isUnseen = label !== null && getComputedStyle(element).opacity === '0'
      const seen = isUnseen ? label : element
      if (!seen.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      if (element.closest('[aria-hidden=true], [inert]') || isInSentence(element)) return []
      // Drawn over by something else, or shown only once it is focused, as the link that skips the navigation.
      const isHidden = isUnseen || own.width <= 1 || own.height <= 1 || getComputedStyle(element).clip !== 'auto'
      if (isHidden && label === null) return []
      const { width, height } = isHidden && label !== null ? label.getBoundingClientRect() : own
      if (width === 0 || height === 0 || (isAlone ? height : Math.min(width, height)) >= minPx - 0.5) return []
      if (isAlone && element.closest('[role=listbox], [role=grid]') !== null) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
      return [`${role} “${name}” ${width.toFixed(0)} x ${height.toFixed(0)}`]
    })
  }, rule)
}

/**
 * What can be pressed or read within a part of the page, and stands out of the window's sides. A list that scrolls sideways
 * leads to what is in it, and words that are cut with an ellipsis say so.
 */
export function beyondSides(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((part) => {
    const isWithin = ({ left, right, width }: DOMRect) => width <= 1 || (left >= -1 && right <= innerWidth + 1)
    const isSeen = (element: Element) => {
      const list = element.closest('ul')
      if (list !== null && getComputedStyle(list).overflowX === 'auto') return false
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    const wordsOf = (element: Element) => {
      const words = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      return words.map((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
      })
    }
    const isCut = (element: Element) => getComputedStyle(element).overflowX === 'hidden'
    return [...document.querySelectorAll(`:is(${part}) *`)].flatMap((element) => {
      const isControl = element.matches('button, a[href], input, select, textarea')
      const boxes = isControl ? [element.getBoundingClientRect()] : isCut(element) ? [] : wordsOf(element)
      const beyond = boxes.find((box) => !isWithin(box))
      if (beyond === undefined || !isSeen(element)) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return [`“${name}” from ${beyond.left.toFixed(0)} to ${beyond.right.toFixed(0)}`]
    })
  }, selector)
}

import { useEffect } from 'react'

/** The page's title without what this puts before it. */
export function titleOfScreen(): string {
  return document.title.replace(/^● .*? · /, '')
}

/**
 * Has words stand before the page's title, whichever screen sets that: it is all that is seen of a hidden tab. null: none.
 */
export function useTitleMark(mark: string | null): void {
  useEffect(() => {
    if (mark === null) return
    const before = `● ${mark} · `
    const put = () => {
      if (!document.title.startsWith(before)) document.title = before + document.title
    }
    put()
    // Another screen brings a title of its own.
    const observer = new MutationObserver(put)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title.startsWith(before)) document.title = document.title.slice(before.length)
    }
  }, [mark])
}

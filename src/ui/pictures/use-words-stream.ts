import { useEffect, useState } from 'react'

const width = 600
const height = 338
const lineHeight = 44

/** A still picture that says something, as a stream: for a window that shows a `video` and nothing else; null: nothing to say. */
export function useWordsStream(words: string | null): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null)
  useEffect(() => {
    if (words === null) return
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d', { alpha: false })
    if (context === null) return
    const made = canvas.captureStream()
    Object.assign(context, { font: `${0.7 * lineHeight}px sans-serif`, textAlign: 'center', fillStyle: 'white' })
    const lines = linesOf(words, (line) => context.measureText(line).width <= 0.9 * width)
    const top = (height - (lines.length - 1) * lineHeight) / 2
    for (const [index, line] of lines.entries()) context.fillText(line, width / 2, top + index * lineHeight)
    setStream(made)
    return () => {
      for (const track of made.getTracks()) track.stop()
      setStream(null)
    }
  }, [words])
  return stream
}

function linesOf(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

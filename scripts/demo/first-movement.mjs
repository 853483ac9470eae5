/**
 * When the first moving frame shows in a camera's picture, found without the engine: small pictures of the preview are
 * compared ten times a second. Resolves to milliseconds since the epoch; null: nothing moved within the limit.
 * @param {import('@playwright/test').Page} page
 * @param {string} cameraName
 * @param {number} limitMs
 * @returns {Promise<number | null>}
 */
export function firstMovement(page, cameraName, limitMs) {
  return page.evaluate(
    ({ label, limitMs }) => {
      const video = document.querySelector(`video[aria-label="${label}"]`)
      if (!(video instanceof HTMLVideoElement)) throw new Error('There is no live picture.')
      const canvas = document.createElement('canvas')
      const width = 96
      const height = 54
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('There is no canvas.')
      /** Share of the compared picture's pixels that changed by more than the sensor's noise. */
      const movingShare = 0.01
      const noiseLevel = 24
      /** @type {Uint8ClampedArray | undefined} */
      let before
      return new Promise((resolve) => {
        const startedAt = Date.now()
        const timer = setInterval(() => {
          context.drawImage(video, 0, 0, width, height)
          const { data } = context.getImageData(0, 0, width, height)
          let changed = 0
          for (let i = 1; before && i < data.length; i += 4) {
            if (Math.abs((data[i] ?? 0) - (before[i] ?? 0)) > noiseLevel) changed++
          }
          const isMoving = before !== undefined && changed / (width * height) > movingShare
          before = data
          if (isMoving || Date.now() - startedAt > limitMs) clearInterval(timer)
          if (isMoving) resolve(Date.now())
          else if (Date.now() - startedAt > limitMs) resolve(null)
        }, 100)
      })
    },
    { label: `Live picture of ${cameraName}`, limitMs },
  )
}

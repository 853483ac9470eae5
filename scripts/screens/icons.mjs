import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, launchFlags } from '../browser.mjs'
import { root } from '../root.mjs'

/** Draws the PNG icons of public/ from icon.svg; to be run by hand after a change of it: node scripts/screens/icons.mjs */
const icons = [
  { file: 'icon-180.png', size: 180, isFullBleed: true },
  { file: 'icon-192.png', size: 192, isFullBleed: false },
  { file: 'icon-512.png', size: 512, isFullBleed: false },
  { file: 'icon-maskable-512.png', size: 512, isFullBleed: true },
]

const svg = readFileSync(join(root, 'public', 'icon.svg'), 'utf8')
const { chromium } = await import('@playwright/test')
const browser = await chromium.launch({ executablePath: await findBrowser(), args: launchFlags })
try {
  for (const { file, size, isFullBleed } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    // Systems cut their own shape out of a maskable icon: colour to the edge, the drawing in the inner 80 %.
    const style = isFullBleed ? 'background:#16423d;padding:10%' : ''
    const drawing = svg.replace('<svg ', '<svg style="display:block;width:100%;height:100%" ')
    await page.setContent(
      `<body style="margin:0"><div style="box-sizing:border-box;width:${size}px;height:${size}px;${style}">${drawing}</div>`,
    )
    writeFileSync(join(root, 'public', file), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}

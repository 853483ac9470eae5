import { describe, expect, it } from 'vitest'
import { build, origin, Site } from './support/site'

describe('an app that a browser keeps', () => {
  it('opens its screens and has their files while the hub is away (SHELL-02)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.isAway = true
    expect(await site.open(worker, 'page-1')).toContain('content="a"')
    expect(await site.file(worker, '/assets/main-a.js')).toBe('/assets/main-a.js of a')
    expect(await site.file(worker, '/icon.svg')).toBe('/icon.svg of a')
  })

  it('gives out what the hub sent, with its head: isolation, policy, extensions (SHELL-04)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.isAway = true
    const { response } = await worker.answerPage(new Request(`${origin}/cameras`), 'page-1')
    const asset = await worker.answerFile(new Request(`${origin}/assets/main-a.js`))
    const heads = [response, asset].map(({ headers }) => [
      headers.get('cross-origin-opener-policy'),
      headers.get('cross-origin-embedder-policy'),
      headers.get('content-security-policy'),
    ])
    const sent = ['same-origin', 'require-corp', "default-src 'self'"]
    expect(heads).toEqual([sent, sent])
    expect(response.headers.get('nightjar-extensions')).toBe('polling, modes')
  })

  it('takes over a policy that the hub changed, for the next page (SHELL-04)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.policy = "default-src 'none'"
    await worker.refreshPage('a')
    const { response } = await worker.answerPage(new Request(`${origin}/cameras`), 'page-1')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
  })

  it('never takes the page of another version for its own (SHELL-07)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.served = build('b')
    await worker.refreshPage('a')
    expect(await site.open(worker, 'page-1')).toContain('content="a"')
  })

  it('keeps a large file once it was loaded, and not before (SHELL-05)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    expect(site.asked).not.toContain('/assets/model-1.onnx')
    await site.file(worker, '/assets/model-1.onnx')
    site.isAway = true
    expect(await site.file(worker, '/assets/model-1.onnx')).toBe('/assets/model-1.onnx of a')
  })

  it('asks the hub for what is not kept, and says so where it is away', async () => {
    const site = new Site(build('a'))
    const worker = site.worker()
    expect(await site.open(worker, 'page-1')).toContain('content="a"')
    site.isAway = true
    await expect(site.open(worker, 'page-2')).rejects.toThrow('Failed to fetch')
  })

  it('shows on a full disk too, and nobody waits for a word of it that cannot be kept (SHELL-02)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.cache.isFull = true
    site.isAway = true
    const { response, version } = await worker.answerPage(new Request(`${origin}/cameras`), 'page-1')
    expect([await response.text(), version]).toEqual([expect.stringContaining('content="a"'), null])
  })

  it('shows from the hub where the disk says nothing for 3 s, and from the disk once that does where the hub is away (SHELL-02)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    let answer = () => {}
    site.cache.silence = new Promise((resolve) => {
      answer = resolve
    })
    const open = () => Promise.all([site.open(worker, 'page-1'), site.file(worker, '/icon.svg')])
    const asked = () => site.asked.filter((path) => ['/cameras', '/icon.svg'].includes(path)).length
    const before = asked()
    const online = open()
    await site.clock.advance(2_999)
    expect(asked()).toBe(before)
    await site.clock.advance(1)
    expect(asked()).toBe(before + 2)
    const shown = [expect.stringContaining('content="a"'), '/icon.svg of a']
    expect(await online).toEqual(shown)
    site.isAway = true
    const offline = open()
    await site.clock.advance(10_000)
    answer()
    expect(await offline).toEqual(shown)
  })

  it('waits no longer for a disk that takes no word of a page (SHELL-02)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.beforeTurn = new Promise(() => {})
    const answered = worker.answerPage(new Request(`${origin}/cameras`), 'page-1')
    await site.clock.advance(0)
    await site.clock.advance(3_000)
    expect((await answered).version).toBeNull()
  })

  it('takes away nothing of a version that begins to arrive meanwhile (SHELL-06)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const began = new Promise<void>((begin) => {
      site.cache.beforeKeys = () => {
        begin()
        return held
      }
    })
    const started = old.noteStart('page-1', 'a')
    await began
    site.served = build('b')
    const next = site.worker()
    const installed = next.install()
    await site.settle()
    letGo()
    await Promise.all([started, installed])
    await next.activate()
    site.isAway = true
    expect(await site.file(next, '/assets/main-b.js')).toBe('/assets/main-b.js of b')
  })

  it('takes away nothing of a version that arrives while the one before begins its work (SHELL-06)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    site.served = build('b')
    const next = site.worker()
    await next.install()
    // The hub was updated once more while the first worker waited for the one that it replaces.
    site.served = build('c')
    const last = site.worker()
    let letGo = () => {}
    site.held = { path: '/icon.svg', until: new Promise((resolve) => (letGo = resolve)) }
    const installed = last.install()
    await site.settle()
    await next.activate()
    await old.noteStart('page-1', 'a')
    letGo()
    await installed
    await last.activate()
    site.isAway = true
    expect(await site.open(last, 'page-2')).toContain('content="c"')
    expect(await site.file(last, '/assets/main-c.js')).toBe('/assets/main-c.js of c')
  })

  it('comes from the hub where the disk is broken (SHELL-02)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    site.cache.isBroken = true
    expect(await site.open(worker, 'page-1')).toContain('content="a"')
    expect(await site.file(worker, '/assets/main-a.js')).toBe('/assets/main-a.js of a')
  })

  it('is not kept in part: where a file does not come, or the disk is full, nothing stays (SHELL-06)', async () => {
    const site = new Site(build('a'))
    await expect(
      site.worker(build('a', { files: ['/assets/main-a.js', '/assets/gone-1.js'] })).install(),
    ).rejects.toThrow('The hub answered 404 for /assets/gone-1.js.')
    expect([...site.cache.entries.keys()]).toEqual(['/service-worker/memory'])
    site.cache.isFull = true
    await expect(site.worker().install()).rejects.toThrow('full')
  })
})

describe('versions of a kept app', () => {
  it('do not mix: a page has the files it was built with after another version came (SHELL-07)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    await site.open(old, 'camera')
    await old.noteStart('camera', 'a')
    site.openPages = ['camera']
    const worker = await site.deploy(build('b'))
    expect(await site.open(worker, 'page-2')).toContain('content="b"')
    site.openPages = ['camera', 'page-2']
    expect(await worker.noteStart('page-2', 'b')).toBe('b')
    expect(await site.file(worker, '/assets/main-a.js')).toBe('/assets/main-a.js of a')
    site.openPages = ['page-2']
    site.nowMs += 120_000
    await worker.noteStart('page-2', 'b')
    expect([...site.cache.entries.keys()].filter((key) => key.includes('main-'))).toEqual(['/assets/main-b.js'])
  })

  it('stay while a page is open of which nothing is known (SHELL-07)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    await old.noteStart('page-1', 'a')
    const worker = await site.deploy(build('b'))
    site.openPages = ['page-2', 'stranger']
    site.nowMs += 120_000
    await worker.noteStart('page-2', 'b')
    expect(await site.file(worker, '/assets/main-a.js')).toBe('/assets/main-a.js of a')
  })

  it('are not swept away while they arrive (SHELL-07)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    const arriving = build('b')
    site.served = arriving
    const worker = site.worker()
    const installed = worker.install()
    site.openPages = ['page-1']
    await old.noteStart('page-1', 'a')
    await installed
    await old.noteStart('page-1', 'a')
    await worker.activate()
    site.isAway = true
    expect(await site.open(worker, 'page-2')).toContain('content="b"')
    expect(await site.file(worker, '/assets/main-b.js')).toBe('/assets/main-b.js of b')
  })

  it('share equal files: an update fetches what is new (SHELL-07)', async () => {
    const site = new Site(build('a'))
    await site.deploy(build('a'))
    site.asked = []
    await site.deploy(build('b'))
    expect(site.asked).toEqual(['/login', '/assets/main-b.js', '/icon.svg'])
  })

  it('that twice do not show are left for the one before, until yet another comes (SHELL-08)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    await old.noteStart('page-1', 'a')
    const broken = await site.deploy(build('b'))
    const opened: string[] = []
    for (const page of ['page-2', 'page-3', 'page-4', 'page-5']) {
      opened.push((await site.open(broken, page)).replace(/.*content="(.)".*/, '$1'))
      site.nowMs += 5_000
    }
    expect(opened).toEqual(['b', 'b', 'a', 'a'])
    const fixed = await site.deploy(build('c'))
    expect(await site.open(fixed, 'page-6')).toContain('content="c"')
    await fixed.noteStart('page-6', 'c')
    for (const page of ['page-7', 'page-8', 'page-9']) expect(await site.open(fixed, page)).toContain('content="c"')
  })

  it('are not given up because somebody loads a page twice in a moment (SHELL-08)', async () => {
    const site = new Site(build('a'))
    const old = await site.deploy(build('a'))
    await old.noteStart('page-1', 'a')
    const worker = await site.deploy(build('b'))
    for (const page of ['page-2', 'page-3', 'page-4']) {
      site.nowMs += 300
      expect(await site.open(worker, page)).toContain('content="b"')
    }
  })

  it('leave the hub to answer where the only one does not show (SHELL-08)', async () => {
    const site = new Site(build('a'))
    const worker = await site.deploy(build('a'))
    for (const page of ['page-1', 'page-2']) {
      await site.open(worker, page)
      site.nowMs += 5_000
    }
    expect((await worker.answerPage(new Request(`${origin}/login`), 'page-3')).version).toBeNull()
  })
})

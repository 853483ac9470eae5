import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { constants } from 'node:os'
import { sep } from 'node:path'

/**
 * @typedef {object} Orders
 * @property {string} id another one begins to count anew
 * @property {number} nth the step that fails, from 1
 * @property {'ENOSPC' | 'EIO'} code
 * @property {boolean} isAcross renaming is refused, as between two disks
 *
 * @typedef {{ id: string, step: string, nth: number }} Hit
 * @typedef {{ folder: string, orders: () => Orders | null, note: (hit: Hit) => void }} FailingDisk
 */

/**
 * Makes one step of writing files below a folder fail: to open for writing, write, sync, make a folder, rename, copy.
 * The functions of Node that the hub calls are replaced, so nothing in the hub knows of it. Resolves to what puts the
 * right ones back.
 * @param {FailingDisk} disk
 */
export async function failDisk(disk) {
  const right = { open: fs.open, mkdir: fs.mkdir, rename: fs.rename, copyFile: fs.copyFile }
  const handlePrototype = await prototypeOfHandles()
  const rightHandle = { write: handlePrototype.write, sync: handlePrototype.sync }
  const handles = new WeakSet()
  const step = stepper(disk)
  /** @param {unknown} path */
  const isInside = (path) => typeof path === 'string' && (path === disk.folder || path.startsWith(disk.folder + sep))

  fs.open = async (path, flags, mode) => {
    const isInFolder = isInside(path)
    if (isInFolder && flags !== 'r') step('open')
    const handle = await right.open(path, flags, mode)
    if (isInFolder) handles.add(handle)
    return handle
  }
  fs.mkdir = /** @type {typeof fs.mkdir} */ (
    async (/** @type {Parameters<typeof fs.mkdir>} */ ...call) => {
      if (isInside(call[0])) step('mkdir')
      return right.mkdir(...call)
    }
  )
  fs.rename = async (from, to) => {
    if (isInside(to)) {
      step('rename')
      if (disk.orders()?.isAcross && !String(from).endsWith('.part')) throw failure('EXDEV', 'rename')
    }
    return right.rename(from, to)
  }
  fs.copyFile = async (...call) => {
    if (isInside(call[1])) step('copyFile')
    return right.copyFile(...call)
  }
  for (const name of /** @type {const} */ (['write', 'sync'])) {
    handlePrototype[name] = async function (/** @type {unknown[]} */ ...call) {
      if (handles.has(this)) step(name)
      return Reflect.apply(rightHandle[name], this, call)
    }
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, right)
    Object.assign(handlePrototype, rightHandle)
    syncBuiltinESMExports()
  }
}

/** @param {FailingDisk} disk */
function stepper({ orders, note }) {
  let counted = { id: '', steps: 0 }
  /** @param {string} name */
  return (name) => {
    const order = orders()
    if (order === null) return
    if (order.id !== counted.id) counted = { id: order.id, steps: 0 }
    counted.steps += 1
    if (counted.steps !== order.nth) return
    note({ id: order.id, step: name, nth: order.nth })
    throw failure(order.code, name)
  }
}

/**
 * As the system's own look.
 * @param {'ENOSPC' | 'EIO' | 'EXDEV'} code
 * @param {string} step
 */
function failure(code, step) {
  const errno = -(constants.errno[code] ?? 0)
  return Object.assign(new Error(`${code}: a fault on purpose, ${step}`), { code, errno, syscall: step })
}

/** @returns {Promise<Record<'write' | 'sync', Function>>} */
async function prototypeOfHandles() {
  const handle = await fs.open(process.execPath, 'r')
  try {
    return Object.getPrototypeOf(handle)
  } finally {
    await handle.close()
  }
}

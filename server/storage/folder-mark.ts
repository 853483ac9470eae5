import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFails } from '../lib/errors'
import { hasCode } from './move-file'

/** Beside the workspaces' folders. */
const FILE = 'owner'

/** Whose the recordings in a folder are. Once it was there, it also says whether the folder's disk still is. */
export class FolderMark {
  readonly #path: string
  #wasThere = false

  constructor(root: string) {
    this.#path = join(root, FILE)
  }

  async read(): Promise<string | null> {
    try {
      const owner = await readFile(this.#path, 'utf8')
      this.#wasThere = true
      return owner
    } catch (problem) {
      if (hasCode(problem, 'ENOENT', 'ENOTDIR')) return null
      throw problem
    }
  }

  async write(owner: string): Promise<void> {
    await writeFile(this.#path, owner, { mode: 0o600 })
    this.#wasThere = true
  }

  /** Refuses where a disk has gone that was mounted here: its empty folder would take recordings, and hide them later. */
  async requireDisk(): Promise<void> {
    if (!this.#wasThere) return
    try {
      await access(this.#path)
    } catch {
      throw diskFails()
    }
  }
}

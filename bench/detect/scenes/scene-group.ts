import type { Scene } from './scene'

export interface SceneGroup {
  readonly name: string
  /** Places take memory: each scene is made when it is asked for. */
  makeScenes(): Generator<Scene>
}

export function sceneGroup(name: string, count: number, make: (sceneName: string) => Scene): SceneGroup {
  return {
    name,
    *makeScenes() {
      for (let i = 1; i <= count; i++) yield make(`${name}-${i}`)
    },
  }
}

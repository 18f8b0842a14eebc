import { words } from './scene.texts.ts'
import type { SceneName } from './scenes.ts'

/** Every scene by its name, with its words. */
export const sceneChoices = Object.entries(words).map(([value, label]) => ({ value, label }))

export const isScene = (name: string): name is SceneName => Object.hasOwn(words, name)

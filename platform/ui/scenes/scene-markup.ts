import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type SceneName, scenes } from './scenes.ts'

const cachedMarkup = new Map<SceneName, string>()

/** The shapes of a scene. They never change, and a page of courses has twenty: each scene is rendered once. */
export function sceneMarkup(name: SceneName): string {
  const markup = cachedMarkup.get(name) ?? renderToStaticMarkup(createElement(scenes[name]))
  cachedMarkup.set(name, markup)
  return markup
}

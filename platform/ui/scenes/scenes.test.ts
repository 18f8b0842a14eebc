import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accentOf, mixColors } from '#platform/ui/brand-colors.ts'
import { LocaleContext } from '#platform/ui/locale.tsx'
import { paint } from './paint.ts'
import { words } from './scene.texts.ts'
import { Scene } from './scene.tsx'
import { sceneColors, sceneSvg } from './scene-svg.ts'
import { courseScenes, type SceneName, sceneOf, scenes } from './scenes.ts'

const names = Object.keys(scenes) as SceneName[]
const tints: readonly string[] = Object.values(paint)
const markupOf = (name: SceneName) => renderToStaticMarkup(createElement(Scene, { name, size: 'large' }))
const theme = await readFile(resolve(import.meta.dirname, '../../../web/theme.css'), 'utf8')

test('every drawing is a scene with a text', async () => {
  const drawn = await readdir(resolve(import.meta.dirname, 'drawn'))
  expect(names.map((name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))).toEqual(
    drawn.map((file) => file.replace('.tsx', '')),
  )
  expect(Object.keys(words)).toEqual(names)
})

test.each(names)('the scene %s is small, and has no colors of its own', (name) => {
  const markup = markupOf(name)
  expect(Buffer.byteLength(markup)).toBeLessThan(6 * 1024)
  const usedNames = Array.from(markup.matchAll(/ (?:fill|stroke|color|stop-color)="([^"]*)"/g), ([, value]) => value!)
  expect(usedNames.length).toBeGreaterThan(3)
  expect(usedNames.filter((value) => value !== 'none' && !tints.includes(value))).toEqual([])
  expect(markup).not.toMatch(/ (?:id|style)=|url\(|<(?:image|text|linearGradient|radialGradient)/)
})

test.each(names)("the scene %s is labeled in the page's language, or decorative", (name) => {
  const spanish = createElement(LocaleContext, { value: 'es-es' }, createElement(Scene, { name }))
  expect(renderToStaticMarkup(spanish)).toContain(`role="img" aria-label="${words[name][1]}"`)
  const decorative = renderToStaticMarkup(createElement(Scene, { name, decorative: true }))
  expect(decorative).toContain('aria-hidden="true"')
  expect(decorative).not.toContain('aria-label')
})

test('a course keeps its scene, and courses with consecutive ids have different ones', () => {
  expect(sceneOf(7)).toBe(sceneOf(7))
  const consecutive = Array.from({ length: courseScenes.length }, (_, index) => sceneOf(1_000 + index))
  expect(new Set(consecutive).size).toBe(courseScenes.length)
})

test.each([null, '#0b6244', '#ffd500', '#1d4ed8'])('a picture in %s has the colors of the page', (color) => {
  const declared = Array.from(theme.matchAll(/--scene-(\w+): ([^;]+);/g), ([, name, value]) => [name!, value!] as const)
  const light = declared.slice(0, declared.length / 2)
  const primary = accentOf(color, /--primary: (#\w{6})/.exec(theme)![1]!)
  const colorOf = (value: string) => {
    const [, share, ground] = /^color-mix\(in srgb, var\(--primary\) (\d+)%, (#\w{6})\)$/.exec(value) ?? []
    if (share && ground) return mixColors(ground, primary, Number(share) / 100)
    return value.replace('var(--primary)', primary)
  }
  expect(Object.fromEntries(light.map(([name, value]) => [name, colorOf(value)]))).toEqual(sceneColors(color))
})

test.each(names)('the scene %s is a standalone picture, well-formed and without variables', async (name) => {
  const svg = sceneSvg(name, '#1d4ed8', 1_200)
  expect(svg).toContain('#1d4ed8')
  expect(svg).not.toContain('var(')
  // sharp's parser refuses malformed markup.
  const { format, width, height } = await sharp(Buffer.from(svg)).metadata()
  expect({ format, width, height }).toEqual({ format: 'svg', width: 1_200, height: 675 })
})

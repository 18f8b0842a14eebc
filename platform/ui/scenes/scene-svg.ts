import { accentOf, mixColors } from '#platform/ui/brand-colors.ts'
import type { paint } from './paint.ts'
import { sceneMarkup } from './scene-markup.ts'
import type { SceneName } from './scenes.ts'

const white = '#ffffff'
const ink = '#26231f'

/** The light colors of web/theme.css as values, for pictures outside of a page. */
export function sceneColors(color: string | null): Record<keyof typeof paint, string> {
  const brand = accentOf(color, '#0b6244')
  return {
    paper: '#fffdf9',
    sky: mixColors(white, brand, 0.16),
    far: mixColors(white, brand, 0.34),
    mid: mixColors(white, brand, 0.6),
    brand,
    deep: mixColors(ink, brand, 0.58),
    stone: '#b3aca0',
    road: '#4a453e',
    ink,
  }
}

/** A scene as an SVG file in the color of an organization, `width` pixels wide. */
export function sceneSvg(name: SceneName, color: string | null, width: number): string {
  const colors = sceneColors(color)
  const shapes = sceneMarkup(name).replace(/var\(--scene-(\w+)\)/g, (_, tint: keyof typeof paint) => colors[tint])
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * 9) / 16}" viewBox="0 0 640 360">${shapes}</svg>`
}

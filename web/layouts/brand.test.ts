import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { brandStyle, contrastOf, surfaces, type Theme } from '#platform/ui/brand-colors.ts'
import { buttonVariants } from '#platform/ui/button.tsx'
import { buildTheme, declarations } from '#tests/support/page-color.ts'
import { BrandMark } from './header.tsx'

const classes = [...buttonVariants().split(' '), ...buttonVariants({ variant: 'link' }).split(' ')]
const { theme, rules } = await buildTheme(classes)

const defaults = {
  light: declarations(theme, ':root {'),
  dark: declarations(theme, '@variant dark {'),
}
const branded = (color: string) => {
  const style = brandStyle(color)
  return {
    light: declarations(style, ':root{'),
    dark: declarations(style, ':root[data-theme=dark]{'),
    device: declarations(style, ':root:not([data-theme=light]){'),
  }
}

/** The color of a built class on a page with this brand. */
function colorOf(utility: string, property: string, color: string, mode: Theme): string {
  const value = declarations(rules, `.${utility} {`)[property] ?? ''
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (!name) throw new Error(`.${utility} has ${property}: ${value}`)
  return { ...defaults.light, ...defaults[mode], ...branded(color)[mode] }[name]!
}

test('brand colors are computed for the surfaces of the pages', () => {
  for (const mode of ['light', 'dark'] as const)
    for (const [name, value] of Object.entries(surfaces[mode]))
      expect(defaults[mode][`--${name}`], `${mode} ${name}`).toBe(value)
})

test('every brand variable is one of the theme, and dark is equal by choice and by device', () => {
  const { light, dark, device } = branded('#c2410c')
  expect(Object.keys(light).length).toBeGreaterThan(4)
  for (const name of Object.keys(light)) expect(defaults.light, name).toHaveProperty([name])
  expect(device).toEqual(dark)
})

const colors = ['#c2410c', '#ffd500', '#00c2ff', '#1d4ed8', '#000000', '#ffffff', '#808080']
test.each(colors.flatMap((color) => (['light', 'dark'] as const).map((mode) => [color, mode] as const)))(
  'a page in %s, %s, has buttons and links in a readable brand color',
  (color, mode) => {
    const ground = colorOf('bg-primary', 'background-color', color, mode)
    expect(ground).not.toBe({ ...defaults.light, ...defaults[mode] }['--primary'])
    expect(contrastOf(ground, colorOf('text-primary-foreground', 'color', color, mode))).toBeGreaterThanOrEqual(4.5)
    const link = colorOf('text-accent-foreground', 'color', color, mode)
    for (const surface of Object.values(surfaces[mode])) expect(contrastOf(link, surface)).toBeGreaterThanOrEqual(4.5)
    const hover = branded(color)[mode]
    expect(contrastOf(hover['--primary-hover']!, hover['--primary-foreground']!)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf(hover['--accent-foreground']!, hover['--accent']!)).toBeGreaterThanOrEqual(4.5)
    for (const surface of Object.values(surfaces[mode]))
      expect(contrastOf(hover['--ring']!, surface)).toBeGreaterThanOrEqual(3)
  },
)

test('a logo, whose letters may be dark, has a light ground on a dark page', async () => {
  const html = renderToStaticMarkup(
    createElement(BrandMark, { brand: { name: 'School', logo: '/logo.png', color: null } }),
  )
  expect(html).toContain('class="logo ')
  const { rules } = await buildTheme(['logo'])
  expect(rules).toMatch(/\.logo \{[\s\S]*data-theme="dark"[\s\S]*background: #ffffff/)
})

test('a readable color is used unchanged', () => {
  expect(colorOf('bg-primary', 'background-color', '#1d4ed8', 'light')).toBe('#1d4ed8')
})

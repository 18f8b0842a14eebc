/** A color as `#rrggbb`. */
type Color = string
const black = '#000000'
const white = '#ffffff'

/** The minimum text contrast (WCAG 2, AA). */
const minContrast = 4.5

/** The surfaces of web/theme.css behind brand colors. */
export const surfaces = {
  light: { background: '#faf8f5', card: white, muted: '#f2efe9' },
  dark: { background: '#171614', card: '#201e1c', muted: '#121110' },
} as const
export type Theme = keyof typeof surfaces

export const isColor = (text: string | null | undefined): text is Color => /^#[0-9a-f]{6}$/i.test(text ?? '')

const channels = (color: Color) => [1, 3, 5].map((index) => Number.parseInt(color.slice(index, index + 2), 16))

/** Relative luminance by WCAG 2. */
function luminance(color: Color): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors, from 1 to 21. */
export function contrastOf(text: Color, other: Color): number {
  const [low, high] = [luminance(text), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `share` of the second color in the first. */
export function mixColors(first: Color, second: Color, share: number): Color {
  const [from, to] = [channels(first), channels(second)]
  const parts = from.map((part, index) => Math.round(part + (to[index]! - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Moves the color toward black or white until it is readable on each of the others. */
function readableOn(color: Color, others: readonly Color[], pole: Color): Color {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixColors(color, pole, share)
    if (others.every((other) => contrastOf(candidate, other) >= minContrast)) return candidate
  }
  return pole
}

/** The variables of web/theme.css that an organization's color sets. */
export type BrandVariables = Record<
  'primary' | 'primary-hover' | 'primary-foreground' | 'accent' | 'accent-foreground' | 'ring',
  Color
>

/** Variables for buttons, links and focus in an organization's color, darkened or lightened until readable. */
export function brandVariables(color: Color, theme: Theme): BrandVariables {
  const brand = color.toLowerCase()
  const backgrounds = Object.values(surfaces[theme])
  if (theme === 'light') {
    const primary = readableOn(brand, [white], black)
    const accent = mixColors(brand, white, 0.88)
    const link = readableOn(brand, [...backgrounds, accent], black)
    return {
      primary,
      'primary-hover': mixColors(primary, black, 0.2),
      'primary-foreground': white,
      accent,
      'accent-foreground': link,
      ring: link,
    }
  }
  const primary = readableOn(brand, backgrounds, white)
  const accent = mixColors(brand, surfaces.dark.card, 0.75)
  const link = readableOn(brand, [...backgrounds, accent], white)
  return {
    primary,
    'primary-hover': mixColors(primary, white, 0.2),
    'primary-foreground': '#0b0b0b',
    accent,
    'accent-foreground': link,
    ring: link,
  }
}

/**
 * The brand color on white paper and in emails, readable as text and behind white text; the product's color by default.
 */
export const accentOf = (color: string | null | undefined, fallback: Color): Color =>
  isColor(color) ? brandVariables(color, 'light').primary : fallback

/** The style of a branded page: for light, for chosen dark, and for the device's dark mode. */
export function brandStyle(color: Color): string {
  const declarations = (theme: Theme) =>
    Object.entries(brandVariables(color, theme))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')
  const dark = declarations('dark')
  return `:root{${declarations('light')}}:root[data-theme=dark]{${dark}}@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`
}

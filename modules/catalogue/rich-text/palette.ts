type Rgb = readonly [number, number, number]
type Palette = ReadonlyArray<readonly [name: string | null, rgb: Rgb]>

/** A null name is the theme's own ink or surface, which needs no class. */
const textPalette: Palette = [
  [null, [0, 0, 0]],
  [null, [255, 255, 255]],
  ['grey', [117, 117, 117]],
  ['red', [198, 20, 32]],
  ['orange', [205, 92, 10]],
  ['amber', [146, 112, 0]],
  ['green', [27, 110, 50]],
  ['teal', [0, 121, 128]],
  ['blue', [17, 75, 170]],
  ['purple', [106, 40, 160]],
  ['pink', [173, 40, 125]],
  ['brown', [98, 66, 56]],
]

const backgroundPalette: Palette = [
  [null, [255, 255, 255]],
  ['grey', [205, 209, 214]],
  ['red', [255, 204, 204]],
  ['orange', [255, 216, 178]],
  ['yellow', [255, 240, 160]],
  ['green', [200, 235, 201]],
  ['teal', [190, 232, 235]],
  ['blue', [215, 227, 245]],
  ['purple', [224, 208, 245]],
  ['pink', [250, 208, 230]],
]

const hexPattern = /^#([0-9a-f]{3,8})$/i
const rgbPattern = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[,)]/i

function readHex(hex: string): Rgb {
  const pairs = hex.length < 6 ? Array.from(hex.slice(0, 3), (digit) => digit + digit) : hex.match(/../g)!.slice(0, 3)
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

function readColor(color: unknown): Rgb | null {
  if (typeof color !== 'string' || color.length > 60) return null
  const hex = hexPattern.exec(color)
  if (hex) return readHex(hex[1]!)
  const rgb = rgbPattern.exec(color)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : null
}

// The weights approximate how people perceive the difference of two colors.
const distance = (a: Rgb, b: Rgb) => 2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + 3 * (a[2] - b[2]) ** 2

function nearestName(palette: Palette, color: unknown): string | null {
  const rgb = readColor(color)
  if (!rgb) return null
  let best = palette[0]!
  for (const entry of palette) if (distance(entry[1], rgb) < distance(best[1], rgb)) best = entry
  return best[0]
}

/** The class of the nearest palette color, or '' for plain ink and invalid colors. */
export function colorClass(color: unknown): string {
  const name = nearestName(textPalette, color)
  return name ? `rt-color-${name}` : ''
}

/** The class of the nearest palette tint, or '' for the plain surface and invalid colors. */
export function backgroundClass(color: unknown): string {
  const name = nearestName(backgroundPalette, color)
  return name ? `rt-bg-${name}` : ''
}

const hex = (rgb: Rgb) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const swatches = (palette: Palette) => palette.flatMap(([name, rgb]) => (name ? [{ name, value: hex(rgb) }] : []))

/** The text colors in the editor, by name. */
export const textSwatches = swatches(textPalette)

/** The tints for text and cells in the editor, by name. */
export const fillSwatches = swatches(backgroundPalette)

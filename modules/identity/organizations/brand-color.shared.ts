/** How much light a color gives back, by WCAG 2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of white text on a color: buttons and links of the brand. */
export const contrastWithWhite = (color: string): number => 1.05 / (luminance(color) + 0.05)

export const leastContrast = 4.5

/** Whether white text on the color can be read. */
export const isReadable = (color: string): boolean =>
  /^#[0-9a-f]{6}$/i.test(color) && contrastWithWhite(color) >= leastContrast

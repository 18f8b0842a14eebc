import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'

/** The minimum and maximum width of a card in pixels; the text column is about as wide as the maximum. */
export const minWidth = 20
export const maxWidth = 720

const positiveOrNull = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null)

/** The size of a resized card; the height follows the width. */
export function resizeCard(attrs: CardAttributes, newWidth: number): CardAttributes {
  const width = Math.round(Math.min(maxWidth, Math.max(minWidth, newWidth)))
  const [oldWidth, oldHeight] = [positiveOrNull(attrs.width), positiveOrNull(attrs.height)]
  if (!oldWidth || !oldHeight) return { width }
  return { width, height: Math.min(4000, Math.max(minWidth, Math.round((oldHeight * width) / oldWidth))) }
}

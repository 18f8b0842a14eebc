/**
 * The widths that a column can have, from 1 on; 0 is as wide as its content. In steps, because the policy of pages allows
 * no style attributes: each width is a class that the style sheet has.
 */
export const columnWidths: readonly { rem: number; look: string }[] = [
  { rem: 3, look: 'w-12' },
  { rem: 4, look: 'w-16' },
  { rem: 5, look: 'w-20' },
  { rem: 6, look: 'w-24' },
  { rem: 7, look: 'w-28' },
  { rem: 8, look: 'w-32' },
  { rem: 9, look: 'w-36' },
  { rem: 10, look: 'w-40' },
  { rem: 12, look: 'w-48' },
  { rem: 14, look: 'w-56' },
  { rem: 16, look: 'w-64' },
  { rem: 20, look: 'w-80' },
  { rem: 24, look: 'w-96' },
  { rem: 30, look: 'w-120' },
  { rem: 40, look: 'w-160' },
]

/** The class of a step; undefined for a column that is as wide as its content. */
export const widthLook = (step: number | undefined): string | undefined => columnWidths[(step ?? 0) - 1]?.look

/**
 * The widths of a column, from 1 on; 0 fits the content. They are steps because the content security policy allows no
 * style attributes: each width is a class in the style sheet.
 */
export const columnWidths: readonly { rem: number; look: string; most: string }[] = [
  { rem: 3, look: 'w-12', most: 'max-w-12' },
  { rem: 4, look: 'w-16', most: 'max-w-16' },
  { rem: 5, look: 'w-20', most: 'max-w-20' },
  { rem: 6, look: 'w-24', most: 'max-w-24' },
  { rem: 7, look: 'w-28', most: 'max-w-28' },
  { rem: 8, look: 'w-32', most: 'max-w-32' },
  { rem: 9, look: 'w-36', most: 'max-w-36' },
  { rem: 10, look: 'w-40', most: 'max-w-40' },
  { rem: 12, look: 'w-48', most: 'max-w-48' },
  { rem: 14, look: 'w-56', most: 'max-w-56' },
  { rem: 16, look: 'w-64', most: 'max-w-64' },
  { rem: 20, look: 'w-80', most: 'max-w-80' },
  { rem: 24, look: 'w-96', most: 'max-w-96' },
  { rem: 30, look: 'w-120', most: 'max-w-120' },
  { rem: 40, look: 'w-160', most: 'max-w-160' },
]

/** The heading class for a width step: no wider than the cells, with the sort icon beside the label. */
export const headingClass = (step: number): string | undefined => columnWidths[step - 1]?.most

/** The class of a step; undefined for a column that fits its content. */
export const widthClass = (step: number | undefined): string | undefined => columnWidths[(step ?? 0) - 1]?.look

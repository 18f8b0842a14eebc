/**
 * The widths of a column, from 1 on; 0 fits the content. They are steps because the content security policy allows no
 * style attributes: each width is a class in the style sheet.
 */
export const columnWidths: readonly { rem: number; className: string; maxClassName: string }[] = [
  { rem: 3, className: 'w-12', maxClassName: 'max-w-12' },
  { rem: 4, className: 'w-16', maxClassName: 'max-w-16' },
  { rem: 5, className: 'w-20', maxClassName: 'max-w-20' },
  { rem: 6, className: 'w-24', maxClassName: 'max-w-24' },
  { rem: 7, className: 'w-28', maxClassName: 'max-w-28' },
  { rem: 8, className: 'w-32', maxClassName: 'max-w-32' },
  { rem: 9, className: 'w-36', maxClassName: 'max-w-36' },
  { rem: 10, className: 'w-40', maxClassName: 'max-w-40' },
  { rem: 12, className: 'w-48', maxClassName: 'max-w-48' },
  { rem: 14, className: 'w-56', maxClassName: 'max-w-56' },
  { rem: 16, className: 'w-64', maxClassName: 'max-w-64' },
  { rem: 20, className: 'w-80', maxClassName: 'max-w-80' },
  { rem: 24, className: 'w-96', maxClassName: 'max-w-96' },
  { rem: 30, className: 'w-120', maxClassName: 'max-w-120' },
  { rem: 40, className: 'w-160', maxClassName: 'max-w-160' },
]

/** The heading class for a width step: no wider than the cells, with the sort icon beside the label. */
export const headingClass = (step: number): string | undefined => columnWidths[step - 1]?.maxClassName

/** The class of a step; undefined for a column that fits its content. */
export const widthClass = (step: number | undefined): string | undefined => columnWidths[(step ?? 0) - 1]?.className

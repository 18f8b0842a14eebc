/** A value of a file as its program reads it: a text, a number or nothing. */
export type CellValue = string | number | null
export type Cells = readonly (readonly CellValue[])[]

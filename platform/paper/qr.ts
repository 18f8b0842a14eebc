import QRCode from 'qrcode'
import { box } from './drawing.ts'

const quietModules = 2

/** The dark modules of a text's QR code, row by row, without the quiet zone. */
export function qrMatrix(text: string): boolean[][] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_unused, row) =>
    Array.from({ length: modules.size }, (_none, column) => modules.get(row, column) === 1),
  )
}

/** Side of one module in points, for a code that fills `side` with its quiet zone. */
export const moduleSide = (matrix: boolean[][], side: number) => side / (matrix.length + 2 * quietModules)

/** Path data of a QR code; neighbors in a row are one box, so that no hairlines show between them. */
export function qrPath(text: string, x: number, y: number, side: number): string {
  const matrix = qrMatrix(text)
  const unit = moduleSide(matrix, side)
  let d = ''
  matrix.forEach((cells, row) => {
    for (let column = 0; column < cells.length; column++) {
      if (!cells[column]) continue
      const first = column
      while (cells[column + 1]) column++
      d += box(x + (first + quietModules) * unit, y + (row + quietModules) * unit, (column - first + 1) * unit, unit)
    }
  })
  return d
}

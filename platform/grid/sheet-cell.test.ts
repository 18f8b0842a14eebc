import { expect, test } from 'vitest'
import { sheetDay, sheetFormat, sheetInstant } from './sheet-cell.ts'

const zone = 'America/New_York'

test("a day is a spreadsheet's serial number, or text where programs disagree", () => {
  expect([sheetDay('2026-11-26'), sheetDay('1900-03-01'), sheetDay('1900-02-28')]).toEqual([46352, 61, '1900-02-28'])
})

test("an instant is the date and time in the organization's zone", () => {
  const evening = new Date('2026-11-27T02:00:00Z')
  expect([sheetInstant({}, evening, zone), sheetInstant({ precise: true }, evening, zone)]).toEqual([46352, 46352.875])
})

test("dates are in the reader's order, money in dollars, and everything else unchanged", () => {
  expect(sheetFormat({ kind: 'date' }, 'en-us')).toBe('mm/dd/yyyy')
  expect(sheetFormat({ kind: 'instant', precise: true }, 'es-es')).toBe('dd/mm/yyyy h:mm:ss AM/PM')
  expect(sheetFormat({ kind: 'money' }, 'es-es')).toBe('"$"#,##0.00;-"$"#,##0.00')
  expect(sheetFormat({ kind: 'number' }, 'en-us')).toBeUndefined()
})

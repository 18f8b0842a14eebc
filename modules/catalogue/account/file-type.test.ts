import { expect, test } from 'vitest'
import { fileTypeOf } from './file-type.ts'

test('the type of a file comes from its media type, otherwise from its extension', () => {
  expect(fileTypeOf({ name: 'scan.PDF', type: 'application/pdf' })).toBe(4)
  expect(fileTypeOf({ name: 'photo', type: 'image/png' })).toBe(1)
  expect(fileTypeOf({ name: 'letter.docx', type: '' })).toBe(5)
  expect(fileTypeOf({ name: 'secret.exe', type: '' })).toBe(8)
})

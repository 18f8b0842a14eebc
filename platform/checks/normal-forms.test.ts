import { expect, it } from 'vitest'
import { checkNormalForms } from './normal-forms.ts'
import type { Source } from './source.ts'

const check = (path: string, text: string) => checkNormalForms([{ path, text } as Source])

it('reports a bare normal form with its line, wherever the call begins', () => {
  const complaint = (line: number) => [
    `modules/a/b.ts:${line} calls normalize(): use those of #platform/composed.shared.ts`,
  ]
  expect(check('modules/a/b.ts', "const a = text.normalize('NFC')")).toEqual(complaint(1))
  expect(check('modules/a/b.ts', "const a = text\n  .normalize('NFD')")).toEqual(complaint(2))
  expect(check('modules/a/b.ts', 'const a = text?.normalize?.()')).toEqual(complaint(1))
})

it('the one designated file and tests may use it', () => {
  expect(check('platform/composed.shared.ts', "text.normalize('NFC')")).toEqual([])
  expect(check('modules/a/b.test.ts', "text.normalize('NFC')")).toEqual([])
  expect(check('modules/a/b.ts', 'import { normalize } from "node:path"; normalize("a")')).toEqual([])
})

import { expect, test } from 'vitest'
import { checkIdentityMethods } from './identity-methods.ts'

const methods = ['keystroke', 'phone', 'security_questions']
const complaints = (path: string, text: string) => checkIdentityMethods([{ path, text }], methods)

test.each([
  `if (method === 'keystroke') return 1`,
  `if (task.method !== "phone") return 1`,
  `const x = tasks[at]?.after === 'phone' ? 1 : 2`,
  `return 'phone' === method`,
  `if (kind !== 'security_questions' && kind) return 1`,
  `switch (kind) {\n  case 'keystroke':\n    return 1\n}`,
  `switch (task.method) {\n  case 'phone':\n    return 1\n}`,
  "sql`select 1 from learning.identity_try where method = 'phone'`",
])('refuses %s', (text) => {
  expect(complaints('modules/learning/other/x.ts', text)).toHaveLength(1)
  expect(complaints('web/pages/course/x.tsx', text)).toHaveLength(1)
})

test.each([
  ['modules/learning/verification/methods/x.ts', `if (method === 'keystroke') return 1`],
  ['modules/learning/other/x.test.ts', `if (method === 'keystroke') return 1`],
  ['tests/support/x.ts', `if (method === 'keystroke') return 1`],
  ['modules/learning/other/x.ts', `const entry = { keystroke, phone }[method]`],
  ['modules/learning/other/x.ts', `methodsOf(version).includes('keystroke')`],
  ['modules/learning/other/x.ts', `if (path === 'phone') return 1`],
  ['modules/learning/other/x.ts', `if (method === 'keystrokes') return 1`],
  ['web/pages/account/x.tsx', `switch (screen) {\n  case 'phone':\n    return 1\n}`],
])('%s may contain %s', (path, text) => {
  expect(complaints(path, text)).toEqual([])
})

test('names the location of the comparison', () => {
  expect(complaints('web/x.ts', `\n\nif (method === 'phone') go()`)).toEqual([
    "web/x.ts:3 compares with an identity method (method === 'phone'): make it a member of the entries in modules/learning/verification/methods/",
  ])
})

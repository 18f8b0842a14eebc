import { expect, test } from 'vitest'
import { checkKit, checkRedButtons } from './kit.ts'
import type { Source } from './source.ts'

const source = (text: string, path = 'web/pages/new.page.tsx'): Source => ({ path, text, imports: [] })
/** The complaints that a new file causes. */
const complaintsAbout = (text: string) => {
  const before = new Set(checkRedButtons([]))
  return checkRedButtons([source(text)]).filter((line) => !before.has(line))
}

test.each([
  '<SubmitButton variant="destructive">Delete</SubmitButton>',
  '<Button variant="destructive-outline" onClick={drop}>Drop</Button>',
  "<Button variant={last ? 'destructive' : 'outline'}>Drop</Button>",
])('reports a red button without a confirmation: %s', (text) => {
  expect(complaintsAbout(text)).toEqual([
    'web/pages/new.page.tsx: a red button asks first: use ConfirmButton or ConfirmSubmit',
  ])
})

test('accepts a button with a confirmation, and reports an unneeded excuse', () => {
  expect(complaintsAbout('<ConfirmSubmit label="Delete">All of it is lost.</ConfirmSubmit>')).toEqual([])
  expect(checkRedButtons([]).length).toBeGreaterThan(0)
})

test.each([
  ['<SubmitButton name="action" value="void" variant="outline">Void</SubmitButton>', false],
  [`<Button value={\`revoke:\${id}\`} variant="link">Revoke</Button>`, false],
  ['<form><input name="action" value="remove" /><Button type="submit">Remove</Button></form>', false],
  ['<form><input name="action" value="remove" /><ConfirmSubmit label="Remove">Lost</ConfirmSubmit></form>', true],
  ['<ConfirmSubmit name="action" value="end" label="End">It ends.</ConfirmSubmit>', true],
  ['<SubmitButton name="action" value="add">Add</SubmitButton>', true],
])('a form that removes something asks for confirmation, whatever the color of its button: %s', (text, expected) => {
  const complaint = 'web/pages/new.page.tsx: a form that takes something away asks first: use ConfirmSubmit'
  expect(complaintsAbout(text)).toEqual(expected ? [] : [complaint])
})

test('only one file contains a phone field', () => {
  expect(checkKit([source('<TextField\n  type="tel"\n/>')])).toEqual([
    'web/pages/new.page.tsx:2: a field for phones is a PhoneField',
  ])
  expect(checkKit([source('type="tel"', 'platform/ui/masked.tsx')])).toEqual([])
})

test('reports a day, time or figure formatted outside the platform', () => {
  const texts = ['new Intl.DateTimeFormat(locale)', 'n.toLocaleString()', 'at.toLocaleDateString(locale)']
  for (const text of texts) {
    expect(checkKit([source(text)])).toEqual([expect.stringContaining('web/pages/new.page.tsx:1: days, times')])
    expect(checkKit([source(text, 'platform/zone.ts')])).toEqual([])
  }
  expect(checkKit([source('dateFormat(locale, { timeZone })')])).toEqual([])
})

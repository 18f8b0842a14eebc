import { expect, test } from 'vitest'
import { checkKit, checkRedButtons } from './kit.ts'
import type { Source } from './source.ts'

const source = (text: string, path = 'web/pages/new.page.tsx'): Source => ({ path, text, imports: [] })
/** The complaints that a new file causes. */
const added = (text: string) => {
  const before = new Set(checkRedButtons([]))
  return checkRedButtons([source(text)]).filter((line) => !before.has(line))
}

test.each([
  '<SubmitButton variant="destructive">Delete</SubmitButton>',
  '<Button variant="destructive-outline" onClick={drop}>Drop</Button>',
  "<Button variant={last ? 'destructive' : 'outline'}>Drop</Button>",
])('a red button that asks nothing is named: %s', (text) => {
  expect(added(text)).toEqual(['web/pages/new.page.tsx: a red button asks first: use ConfirmButton or ConfirmSubmit'])
})

test('a button that asks is none, and a reason that is no longer needed is named', () => {
  expect(added('<ConfirmSubmit label="Delete">All of it is lost.</ConfirmSubmit>')).toEqual([])
  expect(checkRedButtons([]).length).toBeGreaterThan(0)
})

test('a field for phones is written once', () => {
  expect(checkKit([source('<TextField\n  type="tel"\n/>')])).toEqual([
    'web/pages/new.page.tsx:2: a field for phones is a PhoneField',
  ])
  expect(checkKit([source('type="tel"', 'platform/ui/masked.tsx')])).toEqual([])
})

test('a day, a time or a figure that is formatted outside of the platform is named', () => {
  const texts = ['new Intl.DateTimeFormat(locale)', 'n.toLocaleString()', 'at.toLocaleDateString(locale)']
  for (const text of texts) {
    expect(checkKit([source(text)])).toEqual([expect.stringContaining('web/pages/new.page.tsx:1: days, times')])
    expect(checkKit([source(text, 'platform/zone.ts')])).toEqual([])
  }
  expect(checkKit([source('dateFormat(locale, { timeZone })')])).toEqual([])
})

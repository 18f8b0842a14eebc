import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { texts } from '#platform/texts.ts'
import { showSeconds } from './countdown.tsx'
import { LocaleContext, useTexts } from './locale.tsx'

const messages = texts({ left: ['{n} attempts left', 'Quedan {n} intentos'] })
function Left({ n }: { n: number }) {
  const t = useTexts(messages)
  return t('left', { n })
}

test("texts are in the page's language, or English without one", () => {
  expect(renderToString(<Left n={3} />)).toBe('3 attempts left')
  expect(
    renderToString(
      <LocaleContext value="es-es">
        <Left n={3} />
      </LocaleContext>,
    ),
  ).toBe('Quedan 3 intentos')
})

test.each([
  [0, '00:00'],
  [59.2, '01:00'],
  [125, '02:05'],
  [3725, '1:02:05'],
  [-4, '00:00'],
])('%s seconds are shown as %s', (seconds, text) => expect(showSeconds(seconds)).toBe(text))

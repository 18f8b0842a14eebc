// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LocaleContext } from './locale.tsx'
import { RelativeTime } from './relative-time.tsx'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2020-01-01T00:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The server's time; the device's clock is years behind it. */
const now = new Date('2026-11-24T14:30:00Z')
const textOf = (at: string, locale: 'en-us' | 'es-es' = 'en-us') => {
  const { container, unmount } = render(
    <LocaleContext value={locale}>
      <RelativeTime at={at} now={now} />
    </LocaleContext>,
  )
  const text = container.textContent
  unmount()
  return text
}

test.each([
  ['2026-11-24T14:29:01Z', 'now', 'ahora'],
  ['2026-11-24T14:31:00Z', 'now', 'ahora'],
  ['2026-11-24T14:29:00Z', '1 minute ago', 'hace 1 minuto'],
  ['2026-11-24T13:30:01Z', '59 minutes ago', 'hace 59 minutos'],
  ['2026-11-24T13:30:00Z', '1 hour ago', 'hace 1 hora'],
  ['2026-11-23T14:30:01Z', '23 hours ago', 'hace 23 horas'],
  ['2026-11-23T14:30:00Z', 'yesterday', 'ayer'],
  ['2026-11-17T14:30:01Z', '6 days ago', 'hace 6 días'],
  ['2026-11-17T14:30:00Z', '11/17/2026', '17/11/2026'],
])('%s is %s, in Spanish %s', (at, english, spanish) => {
  expect(textOf(at)).toBe(english)
  expect(textOf(at, 'es-es')).toBe(spanish)
})

test('the exact time is the title, and a minute later the text is a minute older', () => {
  render(<RelativeTime at="2026-11-24T14:28:30Z" now={now} />)
  expect(screen.getByText('1 minute ago').title).toBe('11/24/2026 9:28:30 AM EST')
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.getByText('2 minutes ago')).toBeTruthy()
})

test('the clock of the device counts if the server sent no time', () => {
  render(<RelativeTime at="2019-12-31T23:55:00Z" />)
  expect(screen.getByText('5 minutes ago')).toBeTruthy()
})

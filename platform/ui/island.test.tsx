// @vitest-environment happy-dom
import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { act, useId, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { texts } from '#platform/texts.ts'
import { newPlacing } from '#platform/web/place.ts'
import { boot } from './boot.client.ts'
import { island, PlaceContext } from './island.tsx'
import { loadFrom } from './islands-in-development.ts'
import { useTexts } from './locale.tsx'
import { first, forgetPage, shared } from './shared.tsx'

const messages = texts({ greet: ['Hello {name}', 'Hola {name}'] })
const count = atom(0)

const Greeting = island(
  'demo/greeting',
  { when: 'load' },
  function Greeting({ name, born }: { name: string; born: Date }) {
    const t = useTexts(messages)
    const [pressed, setPressed] = useState(false)
    return (
      <button type="button" id={useId()} onClick={() => setPressed(true)}>
        {t('greet', { name })} {born.getTime()} {pressed ? 'pressed' : 'fresh'}
      </button>
    )
  },
)

const Broken = island('demo/broken', { when: 'load' }, function Broken({ href }: { href: string }) {
  if (typeof document !== 'undefined' && document.querySelector('x-island')) throw new Error('breaks in the browser')
  return <a href={href}>still works</a>
})

const Counter = island(
  'demo/counter',
  { when: 'load', shares: shared(({ from }: CounterProps) => [first(count, from)]) },
  function Counter({ step }: CounterProps) {
    const [n, setN] = useAtom(count)
    return (
      <button type="button" onClick={() => setN(n + step)}>
        count {n}
      </button>
    )
  },
)
type CounterProps = { from: number; step: number }

/** Shows the counters' values, and is loaded when one of them changes. */
const Total = island(
  'demo/total',
  { when: 'follow', shares: shared(({ from }: { from: number }) => [first(count, from)]) },
  () => <output>total {useAtomValue(count)}</output>,
)

/** Changes the counters without showing them. */
const Writer = island('demo/writer', { when: 'load', shares: shared() }, function Writer({ value }: { value: number }) {
  const setN = useSetAtom(count)
  return (
    <button type="button" onClick={() => setN(value)}>
      write
    </button>
  )
})

/** How often loading the chunk of this island fails. */
let lostCount = 0
const Late = island('demo/late', { when: 'load' }, function Late({ at }: { at: number }) {
  const [pressed, setPressed] = useState(0)
  return (
    <button type="button" onClick={() => setPressed(pressed + 1)}>
      {at} pressed {pressed}
    </button>
  )
})

const chunks = {
  '/modules/demo/late.island.tsx': async () => {
    lostCount -= 1
    if (lostCount >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: Late }
  },
  '/modules/demo/greeting.island.tsx': async () => ({ default: Greeting }),
  '/modules/demo/deep/broken.island.tsx': async () => ({ default: Broken }),
  '/modules/demo/counter.island.tsx': async () => ({ default: Counter }),
  '/modules/demo/writer.island.tsx': async () => ({ default: Writer }),
  '/modules/demo/total.island.tsx': async () => ({ default: Total }),
}

function serverPage(tree: React.ReactNode, locale: 'en-us' | 'es-es' = 'en-us') {
  const { place, used } = newPlacing({ locale })
  return { html: renderToString(<PlaceContext value={place}>{tree}</PlaceContext>), used }
}

function parsed(html: string) {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

async function inBrowser(html: string) {
  await act(async () => {
    document.body.innerHTML = html
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.documentElement.lang = 'es-es'
  boot(loadFrom(chunks))
})
afterEach(() => {
  vi.useRealTimers()
  forgetPage()
  return inBrowser('')
})

const hostile = '</x-island><script>alert(1)</script>"\'<!--\u2028'

test('an island is complete HTML from the server, with hostile props as text', () => {
  const { html, used } = serverPage(<Greeting name={hostile} born={new Date(7)} />, 'es-es')
  expect([...used]).toEqual(['demo/greeting'])
  const page = parsed(html)
  expect(page.querySelector('script')).toBeNull()
  expect(page.querySelector('button')!.textContent).toBe(`Hola ${hostile} 7 fresh`)
})

test("an island is hydrated in the page's language, with the server's ids and props", async () => {
  const complaints = vi.spyOn(console, 'error')
  onTestFinished(() => complaints.mockRestore())
  const { html } = serverPage(
    <>
      <Greeting name={hostile} born={new Date(7)} />
      <Greeting name="Ana" born={new Date(8)} />
    </>,
    'es-es',
  )
  const before = [...parsed(html).querySelectorAll('button')].map((button) => button.id)
  await inBrowser(html)
  const buttons = [...document.querySelectorAll('button')]
  expect(new Set(before).size).toBe(2)
  expect(buttons.map((button) => button.id)).toEqual(before)
  await act(async () => buttons[1]!.click())
  expect(buttons.map((button) => button.textContent)).toEqual([`Hola ${hostile} 7 fresh`, 'Hola Ana 8 pressed'])
  expect(document.querySelectorAll('[data-ready]').length).toBe(2)
  expect(complaints).not.toHaveBeenCalled()
})

test('a click before hydration is replayed after it', async () => {
  const { html } = serverPage(<Greeting name="Ana" born={new Date(8)} />, 'es-es')
  await act(async () => {
    document.body.innerHTML = html
    document.querySelector('button')!.click()
    expect(document.querySelector('[data-ready]')).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  expect(document.querySelector('button')!.textContent).toBe('Hola Ana 8 pressed')
})

test('an island whose chunk failed to load is requested again, and clicks in between are replayed', async () => {
  vi.useFakeTimers()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complaints.mockRestore())
  lostCount = 3
  const { html } = serverPage(<Late at={1} />, 'es-es')
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  document.body.innerHTML = html
  await pass(0)
  expect(lostCount).toBe(2)
  await act(async () => document.querySelector('button')!.click())
  await pass(0)
  expect(lostCount).toBe(1)
  await act(async () => window.dispatchEvent(new Event('online')))
  await pass(0)
  expect(lostCount).toBe(0)
  await pass(60_000)
  expect(document.querySelector('button')!.textContent).toBe('1 pressed 1')
  expect(complaints).toHaveBeenCalledTimes(3)
})

test('an island removed from the page is not requested again', async () => {
  vi.useFakeTimers()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complaints.mockRestore())
  lostCount = 10
  document.body.innerHTML = serverPage(<Late at={1} />).html
  await act(() => vi.advanceTimersByTimeAsync(0))
  document.body.innerHTML = ''
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(lostCount).toBe(9)
})

const complaining = () => {
  const complaints = vi.spyOn(console, 'error')
  onTestFinished(() => complaints.mockRestore())
  return complaints
}

test('an island that only follows others loads no script until they first change something', async () => {
  const { html, used } = serverPage(
    <>
      <Total from={5} />
      <Counter from={5} step={1} />
    </>,
    'es-es',
  )
  expect([...used]).toEqual(['demo/counter'])
  const complaints = complaining()
  await inBrowser(html)
  const [total] = document.querySelectorAll('[data-island]')
  expect([total!.textContent, total!.hasAttribute('data-ready')]).toEqual(['total 5', false])
  await act(async () => document.querySelector('button')!.click())
  await vi.waitFor(() => act(async () => expect(total!.textContent).toBe('total 6')))
  expect(complaints).not.toHaveBeenCalled()
})

test("islands of one page share an atom that starts with the server's value", async () => {
  const { html } = serverPage(
    <>
      <Counter from={5} step={1} />
      <Counter from={5} step={10} />
    </>,
    'es-es',
  )
  expect(html.match(/count <!-- -->5/g)).toHaveLength(2)
  await inBrowser(html)
  const buttons = [...document.querySelectorAll('button')]
  await act(async () => buttons[1]!.click())
  expect(buttons.map((button) => button.textContent)).toEqual(['count 15', 'count 15'])
})

test('hydrating an island later does not reset a changed atom', async () => {
  await inBrowser(serverPage(<Writer value={7} />).html)
  await act(async () => document.querySelector('button')!.click())
  const lateSection = document.createElement('section')
  lateSection.innerHTML = serverPage(<Counter from={5} step={1} />).html
  await act(async () => {
    document.body.append(lateSection)
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  expect(lateSection.textContent).toBe('count 7')
})

test("an island hydrated after a change renders the server's state, then the current one", async () => {
  const complaints = complaining()
  await inBrowser(serverPage(<Counter from={5} step={1} />, 'es-es').html)
  await act(async () => document.querySelector('button')!.click())
  const lateSection = document.createElement('section')
  lateSection.innerHTML = serverPage(<Counter from={5} step={10} />, 'es-es').html
  expect(lateSection.textContent).toBe('count 5')
  await act(async () => {
    document.body.append(lateSection)
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['count 6', 'count 6'])
  expect(complaints).not.toHaveBeenCalled()
})

test('pages do not share atoms', () => {
  serverPage(<Counter from={9} step={1} />)
  expect(serverPage(<Counter from={0} step={1} />).html).toContain('count <!-- -->0')
})

test("an island that throws in the browser leaves the server's links", async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complaints.mockRestore())
  const { html } = serverPage(<Broken href="/kept" />)
  expect(html).toContain('still works')
  await inBrowser(html)
  expect(document.querySelector('[data-island] a')?.getAttribute('href')).toBe('/kept')
  expect(complaints).toHaveBeenCalled()
})

test('an island without a page around it is its plain component', () => {
  expect(renderToString(<Greeting name="Ana" born={new Date(0)} />)).not.toContain('x-island')
})

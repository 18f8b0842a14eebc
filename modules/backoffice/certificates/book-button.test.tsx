// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSelection } from '#platform/grid/grid-selection.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { forgetPage, shared } from '#platform/ui/shared.tsx'
import BookButton from './book-button.island.tsx'

afterEach(() => {
  cleanup()
  forgetPage()
})
const list = { grid: 'GET /certificate/fetch', prefix: '' }

// As the list does: another island of the page.
const Ticks = island('test/ticks', { when: 'load', shares: shared() }, function Ticks() {
  const { toggle, setMatching } = useSelection(list)
  return (
    <>
      <button type="button" onClick={() => toggle(7)}>
        Tick 7
      </button>
      <button type="button" onClick={() => setMatching(true)}>
        All that match
      </button>
    </>
  )
})
const sent = () => document.querySelector<HTMLInputElement>('input[name=book]')!.value

test('prints the selected certificates, or those on the page if none or all matching ones are selected', () => {
  render(
    <>
      <Ticks />
      <BookButton {...list} ids={[7, 8]} />
    </>,
  )
  expect(sent()).toBe('7,8')
  fireEvent.click(screen.getByText('Tick 7'))
  expect([sent(), screen.getByText('Download selected certificates (1)').tagName]).toEqual(['7', 'BUTTON'])
  fireEvent.click(screen.getByText('All that match'))
  expect(sent()).toBe('7,8')
})

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { EditedOutline, OutlinePosition } from './edited-outline.shared.ts'
import { useOutlineDrag } from './use-outline-drag.ts'

afterEach(cleanup)

const named = (name: string, components: string[]) => ({ name, components: components.map((name) => ({ name })) })
const first = [
  { name: 'One', sections: [named('Snow', ['Ice', 'Fog']), named('Rain', ['Wipers'])] },
  { name: 'Two', sections: [named('Night', [])] },
] as unknown as EditedOutline

function Outline() {
  const [outline, change] = useState(first)
  const drag = useOutlineDrag({ outline, change, readOnly: false })
  const item = (name: string, place: OutlinePosition, parts?: React.ReactNode) => (
    <li key={name} data-testid={name} {...drag(place)}>
      {parts && <ol>{parts}</ol>}
    </li>
  )
  return (
    <ol>
      {outline.map((chapter, c) =>
        item(
          chapter.name,
          { chapter: c },
          chapter.sections.map((section, s) =>
            item(
              section.name,
              { chapter: c, section: s },
              section.components.map(({ name }, k) => item(name, { chapter: c, section: s, component: k })),
            ),
          ),
        ),
      )}
    </ol>
  )
}

const at = (name: string) => screen.getByTestId(name)
const drops = () =>
  [...document.querySelectorAll<HTMLElement>('[data-drop]')].map((li) => [li.dataset.testid, li.dataset.drop])
const dataTransfer = { effectAllowed: '', dropEffect: '' }
const start = (name: string) => fireEvent.dragStart(at(name), { dataTransfer })
const over = (name: string) => fireEvent.dragOver(at(name), { dataTransfer })

test('marks the drop position of a lesson with a line and its section with a frame, and nothing else', () => {
  render(<Outline />)
  start('Ice')
  expect(at('Ice').dataset.dragged).toBe('')
  expect(over('Wipers')).toBe(false)
  expect(drops()).toEqual([['Wipers', 'before']])
  over('Night')
  expect(drops()).toEqual([['Night', 'into']])
  expect(over('Two')).toBe(true)
  expect(drops()).toEqual([])
  fireEvent.dragEnd(at('Ice'))
  expect(document.querySelector('[data-dragged], [data-drop]')).toBeNull()
})

test('a section lands above a section and in a chapter, and a dropped item leaves no mark', () => {
  render(<Outline />)
  start('Rain')
  over('Fog')
  expect(drops()).toEqual([['Snow', 'before']])
  over('Two')
  expect(drops()).toEqual([['Two', 'into']])
  fireEvent.drop(at('Two'), { dataTransfer })
  expect(at('Two').contains(at('Rain'))).toBe(true)
  expect(document.querySelector('[data-dragged], [data-drop]')).toBeNull()
})

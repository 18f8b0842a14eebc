// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { EditedOutline, OutlinePosition } from './edited-outline.shared.ts'
import { useOutlineDrag } from './use-outline-drag.ts'

afterEach(cleanup)

const sectionOf = (name: string, components: string[]) => ({ name, components: components.map((name) => ({ name })) })
const first = [
  { name: 'One', sections: [sectionOf('Snow', ['Ice', 'Fog']), sectionOf('Rain', ['Wipers'])] },
  { name: 'Two', sections: [sectionOf('Night', [])] },
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

const partNamed = (name: string) => screen.getByTestId(name)
const drops = () =>
  [...document.querySelectorAll<HTMLElement>('[data-drop]')].map((li) => [li.dataset.testid, li.dataset.drop])
const dataTransfer = { effectAllowed: '', dropEffect: '' }
const start = (name: string) => fireEvent.dragStart(partNamed(name), { dataTransfer })
const dragOver = (name: string) => fireEvent.dragOver(partNamed(name), { dataTransfer })

test('marks the drop position of a lesson with a line and its section with a frame, and nothing else', () => {
  render(<Outline />)
  start('Ice')
  expect(partNamed('Ice').dataset.dragged).toBe('')
  expect(dragOver('Wipers')).toBe(false)
  expect(drops()).toEqual([['Wipers', 'before']])
  dragOver('Night')
  expect(drops()).toEqual([['Night', 'into']])
  expect(dragOver('Two')).toBe(true)
  expect(drops()).toEqual([])
  fireEvent.dragEnd(partNamed('Ice'))
  expect(document.querySelector('[data-dragged], [data-drop]')).toBeNull()
})

test('a section lands above a section and in a chapter, and a dropped item leaves no mark', () => {
  render(<Outline />)
  start('Rain')
  dragOver('Fog')
  expect(drops()).toEqual([['Snow', 'before']])
  dragOver('Two')
  expect(drops()).toEqual([['Two', 'into']])
  fireEvent.drop(partNamed('Two'), { dataTransfer })
  expect(partNamed('Two').contains(partNamed('Rain'))).toBe(true)
  expect(document.querySelector('[data-dragged], [data-drop]')).toBeNull()
})

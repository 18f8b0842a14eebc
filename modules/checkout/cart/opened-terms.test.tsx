// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import OpenedTerms from './opened-terms.island.tsx'

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot>
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.innerHTML = ''
})

test('agreeing to what was not opened says so at once; after the tick in the texts it does not', async () => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<form><input type="checkbox" name="accepted"><div id="here"></div></form>'
  root = createRoot(document.getElementById('here')!)
  const props = { label: 'I have read these.', defaultChecked: false, missing: 'Open the disclaimers first.' }
  await act(async () => root.render(<OpenedTerms {...props} />))
  const accepted = document.querySelector<HTMLInputElement>('[name=accepted]')!
  expect([accepted.checkValidity(), accepted.validationMessage]).toEqual([false, 'Open the disclaimers first.'])
  await act(async () => document.querySelector<HTMLInputElement>('[name=opened]')!.click())
  expect(accepted.checkValidity()).toBe(true)
})

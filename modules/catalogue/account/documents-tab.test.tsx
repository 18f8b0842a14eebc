// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: DocumentsTab } = await import('./documents-tab.island.tsx')
afterEach(cleanup)

const place = { kind: 'student', user_id: 5, own: true } as const

test('a stopped upload leaves nothing behind, shows no error, and can be started again', async () => {
  const requests: FakeRequest[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    constructor() {
      super()
      requests.push(this)
    }
    open() {}
    setRequestHeader() {}
    send() {}
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  onTestFinished(() => void vi.unstubAllGlobals())
  const upload = { allowed: true, reason: null }
  const list = { data: [], accept: ['.png'], limit_bytes: 1_000_000, most: 50, can: { upload } }
  render(<DocumentsTab place={place} first={list} />)
  const choose = () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'proof.png', { type: 'image/png' })] })
    fireEvent.change(input)
  }
  choose()
  fireEvent.click(await screen.findByText('Stop'))
  await waitFor(() => expect(screen.queryByText('Uploading proof.png')).toBeNull())
  expect(screen.queryByText('Network Error: No Connection')).toBeNull()
  expect(api.calls).toEqual([])
  fireEvent.change(document.querySelector('input[type=file]')!)
  expect(await screen.findByText('Stop')).toBeTruthy()
  expect(requests).toHaveLength(2)
})

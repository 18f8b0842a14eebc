// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#platform/testing/fake-api.ts'

const api = fakeApi()
const { default: ImageField } = await import('./image-field.tsx')
afterEach(cleanup)

const medium = (attachment_id: number, name: string, alt: string | null) => ({
  attachment_id,
  organization_id: 1,
  lk_file_type_id: 1,
  name,
  user_filename: name,
  type: 'image',
  url: `/media/${attachment_id}/${name}`,
  thumbnail: null,
  content_type: 'image/webp',
  size_bytes: 2048,
  duration_ms: null,
  alt,
  language: null,
  related_attachment_id: null,
  created_at: '2026-11-24T12:00:00.000Z',
  updated_at: '2026-11-24T12:00:00.000Z',
})

test('an image is chosen from the library, described and removed', async () => {
  api.answer = ({ path }) => ({
    body: path.includes('/uses/')
      ? { uses: [] }
      : { data: { attachment: [medium(7, 'snow.png', 'Snow'), medium(8, 'ice.png', null)], totalPages: 1 } },
  })
  const onChange = vi.fn()
  const field = (value: string) => (
    <ImageField name="image" label="Image" value={value} organization_id={1} onChange={onChange} />
  )
  const { rerender } = render(field(''))
  expect([screen.queryByText('Remove image'), screen.queryByRole('img')]).toEqual([null, null])
  const choose = async (name: string) => {
    fireEvent.click(await screen.findByText('Uploads'))
    fireEvent.click(await screen.findByLabelText(`Choose ${name}`))
    fireEvent.click(screen.getByText('Insert'))
  }
  fireEvent.click(screen.getByText('Choose image'))
  await screen.findByText('Uploads')
  // Only pictures: no videos from other hosts, no type selection, and no other uploads.
  expect(screen.queryByText('From URL')).toBeNull()
  expect(document.querySelector<HTMLInputElement>('input[type=file]')!.accept).toBe(
    '.jpeg,.jpg,.jpe,.jfif,.webp,.png,.gif',
  )
  await choose('snow.png')
  expect(screen.queryByLabelText('Type')).toBeNull()
  expect(onChange).toHaveBeenLastCalledWith('/media/7/snow.png', 'Snow')
  expect(document.activeElement?.textContent).toBe('Choose image')
  rerender(field('/media/7/snow.png'))
  expect(screen.getByRole('img').getAttribute('src')).toBe('/media/7/snow.png')
  expect(document.querySelector<HTMLInputElement>('input[name=image]')!.value).toBe('/media/7/snow.png')
  // The description of the previous picture is cleared.
  fireEvent.click(screen.getByText('Change image'))
  await choose('ice.png')
  expect(onChange).toHaveBeenLastCalledWith('/media/8/ice.png', '')
  fireEvent.click(screen.getByText('Remove image'))
  expect(onChange).toHaveBeenLastCalledWith('', '')
})

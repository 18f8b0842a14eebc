// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { offeredPermissions, permissionIdOf, permissionKeyOf, permissionKeys } from '#modules/identity/permissions.ts'
import { permissionGroups } from './permission-groups.ts'

const sentRequests: Request[] = []
vi.stubGlobal('fetch', async (request: Request) => {
  sentRequests.push(request.clone())
  return Response.json({ error: false, message: 'Permissions updated' })
})
// The API client captures fetch when it is loaded.
const { PermissionForm } = await import('./permission-form.tsx')

const types = ['CREATE', 'READ', 'UPDATE', 'DELETE']
const cells = (closed: readonly string[] = []) =>
  permissionKeys.map((key) => {
    const [name = '', type = ''] = key.split(':')
    const enabled: 0 | 1 = type === 'READ' ? 1 : 0
    const lk_permission_type_id = types.indexOf(type) + 1
    return {
      permission_id: permissionIdOf(key),
      name,
      lk_permission_type_id,
      enabled,
      can_change: !closed.includes(key),
    }
  })

test('every permission is in the matrix once', () => {
  const names = permissionGroups.flatMap(([, names]) => names)
  expect(names.toSorted()).toEqual(Object.keys(offeredPermissions).toSorted())
})

test('permissions the caller lacks cannot be ticked, with an explanation', () => {
  render(<PermissionForm cells={cells(['MANAGE_PAYMENTS:UPDATE'])} user_id={7} staffRole="Instructor" />)
  const closedInput = screen.getByRole('checkbox', { name: 'Payments: Update' }) as HTMLInputElement
  expect(closedInput.disabled).toBe(true)
  expect(closedInput.getAttribute('aria-description')).toBe("You can't grant a permission that you don't have.")
  expect((screen.getByRole('checkbox', { name: 'Payments: Read' }) as HTMLInputElement).checked).toBe(true)
})

test('saving sends the editable rows as ticked', async () => {
  const { container } = render(
    <PermissionForm cells={cells(['MANAGE_ADMIN:READ'])} user_id={null} staffRole="Support" />,
  )
  const box = [...container.querySelectorAll('input')].find(
    (input) => input.getAttribute('aria-label') === 'Courses: Delete',
  )!
  fireEvent.click(box)
  fireEvent.submit(container.querySelector('form')!)
  await vi.waitFor(() => expect(sentRequests).toHaveLength(1))
  const rows: { permission_id: number; enabled: boolean; SupportEnabled: boolean }[] = await sentRequests[0]!.json()
  expect(rows).toHaveLength(permissionKeys.length - 1)
  const ticked = rows.filter(({ enabled }) => enabled).map(({ permission_id }) => permissionKeyOf(permission_id))
  expect(ticked).toContain('MANAGE_COURSES:DELETE')
  expect(rows.every(({ enabled, SupportEnabled }) => enabled === SupportEnabled)).toBe(true)
})

test('a read-only matrix has no button, and explains why', () => {
  const { container } = render(<PermissionForm cells={cells(permissionKeys)} user_id={7} staffRole="Admin" />)
  expect(container.querySelector('button[type=submit]')).toBeNull()
  expect(container.textContent).toContain("You can't change these permissions")
})

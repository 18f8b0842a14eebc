// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  dialog,
  dialogContains,
  GridReadCounter,
  listReads,
  openDialog,
  settle,
} from '#platform/testing/page-dialogs.ts'
import { network } from '#platform/testing/page-network.ts'
import { forgetPage } from '#platform/ui/shared.tsx'
import KeyModal from './key-modal.island.tsx'
import { parseKeyAction } from './key-paths.shared.ts'

type Sent = { call: string; body: Record<string, unknown> | null }

const offer = { course_website_id: 1001, course_name: 'Improvement', website_name: 'Sunshine', organization_id: 1 }
const batch = { authorization_key_batch_id: 12, organization_id: 1, name: 'Sunshine', course_name: 'Improvement' }
const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot>
let sent: Sent[]
let active: object[]
let refusal: { status: number; body: object } | null

// The island loads these when a link is clicked.
beforeAll(() => Promise.all([import('./create-dialog.tsx'), import('./assign-dialog.tsx')]), 60_000)
beforeEach(async () => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  ;[sent, active, refusal] = [[], [{ ...batch, count: 3 }], null]
  network.fetch = async (request) => {
    const { pathname, search } = new URL(request.url)
    const text = await request.text()
    sent.push({ call: `${request.method} ${pathname}${search}`, body: text ? JSON.parse(text) : null })
    if (pathname.endsWith('/choices'))
      return Response.json({ offers: [{ ...offer, organization_name: 'Sunshine' }], active })
    if (pathname.endsWith('/pick')) return Response.json({ keyIds: [7, 8] })
    if (refusal) return Response.json({ error: true, ...refusal.body }, { status: refusal.status })
    return Response.json({ error: false, authorization_key_batch_id: 12, codes: ['AAAA-BBBB-CCCC-DDDD'] })
  }
  forgetPage()
  document.body.innerHTML = `<a href="/manage/authorizationKeys/create">Create Keys</a>
    <a href="/manage/authorizationKeys/assign">Assign Keys</a>
    <a href="/manage/authorizationKeys/assign?key=17">Assign this key</a><div id="here"></div>`
  root = createRoot(document.getElementById('here')!)
  await act(async () =>
    root.render(
      <>
        <KeyModal />
        <GridReadCounter />
      </>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const set = (name: string, value: string) => {
  document.querySelector<HTMLInputElement>(`dialog [name="${name}"]`)!.value = value
}
const send = () => act(async () => document.querySelector<HTMLFormElement>('dialog form')!.requestSubmit())
const actions = () => sent.filter(({ call }) => !call.startsWith('GET'))

describe('the dialog for new keys', () => {
  test('creates keys, shows their codes with the download, and reloads the list', async () => {
    await openDialog(0)
    set('course_website_id', '1001')
    set('count', '2')
    set('note', 'Invoice 17')
    await send()
    await settle(() => dialogContains('AAAA-BBBB-CCCC-DDDD'))
    expect(actions()).toMatchObject([
      {
        call: 'POST /api/authorizationKeys/createKeys',
        body: { course_website_id: 1001, count: 2, note: 'Invoice 17', request_id: expect.any(String) },
      },
    ])
    expect(dialog()!.querySelector('a[download]')!.getAttribute('href')).toBe('/api/authorizationKeys/batch/12/codes')
    expect(dialog()!.querySelector('p a')!.getAttribute('href')).toBe('/manage/authorizationKeys/batch/12')
    expect(listReads()).toBe(1)
  })

  test('requests the same keys when sent again after a lost response', async () => {
    await openDialog(0)
    set('course_website_id', '1001')
    refusal = { status: 503, body: { code: 'TRY_LATER', message: 'Please try later.' } }
    await send()
    await settle(() => dialogContains('Failed to create keys: Please try later.'))
    refusal = null
    await send()
    await settle(() => dialogContains('AAAA-BBBB-CCCC-DDDD'))
    const [first, second] = actions()
    expect(second!.body!.request_id).toBe(first!.body!.request_id)
  })

  test('shows an error at its field', async () => {
    await openDialog(0)
    refusal = {
      status: 400,
      body: { code: 'INVALID', message: 'Wrong.', issues: [{ path: 'count', message: 'At most 1,000.' }] },
    }
    set('course_website_id', '1001')
    await send()
    await settle(() => dialogContains('At most 1,000.'))
    expect(dialog()!.querySelector('[name=count]')!.getAttribute('aria-invalid')).toBe('true')
    expect(dialogContains('Failed to create keys')).toBe(false)
    expect(listReads()).toBe(0)
  })
})

describe('the dialog for assigning keys', () => {
  test('assigns the requested number of keys of a batch', async () => {
    await openDialog(1)
    set('keys', '12.1')
    set('count', '2')
    set('organization_id', '1')
    await send()
    await settle(() => listReads() === 1)
    expect(sent.map(({ call }) => call)).toContain(
      'GET /api/authorizationKeys/pick?authorization_key_batch_id=12&organization_id=1&count=2',
    )
    expect(actions()).toEqual([
      { call: 'PUT /api/authorizationKeys/assignKeys', body: { organization_id: 1, keyIds: [7, 8] } },
    ])
    expect(dialog()).toBeNull()
  })

  test('asks only for the new holder of a single key', async () => {
    await openDialog(2)
    expect(dialog()!.querySelector('[name=keys]')).toBeNull()
    set('organization_id', '1')
    await send()
    await settle(() => listReads() === 1)
    expect(actions()).toMatchObject([{ body: { organization_id: 1, keyIds: [17] } }])
  })

  test('reports that there are no active keys', async () => {
    active = []
    await act(async () => document.querySelectorAll('a')[1]!.click())
    await settle(() => dialogContains('There are no active keys to assign.'))
    expect(dialog()!.querySelector('form')).toBeNull()
  })
})

test.each([
  ['/manage/authorizationKeys/create', { action: 'create' }],
  ['/manage/authorizationKeys/assign', { action: 'assign', key: null }],
  ['/manage/authorizationKeys/assign?key=17', { action: 'assign', key: 17 }],
  ['/manage/authorizationKeys/assign?key=x', null],
  ['/manage/authorizationKeys/17', null],
  ['/manage/authorizationKeys', null],
])('the address %s opens %j', (path, action) => {
  expect(parseKeyAction(new URL(path, 'http://site.test'))).toEqual(action)
})

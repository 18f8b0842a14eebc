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
import CodeModal from './code-modal.island.tsx'
import { parseShownCode } from './promo-paths.shared.ts'

type Sent = { call: string; body: Record<string, unknown> | null }

const promoCode = {
  promo_code_id: 7,
  code: 'SUNNY5',
  organization_id: 1,
  website_id: 3,
  website_name: 'Sunshine',
  dollar_amount_off: 5,
  percent_off: null,
  starts_at: null,
  expires_at: '2099-01-01T12:30:00.000Z',
  usage_limit: 100,
  once_per_customer: true,
  enabled: false,
  used: 42,
}
const website = { website_id: 3, organization_id: 1, name: 'Sunshine', organization_name: 'Sunshine' }
const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot>
let sent: Sent[]
let refusal: { status: number; body: object } | null
let endedIds: number[]

// The island loads this when a link is clicked.
beforeAll(() => import('./code-dialog.tsx'), 60_000)
beforeEach(async () => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  ;[sent, refusal, endedIds] = [[], null, []]
  network.fetch = async (request) => {
    const { pathname, search, searchParams } = new URL(request.url)
    const text = await request.text()
    sent.push({ call: `${request.method} ${pathname}${search}`, body: text ? JSON.parse(text) : null })
    if (pathname.endsWith('/form'))
      return Response.json({ code: searchParams.has('promo_code_id') ? promoCode : null, websites: [website] })
    if (pathname.endsWith('/validateCode')) {
      const valid = searchParams.get('code') !== 'taken'
      return Response.json(valid ? { valid } : { valid, message: 'This code already exists for all websites.' })
    }
    if (refusal) return Response.json({ error: true, ...refusal.body }, { status: refusal.status })
    return Response.json({
      promoCodes: [],
      deleted: endedIds.length > 0 ? [] : [7],
      ended: endedIds,
      message: 'Saved.',
    })
  }
  forgetPage()
  document.body.innerHTML = `<a href="/manage/settings/promo-codes/create">Add</a>
    <a href="/manage/settings/promo-codes/7">Edit</a><div id="here"></div><div id="toasts"></div>`
  root = createRoot(document.getElementById('here')!)
  await act(async () =>
    root.render(
      <>
        <CodeModal />
        <GridReadCounter />
      </>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const fieldOf = (name: string) => document.querySelector<HTMLInputElement>(`dialog [name="${name}"]`)!
const typeCode = (code: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(fieldOf('code'), code)
    fieldOf('code').dispatchEvent(new Event('input', { bubbles: true }))
  })
const send = () => act(async () => document.querySelector<HTMLFormElement>('dialog form')!.requestSubmit())
const press = (label: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLButtonElement>('dialog footer button')]
      .find(({ textContent }) => textContent === label)!
      .click(),
  )
const saves = () => sent.filter(({ call }) => call === 'POST /api/settings/savePromoCodes').map(({ body }) => body)

describe('the dialog of a new promo code', () => {
  test('shows during typing whether the code is available', async () => {
    await openDialog(0)
    await typeCode('taken')
    await settle(() => dialogContains('This code already exists for all websites.'))
    expect(fieldOf('code').getAttribute('aria-invalid')).toBe('true')
    await typeCode('free1')
    await settle(() => dialogContains('This code is available.'))
    expect(sent.at(-1)!.call).toBe('GET /api/settings/validateCode?code=free1')
  })

  test('saves the code and reloads the list', async () => {
    await openDialog(0)
    await typeCode('NEW15')
    fieldOf('percent_off').value = '15'
    fieldOf('expires_at').value = '2099-12-31'
    await send()
    await settle(() => listReads() === 1)
    expect(saves()).toEqual([
      {
        promoCodes: [
          {
            code: 'NEW15',
            percent_off: 15,
            starts_at: '',
            expires_at: '2100-01-01T05:00:00.000Z',
            once_per_customer: true,
            enabled: true,
          },
        ],
      },
    ])
    expect(dialog()).toBeNull()
  })

  test('shows an error at its field and stays open', async () => {
    await openDialog(0)
    await typeCode('NEW15')
    fieldOf('usage_limit').value = 'many'
    refusal = {
      status: 409,
      body: {
        code: 'PROMO_TAKEN',
        message: 'The code NEW15 already exists.',
        issues: [
          { path: 'promoCodes.0.code', message: 'Taken a moment ago.' },
          { path: 'promoCodes.0.percent_off', message: 'Enter whole percent.' },
        ],
      },
    }
    await settle(() => dialogContains('This code is available.'))
    await send()
    await settle(
      () =>
        dialogContains('Taken a moment ago.') &&
        dialogContains('Enter whole percent.') &&
        !dialogContains('This code is available.'),
    )
    expect(fieldOf('percent_off').getAttribute('aria-invalid')).toBe('true')
    // Invalid numbers must not be read as 'no limit'.
    expect(saves()).toMatchObject([{ promoCodes: [{ usage_limit: -1 }] }])
    expect([fieldOf('usage_limit').value, listReads()]).toEqual(['many', 0])
  })
})

describe('the dialog of an existing promo code', () => {
  test('shows the saved code, does not report it as taken, and sends changes only', async () => {
    await openDialog(1)
    expect(dialogContains('Used: 42')).toBe(true)
    expect([fieldOf('code').value, fieldOf('website_id').value, fieldOf('enabled').checked]).toEqual([
      ...['SUNNY5', '3', false],
    ])
    await typeCode('SUNNY6')
    await settle(() => dialogContains('This code is available.'))
    expect(sent.at(-1)!.call).toBe('GET /api/settings/validateCode?code=SUNNY6&website_id=3&promo_code_id=7')
    await send()
    await settle(() => listReads() === 1)
    const { website_name: _, organization_id: _o, used: _u, percent_off: _p, starts_at: _s, ...same } = promoCode
    expect(saves()).toEqual([{ promoCodes: [{ ...same, code: 'SUNNY6', starts_at: null }] }])
  })

  test.each([
    ['was deleted', [], 'The promo code SUNNY5 was deleted.'],
    ['was ended, for it was used', [7], 'The promo code SUNNY5 was ended.'],
  ])('confirms before deletion, and states that it %s', async (_, instead, message) => {
    endedIds = instead
    await openDialog(1)
    await press('Delete Promo Code')
    expect(saves()).toEqual([])
    await settle(() => dialogContains('The code SUNNY5 will stop working right away.'))
    await press('Delete Promo Code')
    await settle(() => listReads() === 1)
    expect(saves()).toEqual([{ deletedPromoCodes: [7] }])
    expect(document.getElementById('toasts')!.textContent).toContain(message)
    expect(dialog()).toBeNull()
  })
})

test.each([
  ['/manage/settings/promo-codes/create', { promo_code_id: null }],
  ['/manage/settings/promo-codes/17', { promo_code_id: 17 }],
  ['/manage/settings/promo-codes/x17', null],
  ['/manage/settings/promo-codes', null],
  ['/manage/settings/leaver', null],
])('the address %s opens %j', (path, expected) => {
  expect(parseShownCode(new URL(path, 'http://site.test'))).toEqual(expected)
})

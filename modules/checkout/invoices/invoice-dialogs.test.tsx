// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dialog, GridReadCounter, listReads, openDialog, settle } from '#platform/testing/page-dialogs.ts'
import { network } from '#platform/testing/page-network.ts'
import { forgetPage } from '#platform/ui/shared.tsx'
import InvoiceModal from './invoice-modal.island.tsx'
import { parseInvoiceAction } from './invoice-paths.shared.ts'

const place = { course_website_id: 1001, course_name: 'Improvement', website_name: 'Sunshine', organization_id: 1 }
const invoice = { invoice_id: 7, invoice_number: 'SSD-000007', organization_name: 'Sunshine', total: 17.95 }
const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot>
let sent: string[]
let canDelete: boolean
let isRefused: boolean

// The island loads these when a link is clicked.
beforeAll(() => Promise.all([import('./generate-dialog.tsx'), import('./delete-dialog.tsx')]), 60_000)
beforeEach(async () => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  ;[sent, canDelete, isRefused] = [[], true, false]
  network.fetch = async (request) => {
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${decodeURIComponent(pathname + search)}`
    sent.push(call)
    if (call.startsWith('GET /api/invoice/courseWebsites'))
      return Response.json({ courseWebsites: [{ ...place, organization_name: 'Sunshine' }] })
    if (request.method === 'GET')
      return Response.json({ invoice: { ...invoice, can: { delete: canDelete, pay: false } } })
    return isRefused
      ? Response.json({ code: 'NOTHING_TO_INVOICE', message: 'Nothing.' }, { status: 422 })
      : Response.json({})
  }
  forgetPage()
  document.body.innerHTML = `<a href="/manage/generate-invoice">Generate</a>
    <a href="/manage/invoices/details?invoice_id=7#delete">Delete</a>
    <a href="/manage/invoices/details?invoice_id=7">View</a><div id="here"></div>`
  root = createRoot(document.getElementById('here')!)
  await act(async () =>
    root.render(
      <>
        <InvoiceModal last_month={{ from: '2026-01-01', to: '2026-01-31' }} />
        <GridReadCounter />
      </>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].findLast((button) => button.textContent === name)!.click())
async function choose(name: string) {
  const input = document.querySelector<HTMLInputElement>('dialog input[list]')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, name)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('the dialog of a new invoice', () => {
  test('suggests courses on websites during typing, creates the invoice and reloads the list', async () => {
    await openDialog(0, dialog)
    await choose('Improv')
    await settle(() => document.querySelector('dialog option[value="Improvement · Sunshine"]'))
    expect(sent.at(-1)).toBe('GET /api/invoice/courseWebsites?text=Improv')
    await choose('Improvement · Sunshine')
    await press('Generate Invoice')
    await settle(() => listReads() === 1)
    expect(sent.at(-1)).toBe(
      'POST /api/invoice/?created_at=gte:2026-01-01&created_at=lte:2026-01-31&courseWebsiteId=1001&allCourses=false&lk_invoice_language_id=1',
    )
    expect(dialog()).toBeNull()
  })

  test('sends nothing before a course is chosen, and stays open after a refusal', async () => {
    await openDialog(0, dialog)
    await settle(() => document.querySelector('datalist option'))
    await choose('Nothing like it')
    await press('Generate Invoice')
    expect(dialog()!.textContent).toContain('Choose a course and its website.')
    await choose('Improvement · Sunshine')
    isRefused = true
    await press('Generate Invoice')
    await settle(() => dialog()!.textContent!.includes('Nothing.'))
    expect([sent.filter((call) => call.startsWith('POST')).length, listReads()]).toEqual([1, 0])
  })
})

describe('the confirmation before an invoice is deleted', () => {
  test('names the invoice, deletes it and reloads the list', async () => {
    await openDialog(1, dialog)
    await settle(() => dialog()!.textContent!.includes('SSD-000007'))
    expect(dialog()!.textContent).toContain('$17.95')
    await press('Delete')
    await settle(() => listReads() === 1)
    expect(sent).toEqual(['GET /api/invoice/7', 'DELETE /api/invoice'])
  })

  test('deletes nothing when declined, or when deletion is no longer allowed', async () => {
    await openDialog(1, dialog)
    await settle(() => dialog()!.textContent!.includes('SSD-000007'))
    await press('Cancel')
    expect(dialog()).toBeNull()
    canDelete = false
    await openDialog(1, dialog)
    await settle(() => dialog()!.textContent!.includes("You can't delete this invoice"))
    expect([...dialog()!.querySelectorAll('button')].map((button) => button.textContent)).not.toContain('Delete')
    expect(sent.filter((call) => call.startsWith('DELETE'))).toEqual([])
  })
})

test.each([
  ['/manage/invoices/details?invoice_id=7', null],
  ['/manage/invoices/details?invoice_id=x#delete', null],
  ['/manage/payments?invoice_id=7#delete', null],
  ['/manage/invoices/details?invoice_id=7#delete', { action: 'delete', invoice_id: 7 }],
])('the address %s opens %j', (path, action) => {
  expect(parseInvoiceAction(new URL(path, 'http://site.test'))).toEqual(action)
})

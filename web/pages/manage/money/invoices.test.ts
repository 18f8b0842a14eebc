import { expect, test } from 'vitest'
import { demo, openShop } from '#modules/checkout/checkout.fixture.ts'
import { addAccountant, dayFrom, sellCourse } from '#modules/checkout/invoices/invoices.fixture.ts'

const shop = await openShop()
const staff = await addAccountant(shop, 'SSD')
const page = '/manage/generate-invoice'

test('an invoice is created, listed and deleted by plain forms; missing input is reported at its field', async () => {
  await sellCourse(shop, demo.improvement)
  const list = await staff.visit('/manage/invoices')
  expect(list.text).toContain(`href="${page}"`)
  expect(list.text).toContain('checkout/invoice-modal')
  const form = { from: dayFrom(-1), to: dayFrom(1), language: '1', course_website_id: String(demo.improvement) }
  const response = await staff.visit(page, { ...form, course_website_id: '', from: dayFrom(2) })
  expect(response.text).toContain('Choose a course and its website.')
  expect(response.text).toContain('The last day is before the first day.')
  const reply = await staff.visit(page, form)
  const invoice = reply.headers.get('location')!
  expect(invoice).toMatch(/^\/manage\/invoices\/details\?invoice_id=\d+$/)
  expect((await staff.visit(invoice)).text).toContain('Invoice Generated')
  expect((await staff.visit('/manage/invoices')).text).toContain(`${invoice}#delete`)
  expect((await staff.visit(invoice, { action: 'delete' })).headers.get('location')).toBe('/manage/invoices')
  expect((await staff.visit('/manage/invoices')).text).toContain('The invoice was deleted.')
  expect((await staff.visit('/manage/invoices')).text).not.toContain(`${invoice}#delete`)
})

test('courses on websites in scope are suggested by part of a name, without wildcards', async () => {
  const offered = async (someone: typeof staff, text: string) => {
    const { body } = await someone.get(`/invoice/courseWebsites?text=${encodeURIComponent(text)}`)
    return body.courseWebsites.map(({ course_website_id }: { course_website_id: number }) => course_website_id)
  }
  expect((await offered(staff, 'driver imp')).toSorted()).toEqual([1001, 1004])
  expect(await offered(staff, '%')).toEqual([])
  const otherOrganizationPerson = await addAccountant(shop, 'LSD')
  expect(await offered(otherOrganizationPerson, 'Sunshine')).toEqual([])
})

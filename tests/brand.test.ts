import { expect, test } from 'vitest'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { brandVariables, contrastOf } from '#platform/ui/brand-colors.ts'
import { sceneColors } from '#platform/ui/scenes/scene-svg.ts'
import { colorsOnPage } from './support/page-color.ts'
import { readPdf } from './support/read-pdf.ts'

const shop = await openShop({ jobs: true })
const { app } = shop

/** Classes of the first button of the page with the organization's color as background. */
function classesOf(html: string): string[] {
  const classes = Array.from(html.matchAll(/<(?:button|a) [^>]*class="([^"]*)"/g), ([, names]) => names!.split(' '))
  return classes.find((names) => names.includes('bg-primary')) ?? []
}

/** The button of an email: its cell has the background, its link the text. */
function emailColors(html: string) {
  const [, ground, text] =
    /<td style="background-color:(#[0-9a-f]{6})[^"]*"><a [^>]*style="[^"]*?(?<![-\w])color:(#[0-9a-f]{6})/.exec(html) ??
    []
  return { ground, words: text }
}

test.each([
  { brand: '#7a1f1f', darkened: false },
  { brand: '#ffd500', darkened: true },
])('the brand $brand has one color on a page, in an email and on a receipt', async ({ brand, darkened }) => {
  await app.database.read`update identity.organization set brand_color = ${brand} where default_ind`
  const { primary, 'primary-foreground': foreground } = brandVariables(brand, 'light')
  expect(primary === brand).toBe(!darkened)
  expect(contrastOf(primary, foreground)).toBeGreaterThanOrEqual(4.5)
  const expected = { ground: primary, words: foreground }

  const student = await shop.newStudent()
  const catalogue = await student.visit(`/course/details/${demo.improvement}`)
  expect(await colorsOnPage(catalogue.text, classesOf(catalogue.text))).toEqual(expected)

  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { body } = await student.post('/payment/process', await payment(student, shop))
  await app.runJobs()
  const emails = app.mail.sent.filter(({ to }) => to === student.email).map(({ html }) => emailColors(html))
  expect(emails.length).toBeGreaterThan(0)
  expect(emails.filter(({ ground }) => ground)).not.toEqual([])
  for (const email of emails.filter(({ ground }) => ground)) expect(email).toEqual(expected)

  const receipt = await student.get(`/order/receipt/${body.transactionResponse.transId}`)
  expect(readPdf(receipt.bytes).fills).toContain(primary)
  expect(sceneColors(brand).brand).toBe(primary)
})

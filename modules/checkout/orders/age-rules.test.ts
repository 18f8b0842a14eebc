import { afterEach, describe, expect, test } from 'vitest'
import { excludeEveryAge } from '#modules/catalogue/versions/age-rule.shared.ts'
import { demo, guestWith, newPerson, openShop, payment } from '#modules/checkout/checkout.fixture.ts'

const shop = await openShop()
const sql = shop.app.database.read

const ruleOf = (side: 'Above' | 'Below', age: number) => ({ ageEnabled: true, age, aboveOrBelowAge: side })
const setRule = (course_website_id: number, rule: object) => sql`
  update catalogue.course_version v set course_registration_options = v.course_registration_options || ${JSON.stringify(rule)}::text::jsonb
  from catalogue.v_course_website w
  where w.course_website_id = ${course_website_id} and v.course_version_id = w.course_version_id`
const addPart = (bundle: number, part: number, required_ind = true) => sql`
  insert into catalogue.course_bundle (course_version_id, course_id, position, required_ind)
  select a.course_version_id, b.course_id, 1, ${required_ind} from catalogue.v_course_website a, catalogue.v_course_website b
  where a.course_website_id = ${bundle} and b.course_website_id = ${part}`
const violation = { constraint: 'course_bundle_ages' }

afterEach(async () => {
  await sql`delete from catalogue.course_bundle`
  for (const id of [demo.improvement, demo.spanish]) await setRule(id, { ageEnabled: false })
  await setRule(demo.teen, ruleOf('Below', 18))
})

describe('combined age rules', () => {
  const minimumAge = (age: number) => ({ aboveOrBelowAge: 'Above' as const, age })
  const maximumAge = (age: number) => ({ aboveOrBelowAge: 'Below' as const, age })
  test.each([
    ['18 and older, under 18', [minimumAge(18), maximumAge(18)], true],
    ['17 and older, under 18', [minimumAge(17), maximumAge(18)], false],
    ['18 and older, under 21', [minimumAge(18), maximumAge(21)], false],
    ['21 and older, 18 and older', [minimumAge(21), minimumAge(18)], false],
    ['under 21, under 18, 18 and older', [maximumAge(21), maximumAge(18), minimumAge(18)], true],
    ['no rule', [], false],
  ])('%s', (_, rules, excluded) => expect(excludeEveryAge(rules)).toBe(excluded))
})

describe('a bundle with contradictory age rules', () => {
  test('is refused, and accepted with one year of overlap', async () => {
    await setRule(demo.improvement, ruleOf('Above', 18))
    await expect(addPart(demo.improvement, demo.teen)).rejects.toMatchObject(violation)
    await setRule(demo.improvement, ruleOf('Above', 17))
    await addPart(demo.improvement, demo.teen)
  })

  test('cannot result from changing the rule of one of its courses or of the bundle', async () => {
    await addPart(demo.improvement, demo.teen)
    await expect(setRule(demo.improvement, ruleOf('Above', 18))).rejects.toMatchObject(violation)
    await setRule(demo.improvement, ruleOf('Above', 16))
    await expect(setRule(demo.teen, ruleOf('Below', 16))).rejects.toMatchObject(violation)
    await setRule(demo.teen, ruleOf('Below', 17))
  })

  test('is refused for two required parts, and accepted if both are optional', async () => {
    await setRule(demo.spanish, ruleOf('Above', 18))
    await addPart(demo.improvement, demo.spanish)
    await expect(addPart(demo.improvement, demo.teen)).rejects.toMatchObject(violation)
    await sql`update catalogue.course_bundle set required_ind = false`
    await addPart(demo.improvement, demo.teen, false)
    await expect(sql`update catalogue.course_bundle set required_ind = true`).rejects.toMatchObject(violation)
  })
})

test('the demo sells no course that no one may buy', async () => {
  const unsellable = await sql`
    select course_version_id from catalogue.course_bundle where catalogue.excludes_every_age(course_version_id)`
  expect(unsellable).toEqual([])
})

describe('a cart with courses for different ages', () => {
  const buyFor = async (dob: string) => {
    await setRule(demo.improvement, ruleOf('Above', 18))
    const { client, guest_id } = await guestWith(shop)
    await client.post('/cart/addToCart', { course_website_id: demo.teen, guest_id })
    await client.post('/cart/addToCart', { course_website_id: demo.spanish, guest_id })
    const { cartItems } = (await client.get(`/cart/items?guest_id=${guest_id}`)).body
    const idOf = (id: number) =>
      cartItems.find((cartItem: { course_website_id: number }) => cartItem.course_website_id === id).id
    const ids = { improvement: idOf(demo.improvement), teen: idOf(demo.teen) }
    const send = await payment(client, shop, { guest_id, student: newPerson(), dob, dob_confirmed: true })
    return { ids, response: await client.post('/payment/process', send), client, guest_id }
  }

  test("shows for each course whether the buyer's age fits", async () => {
    const adult = await buyFor('04/18/1988')
    expect([adult.response.status, adult.response.body.code]).toEqual([422, 'AGE_BELOW'])
    expect(adult.response.body.issues).toEqual([
      { path: 'dob', message: 'You must be below 18 years old to purchase this course.' },
      { path: `item_${adult.ids.teen}`, message: 'You must be below 18 years old to purchase this course.' },
    ])
    const young = await buyFor('04/18/2010')
    expect(young.response.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'dob',
      `item_${young.ids.improvement}`,
    ])
  })

  test('can be bought after the course for another age is removed', async () => {
    const { ids, client, guest_id } = await buyFor('04/18/1988')
    await client.post('/cart/removeFromCart', { cart_item_id: ids.teen, guest_id })
    const dob = { dob: '04/18/1988', dob_confirmed: true }
    const send = await payment(client, shop, { guest_id, student: newPerson(), ...dob })
    expect((await client.post('/payment/process', send)).status).toBe(200)
  })
})

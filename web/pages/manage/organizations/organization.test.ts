import { beforeAll, describe, expect, test } from 'vitest'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { dot } from '#tests/support/records.ts'

const app = await openTestApp()
let admin: Someone
let seller: Someone
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
  seller = await addStaff(app, 'LSD')
})
const ownOrganizationPath = '/manage/organization/1'

const permit = (someone: Someone, key: string) =>
  app.database.tx(
    (sql) => sql`
      insert into identity.permission (user_id, organization_id, key, granted)
      select user_id, organization_id, ${key}, true from identity.person where user_id = ${someone.user_id}
      on conflict (user_id, key) do update set granted = true`,
  )

/** A form with a file, as a browser sends it. */
async function sendForm(client: Someone, path: string, form: FormData) {
  const host = 'ssd.localhost:3000'
  return app.app.request(`http://${host}${path}`, {
    method: 'POST',
    headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', cookie: client.cookies() },
    body: form,
  })
}

describe('a new organization', () => {
  const fillForm = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ name: 'Ridge School', time_zone: 'America/New_York', ...fields }))
      form.set(name, value)
    return form
  }

  test('is placed below the chosen parent, keeps its phones, and opens with what is left to do', async () => {
    const parentResponse = await admin.post('/user/organization/', { name: 'Ridge Group', code: 'RGP' })
    const parent = parentResponse.body.data.organization_id
    const start = (await admin.visit(`/manage/organizations/new?parent=${parent}`)).text
    expect(start).toContain('Get this organization ready')
    expect(start).toMatch(
      new RegExp(`<option[^>]*value="${parent}"[^>]*selected|<option[^>]*selected[^>]*value="${parent}"`),
    )
    const response = await sendForm(
      admin,
      '/manage/organizations/new',
      fillForm({
        code: 'RDG',
        parentOrganizationId: String(parent),
        'phones.0.phone_number': '(813) 555-0160',
        'phones.0.lk_phone_number_type_id': '3',
        'phones.1.phone_number': '(813) 555-0161',
        'phones.1.lk_phone_number_type_id': '1',
        'phones.2.phone_number': '',
      }),
    )
    expect(response.status).toBe(303)
    const location = response.headers.get('location')!
    const id = Number(/organization\/(\d+)\/overview/.exec(location)![1])
    const { data } = (await admin.get(`/user/organization/profile/fetch?organization_id=${id}`)).body
    expect(data.parentOrg.organization_id).toBe(parent)
    const numbers = data.phones.map((phone: { phone_number: string; lk_phone_number_type_id: number }) => [
      phone.phone_number,
      phone.lk_phone_number_type_id,
    ])
    expect(numbers).toEqual([
      ['8135550160', 3],
      ['8135550161', 1],
    ])
    const page = (await admin.visit(location)).text
    expect(page).toContain(`href="/manage/organization/${id}/websites/new"`)
    expect(page).toContain(`href="/manage/organization/${id}/manager"`)
    await sendForm(admin, location, fillForm({ code: 'RDG', 'phones.0.phone_number': '813-555-0162' }))
    const body = (await admin.get(`/user/organization/profile/fetch?organization_id=${id}`)).body.data
    expect(body.phones.map((phone: { phone_number: string }) => phone.phone_number)).toEqual(['8135550162'])
    expect(body.parentOrg.organization_id).toBe(parent)

    // Someone new is offered the visited organization first, although others come before it by name.
    const choices = (await admin.get('/user/organizations')).body.data.map(({ name }: { name: string }) => name)
    expect(choices[0]).toBe('Sunshine Safe Driving')
    expect(choices.indexOf('Ridge Group')).toBeGreaterThan(0)

    // The courses are its parent's, which adds them.
    const owner = await addStaff(app, 'RDG')
    const courses = (await owner.visit(`/manage/organization/${id}/courses`)).text
    expect(courses).toContain('ask your parent organization to add one of its courses')
  })

  test('needs a manager with an account, shows its own phone, and has one address unless two are named', async () => {
    const response = await sendForm(
      admin,
      '/manage/organizations/new',
      fillForm({
        code: 'RD5',
        first_name: 'Rosa',
        last_name: 'Delgado',
        email: 'rosa@example.com',
        phone_number: '(813) 555-0199',
        'phones.0.phone_number': '(813) 555-0170',
        'address.address1': '12 Congress Ave',
        'address.city': 'Austin',
        'address.lk_state_id': '44',
        'address.zip': '78701',
        use_mailing_as_billing_ind: '1',
        // Hidden input next to the checked box.
        'billingAddress.zip': 'wrong',
      }),
    )
    const location = response.headers.get('location') ?? (await response.text())
    const id = Number(/organization\/(\d+)\/overview/.exec(location)![1])
    const managerLink = `href="/manage/organization/${id}/manager"`
    const checklist = async () => (await admin.visit(location)).text.split('Get this organization ready')[1]!
    expect(await checklist()).toContain(managerLink)
    const invites = (await admin.visit(`/manage/organization/${id}/manager`)).text
    expect(invites).toContain('Manager: Rosa Delgado, who has no account yet.')
    for (const value of ['rosa@example.com', 'Rosa', 'Delgado']) expect(invites).toContain(`value="${value}"`)
    const ownStaff = await addStaff(app, 'RD5')
    await admin.put(`/organization/manager/update?org_code=RD5`, { user_id: ownStaff.user_id })
    expect(await checklist()).not.toContain(managerLink)
    const visit = async () =>
      (await app.app.request('http://rd5.localhost:3000/login', { headers: { host: 'rd5.localhost:3000' } })).text()
    const site = await visit()
    expect(site).toContain('(813) 555-0170')
    expect(site).not.toContain('(813) 555-0199')
    const { data } = (await admin.get(`/user/organization/profile/fetch?organization_id=${id}`)).body
    expect(data.billingAddress).toMatchObject({ address1: '12 Congress Ave', zip: '78701' })
    // By styles, so that it also works without scripts.
    expect((await admin.visit(location)).text).toContain('group-has-[input:checked]')
    expect((await admin.visit('/manage/organizations?code=rd5')).text).toContain('(813) 555-0199')
    const input = await admin.get('/organization/fetch?phone_number=%28813%29%20555-0199')
    expect(input.body.organization).toMatchObject([{ code: 'RD5', phone_number: '8135550199' }])
  })

  test('is refused below an organization out of scope, and with a wrong phone at its field', async () => {
    const form = { name: 'Ridge School', code: 'RD2', parentOrganizationId: '1' }
    expect((await seller.visit('/manage/organizations/new', form)).headers.get('location')).toBe('/404')
    expect((await seller.visit('/manage/organizations/new?parent=1')).headers.get('location')).toBe('/404')
    const response = await sendForm(
      admin,
      '/manage/organizations/new',
      fillForm({ code: 'RD3', parentOrganizationId: '1', 'phones.0.phone_number': '12' }),
    )
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(
      /aria-invalid="true"[^>]*name="phones\.0\.phone_number"|name="phones\.0\.phone_number"[^>]*aria-invalid="true"/,
    )
  })
})

describe('the list of organizations', () => {
  test('shows those in scope, with a link to each', async () => {
    const { text } = await seller.visit('/manage/organizations')
    expect(text).toContain('href="/manage/organization/4"')
    expect(text).not.toContain('href="/manage/organization/1"')
    expect((await admin.visit('/manage/organizations?code=exact:lst')).text).not.toContain('Sunshine Safe Driving</a>')
  })

  test('links the names only for staff who may change organizations; everyone has the menu', async () => {
    const reader = await addSomeone(app, 'LSD', 2)
    await permit(reader, 'MANAGE_ORGANIZATION:READ')
    const links = (text: string) => text.match(/href="\/manage\/organization\/4"/g)?.length
    expect(links((await seller.visit('/manage/organizations')).text)).toBe(2)
    expect(links((await reader.visit('/manage/organizations')).text)).toBe(1)
  })

  test("exports a file with the list's headings, in the caller's language", async () => {
    const headings = ['Code', 'Organization', 'Manager Name', 'Email', 'Phone', 'Status', 'Hosting', 'Updated At']
    const sheet = await readSheet((await seller.get('/organization/export?export=xlsx')).bytes)
    expect(sheet.headings.slice(0, 9)).toEqual([...headings, 'Created At'])
    expect(sheet.rows.map(([code]) => code)).toEqual(expect.arrayContaining(['LSD', 'LST']))
  })
})

describe("an organization's websites with plain forms", () => {
  test("are listed with star, prices and referral links, on the organization's first tab", async () => {
    expect((await admin.visit(ownOrganizationPath)).headers.get('location')).toBe(`${ownOrganizationPath}/websites`)
    const { text } = await admin.visit(`${ownOrganizationPath}/websites`)
    expect(text).toContain('Escuela Sunshine')
    expect(text).toContain('Default website')
    expect(text).toContain('$21.95')
    expect(text).toMatch(/href="http:\/\/ssd\.localhost:3000\/checkout\?course=[\w]{5,}"/)
    expect(text).toMatch(/login\?administrator=[\w]{5,}/)
  })

  test('can be filtered, and their addresses are copied, not followed', async () => {
    const { text } = await admin.visit(`${ownOrganizationPath}/websites?name=contains:escuela&sort_by=-course_price`)
    expect(text).toContain('Escuela Sunshine')
    expect(text).toContain('title="Copy link"')
    const headings = ['Website', 'Course', 'URL', 'Course Price', 'Admin Price', 'Min Price', 'Max Price']
    expect(text).not.toContain('$34.95')
    const sheet = await readSheet((await admin.get('/website/exportCourseWebsites?organization_id=1')).bytes)
    expect(sheet.headings.slice(0, 7)).toEqual(headings)
    expect(sheet.rows.flat()).toContainEqual(expect.stringMatching(/^http:\/\/ssd\.localhost:3000\/checkout\?course=/))
    expect((await seller.get('/website/fetchCourseWebsites?organization_id=1')).status).toBe(404)
    expect((await seller.get('/website/exportCourseWebsites?organization_id=1')).status).toBe(404)
  })

  test("two people who change the prices of one course do not revert each other's", async () => {
    const place = `${ownOrganizationPath}/websites/101/courses`
    const [, courseId] = /\?course=(\d+)"/.exec((await admin.visit(place)).text)!
    const other = await addStaff(app, 'SSD')
    const formOf = async (someone: Someone) => {
      const { text } = await someone.visit(`${place}?course=${courseId}`)
      const updated_at = /name="updated_at" value="([^"]+)"/.exec(text)![1]!
      return { action: 'change', course_website_id: courseId!, updated_at }
    }
    const [first, second] = [await formOf(admin), await formOf(other)]
    const response = await admin.visit(`${place}?course=${courseId}`, { ...first, course_price: '20.05' })
    const refusedResponse = await other.visit(`${place}?course=${courseId}`, { ...second, course_price: '20.15' })
    expect([response.status, refusedResponse.status]).toEqual([303, 409])
    expect(refusedResponse.text).toContain('Someone else changed this while you were editing.')
    expect(refusedResponse.text).toContain('value="20.15"')
    expect((await admin.visit(place)).text).toContain('$20.05')
    const form = { ...second, ...(await formOf(other)), course_price: '20.15' }
    expect((await other.visit(`${place}?course=${courseId}`, form)).status).toBe(303)
  })

  test('can be added with a logo, changed and removed', async () => {
    const form = new FormData()
    const fields = {
      action: 'save',
      websiteName: 'Fleet drivers',
      coursePrice: '25.00',
      adminFee: '2.00',
      hosted_ind: '1',
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('logo', new File([(await dot()) as BlobPart], 'logo.png', { type: 'image/png' }))
    const addedResponse = await sendForm(admin, `${ownOrganizationPath}/websites/new`, form)
    expect([addedResponse.status, addedResponse.headers.get('location')]).toEqual([
      303,
      `${ownOrganizationPath}/websites`,
    ])
    const list = await admin.visit(`${ownOrganizationPath}/websites`)
    const place =
      /\/manage\/organization\/1\/websites\/(\d+)"[^>]*>Edit Website<span class="sr-only">: Fleet drivers/.exec(
        list.text.replaceAll('<!-- -->', ''),
      )![1]!
    const response = await admin.visit(`${ownOrganizationPath}/websites/${place}`)
    expect(response.text).toContain('value="25.00"')
    const logo = /src="(\/media\/\d+\/logo\.webp)"/.exec(response.text)![1]!
    const picture = await app.visitor('SSD').visit(logo)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const courses = `${ownOrganizationPath}/websites/${place}/courses`
    const notAdded = await admin.visit(courses, { action: 'add', course_id: '1', course_price: 'much' })
    expect([notAdded.status, notAdded.text.includes('An Error occurred adding Course.')]).toEqual([422, true])
    await admin.visit(courses, { action: 'add', course_id: '1', course_price: '' })
    const assignedResponse = await admin.visit(courses)
    expect(assignedResponse.text).toContain('Successfully Added Course.')
    expect(assignedResponse.text).toContain('$25.00')
    const courseId = /\?course=(\d+)"/.exec(assignedResponse.text)![1]!
    const refusedResponse = await admin.visit(`${courses}?course=${courseId}`, {
      action: 'change',
      course_website_id: courseId,
      course_price: '9.99',
      min_course_price: '10',
    })
    expect(refusedResponse.status).toBe(400)
    expect(refusedResponse.text).toContain('The price is below the minimum.')
    expect(refusedResponse.text).toContain('value="9.99"')
    await admin.visit(`${courses}?course=${courseId}`, {
      action: 'change',
      course_website_id: courseId,
      course_price: '30',
    })
    expect((await admin.visit(courses)).text).toContain('$30.00')
    const removedResponse = await admin.visit(`${ownOrganizationPath}/websites/${place}`, { action: 'remove' })
    expect(removedResponse.status).toBe(303)
    expect((await admin.visit(`${ownOrganizationPath}/websites`)).text).not.toContain('Fleet drivers')
  })

  describe("the promo codes in a website's form", () => {
    const fields = { action: 'save', websiteName: 'With codes' }
    const send = (path: string, overrides: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...fields, ...overrides })) form.set(name, value)
      return sendForm(admin, path, form)
    }
    const find = async (name = 'With codes') =>
      app.database.read<{ website_id: number }>`select website_id from catalogue.website where name = ${name}`
    const codesOf = async (website_id: number) =>
      (await admin.get(`/organization/fetchPromoCodesForWebsite?website_id=${website_id}`)).body.promoCodes.filter(
        (code: { website_id: number | null }) => code.website_id === website_id,
      )

    test('are added with the website, deleted, and restored while still in a cart', async () => {
      const response = await send(`${ownOrganizationPath}/websites/new`, {
        new_code_0: 'spring',
        new_dollars_0: '5',
        new_code_2: 'FLEET',
        new_percent_2: '10',
      })
      expect(response.status).toBe(303)
      const { website_id } = (await find())[0]!
      const codes = await codesOf(website_id)
      expect(codes.map(({ code }: { code: string }) => code).toSorted()).toEqual(['FLEET', 'SPRING'])
      const page = `${ownOrganizationPath}/websites/${website_id}`
      expect((await admin.visit(page)).text).toContain('Delete SPRING')
      const spring = codes.find(({ code }: { code: string }) => code === 'SPRING')!
      // It is in a cart, so it is kept and can be restored.
      await app.visitor('SSD').post('/cart/addToCart', { course_website_id: 1001 })
      await app.database.read`update checkout.cart_item set promo_code_id = ${spring.promo_code_id}`
      expect((await send(page, { promo_delete: String(spring.promo_code_id) })).status).toBe(303)
      expect((await codesOf(website_id)).find(({ code }: { code: string }) => code === 'SPRING').enabled).toBe(false)
      expect((await admin.visit(page)).text).toContain('Restore SPRING')
      expect((await send(page, { promo_restore: String(spring.promo_code_id) })).status).toBe(303)
      expect((await codesOf(website_id)).find(({ code }: { code: string }) => code === 'SPRING')).toMatchObject({
        enabled: true,
        expires_at: null,
        dollar_amount_off: 5,
      })
    })

    test('are refused at their own row, and the website is not saved either', async () => {
      const response = await send(`${ownOrganizationPath}/websites/new`, {
        websiteName: 'Not saved',
        new_code_1: 'NO DISCOUNT',
        new_dollars_1: 'five',
      })
      const text = await response.text()
      expect(response.status).toBe(400)
      expect(text).toContain('Enter a code with only letters, digits, - and _.')
      expect(text).toMatch(/name="new_code_1"[^>]*value="NO DISCOUNT"|value="NO DISCOUNT"[^>]*name="new_code_1"/)
      expect(await find('Not saved')).toEqual([])
    })

    test('are not deleted through another website, and require their own permission', async () => {
      const { website_id } = (await find())[0]!
      const [fleet] = (await codesOf(website_id)).filter(({ code }: { code: string }) => code === 'FLEET')
      await send(`${ownOrganizationPath}/websites/101`, {
        websiteName: 'Default site',
        promo_delete: String(fleet.promo_code_id),
      })
      expect((await codesOf(website_id)).map(({ code }: { code: string }) => code)).toContain('FLEET')
      const editor = await addSomeone(app, 'SSD', 2)
      for (const key of ['MANAGE_WEBSITES:READ', 'MANAGE_WEBSITES:UPDATE', 'MANAGE_ORGANIZATION:READ'])
        await permit(editor, key)
      const html = (await editor.visit(`${ownOrganizationPath}/websites/${website_id}`)).text
      expect(html).toContain('FLEET')
      expect(html).not.toContain('promo_delete')
      const form = new FormData()
      const sentBody = { ...fields, promo_delete: String(fleet.promo_code_id) }
      for (const [name, value] of Object.entries(sentBody)) form.set(name, value)
      expect(
        (await sendForm(editor, `${ownOrganizationPath}/websites/${website_id}`, form)).headers.get('location'),
      ).toBe('/dashboard')
      expect((await codesOf(website_id)).map(({ code }: { code: string }) => code)).toContain('FLEET')
    })
  })

  test('a form shows an error at its field, with the typed text', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      action: 'save',
      websiteName: 'Wrong',
      minimumPrice: '5',
      maximumPrice: '4',
    }))
      form.set(name, value)
    const response = await sendForm(admin, `${ownOrganizationPath}/websites/new`, form)
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).toContain('The minimum is above the maximum.')
    expect(text).toContain('value="Wrong"')
  })

  test('refuses an invalid picture', async () => {
    const form = new FormData()
    form.set('action', 'save')
    form.set('websiteName', 'Script')
    form.set('logo', new File(['<svg onload="alert(1)"/>'], 'logo.png', { type: 'image/png' }))
    expect((await sendForm(admin, `${ownOrganizationPath}/websites/new`, form)).status).toBe(415)
  })

  test('return 404 for an organization out of scope, or without the permission', async () => {
    for (const path of ['websites', 'courses', 'websites/new', 'websites/101', 'websites/101/courses'])
      expect([path, (await seller.visit(`${ownOrganizationPath}/${path}`)).headers.get('location')]).toEqual([
        path,
        '/404',
      ])
    // Our website under another organization's address.
    expect((await admin.visit('/manage/organization/3/websites/101')).headers.get('location')).toBe('/404')
    const student = await addSomeone(app)
    expect((await student.visit(`${ownOrganizationPath}/websites`)).headers.get('location')).toBe('/dashboard')
    expect((await app.visitor('SSD').visit(`${ownOrganizationPath}/websites`)).headers.get('location')).toMatch(
      /^\/login\?redirect=/,
    )
  })
})

describe('the courses of an organization', () => {
  test('are listed once each, sorted and filtered, added, exported and removed', async () => {
    const place = '/manage/organization/4/courses'
    const before = await seller.visit(place)
    expect(before.text).toContain('Teen Permit Course')
    const choices = before.text.slice(before.text.indexOf('name="course_id"'))
    const [, course_id] = /<option value="(\d+)">/.exec(choices)!
    await seller.visit(place, { action: 'add', course_id: course_id!, course_price: '44' })
    expect((await seller.visit(place)).text).toContain('$44.00')
    const sheet = await seller.get('/organization/exportOrgCourse?organization_id=4')
    expect(sheet.headers.get('content-disposition')).toContain('OrganizationCourseData.xlsx')
    const row = `${place}?remove=${course_id}`
    expect((await seller.visit(place)).text).toContain(`href="${row}"`)
    const response = await seller.visit(row)
    expect(response.text).toContain("The course will be removed from open carts. Past sales won't change.")
    expect((await seller.visit(`${place}?remove=999999`)).text).not.toContain('The course will be removed')
    const prices = `/manage/organization/4/websites?course_id=exact:${course_id}`
    expect((await seller.visit(place)).text).toContain(`href="${prices}"`)
    expect((await seller.visit(prices)).text).toContain('$44.00')
    await seller.visit(row, { action: 'remove', course_id: course_id! })
    const after = await seller.visit(place)
    expect(after.text).toContain('Course removed.')
    expect(after.text).not.toContain('$44.00')
    const sorted = await seller.get('/organization/course?organization_id=3&sort_by=-name&websites=gte:1')
    const names: string[] = sorted.body.courses.map(({ name }: { name: string }) => name)
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual(names.toSorted((name, other) => other.localeCompare(name)))
    expect((await seller.get('/organization/course?organization_id=4&lowest_price=gte:9999')).body.courses).toEqual([])
    expect((await seller.visit(`${place}?name=nothing+like+it`)).text).not.toContain('Teen Permit Course')
  })
})

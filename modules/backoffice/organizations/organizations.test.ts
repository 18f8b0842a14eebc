import { describe, expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { listStaffOf } from '#modules/identity/entry.ts'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readSheet } from '#tests/support/read-sheet.ts'

const app = await openTestApp()
/**
 * Lone Star (LSD) sells a course in Spanish on two websites and one for teens; Lone Star Teen (LST) below it sells only
 * the latter.
 */
const loneStar = await addStaff(app, 'LSD')
const schoolClient = await addStaff(app, 'SSD')
const teenDrivers = 4
const courses = { manejo: 3, teens: 4 }

const fetch = (course: string, someone = loneStar) =>
  someone.get(`/organization/fetch?${new URLSearchParams({ course_name: course })}`)
async function codes(course: string, someone = loneStar): Promise<string[]> {
  const { body } = await fetch(course, someone)
  const matches = body.organization.map(({ code }: { code: string }) => code)
  expect(body.count).toBe(matches.length)
  return matches
}

describe('organizations are searched by course', () => {
  test('the search matches part of the name, its beginning or the full name, in any case', async () => {
    expect(await codes('Teen')).toEqual(['LSD', 'LST'])
    expect(await codes('contains:DEFENSIVO')).toEqual(['LSD'])
    expect(await codes('start:manejo')).toEqual(['LSD'])
    expect(await codes('exact:manejo')).toEqual([])
    expect(await codes('exact:Manejo Defensivo')).toEqual(['LSD'])
  })

  test('the search matches any of several courses, combined with other filters', async () => {
    const eitherResponse = await loneStar.get('/organization/fetch?course_name=defensivo&course_name=alcohol')
    expect(eitherResponse.body.count).toBe(2)
    const response = await loneStar.get('/organization/fetch?course_name=alcohol&code=exact:lst')
    expect(response.body.organization).toMatchObject([{ code: 'LST' }])
  })

  test('T-22: a course outside the scope finds nothing, and a shared one never finds another tenant', async () => {
    expect(await codes('Driver Improvement', schoolClient)).toEqual(['SSD'])
    expect(await codes('Driver Improvement')).toEqual([])
    expect(await codes('Class A Theory')).toEqual([])
    expect(await codes('Teen', schoolClient)).toEqual(['SSD'])
  })

  test('search text contains no wildcards', async () => {
    for (const text of ['%', '_', 'Man%o', "' or true --"]) expect(await codes(text)).toEqual([])
  })

  test.each(['gte:a', 'lte:a', 'a'.repeat(201)])('refuses %s and names the field', async (course) => {
    const { status, body } = await fetch(course)
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'INVALID', expect.stringMatching(/^course_name/)])
  })

  test('refuses text that the database cannot store', async () => {
    expect((await fetch('a\0b')).status).toBe(400)
  })

  test('refuses to sort by course, and leaves it out of the response', async () => {
    expect((await loneStar.get('/organization/fetch?sort_by=course_name')).status).toBe(400)
    const { body } = await fetch('Teen')
    expect(Object.keys(body.organization[0])).not.toContain('course_name')
  })

  test('the file holds the results under the headings of the list', async () => {
    const workbook = await readSheet((await loneStar.get('/organization/export')).bytes)
    const sheet = await readSheet((await loneStar.get('/organization/export?course_name=defensivo')).bytes)
    expect(sheet.headings).toEqual(workbook.headings)
    expect(sheet.rows.map(([code]) => code)).toEqual(['LSD'])
  })
})

describe('the page of organizations', () => {
  const page = '/manage/organizations'
  const plain = (html: string) => html.replaceAll('<!-- -->', '')

  test('has a course field that keeps its value and is repeated above the results', async () => {
    const text = plain((await loneStar.visit(`${page}?course_name=defensivo`)).text)
    expect(text).toMatch(/<input[^>]*name="course_name"[^>]*value="defensivo"/)
    expect(text).toContain('Course contains defensivo')
    expect(text).toContain('href="/manage/organization/3"')
    expect(text).not.toContain('href="/manage/organization/4"')
  })

  test('offers the course neither as a column nor as a sort order', async () => {
    const { text } = await loneStar.visit(`${page}?columns=course_name`)
    const boxes = text.match(/<input[^>]* name="columns"[^>]*>/g) ?? []
    const values = boxes.map((box) => /value="(\w+)"/.exec(box)?.[1])
    expect(values).toContain('code')
    expect(values).not.toContain('course_name')
    expect(text.includes('sort_by=course_name')).toBe(false)
  })

  test('shows the search and its error in Spanish', async () => {
    const headers = { host: 'lsd.localhost:3000', cookie: `${loneStar.cookies()}; locale=es-es` }
    const read = async (course: string) =>
      plain(await (await app.app.request(`http://lsd.localhost:3000${page}?course_name=${course}`, { headers })).text())
    expect(await read('defensivo')).toContain('Curso contiene defensivo')
    expect(await read('gte:a')).toContain('Esta columna no se puede filtrar así. Elija otro filtro.')
  })
})

test("an organization's courses exclude the offers of another organization in scope that sells the same course", async () => {
  const organizationsSelling = async (organization_id: number) => {
    const { body } = await loneStar.get(`/organization/course?organization_id=${organization_id}&name=Teen`)
    expect(body.count).toBe(1)
    return body.courses.map((row: { organization_id: number }) => row.organization_id)
  }
  expect([await organizationsSelling(3), await organizationsSelling(teenDrivers)]).toEqual([[3], [teenDrivers]])
})

describe('an organization is found by a course', () => {
  test('while one of its websites sells it', async () => {
    const place = { course_website_id: 1007 }
    expect((await loneStar.delete('/course/courseWebsite/', place)).status).toBe(200)
    expect(await codes('defensivo')).toEqual(['LSD'])
    expect((await loneStar.delete('/website', { website_id: 105 })).status).toBe(200)
    expect(await codes('defensivo')).toEqual([])
  })

  test('no longer after the course is removed, and again after it is added back', async () => {
    const courseSale = { organization_id: teenDrivers, course_id: courses.teens }
    expect((await loneStar.delete('/organization/course', courseSale)).status).toBe(200)
    expect(await codes('Teen')).toEqual(['LSD'])
    expect((await loneStar.post('/organization/course', courseSale)).status).toBe(200)
    expect(await codes('Teen')).toEqual(['LSD', 'LST'])
  })

  test('even if the course is unpublished or the organization inactive', async () => {
    await app.database.tx(async (sql) => {
      await sql`update catalogue.course set lk_course_status_id = 1 where course_id = ${courses.teens}`
      await sql`update identity.organization set lk_organization_status_id = 2 where organization_id = ${teenDrivers}`
    })
    expect(await codes('Teen')).toEqual(['LSD', 'LST'])
  })
})

test('the staff of an organization are everyone but students, auditors, and removed or disabled people', async () => {
  const { read } = app.database
  const roles = [1, 2, 3, 4, 5]
  const addedRows = await read<{ user_id: number; role: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    select ${teenDrivers}, role, 'staff' || role || '@staff.example', 'staff' || role || '@staff.example'
    from unnest(${roles}::int[]) role returning user_id, lk_user_role_id as role`
  const ctx = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))
  const inScope = ctx.as({ organization: { ...ctx.organization, scope: [teenDrivers] } })
  const listedIds = async () => {
    const ids = (await listStaffOf(inScope, teenDrivers)).map(({ user_id }) => user_id)
    return addedRows.filter(({ user_id }) => ids.includes(user_id)).map(({ role }) => role)
  }
  const staffRoles = roles.filter((role) => role !== roleId.Student && role !== roleId.Auditor)
  expect((await listedIds()).toSorted()).toEqual(staffRoles)
  const [first, second] = addedRows.filter(({ role }) => staffRoles.includes(role))
  await read`update identity.person set deleted_at = platform.now() where user_id = ${first!.user_id}`
  await read`update identity.person set lk_user_status_id = ${userStatus.Disabled} where user_id = ${second!.user_id}`
  expect(await listedIds()).toEqual(staffRoles.slice(2))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { readQuestions } from './home.shared.ts'

const app = await openTestApp()
const { read } = app.database
let admin: Client
beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
})

const plain = { shown_ind: true, title_en: '', title_es: '', body_en: '', body_es: '', picture: '' }
const hero = { ...plain, section: 'hero', title_en: 'Back on the road', title_es: 'De vuelta al camino' }
const save = (sections: readonly object[], overrides: object = {}, client = admin) =>
  client.put('/website/home', { organization_id: 1, sections, ...overrides })
const text = (html: string) => html.replaceAll('<!-- -->', '')
const home = async (code = 'SSD', path = '/') => text((await app.visitor(code).visit(path)).text)

describe('the home page of an organization', () => {
  test('is complete without any content of its own, in both languages', async () => {
    const page = await home()
    for (const text of ['Finish your driving course from home', 'I have a court order', 'Basic Driver Improvement']) {
      expect(page).toContain(text)
    }
    expect(page).not.toContain('Approval number')
    expect(page).not.toContain('students passed')
    expect(page).toContain('<link rel="alternate" hrefLang="es"')
    expect(page).not.toContain('data-island')
    expect(await home('SSD', '/?lang=es-es')).toContain('Termine su curso de manejo desde casa')
  })

  test('shows what staff wrote, in its language, and no section that they turned off', async () => {
    const faq = { ...plain, section: 'faq', body_en: 'Is <b>lunch</b> served?\nNo.\n\nReally?\nNo.', body_es: '' }
    expect((await save([hero, faq, { ...plain, section: 'steps', shown_ind: false }])).body).toMatchObject({
      message: 'Home page saved.',
    })
    const page = await home()
    expect(page).toContain('Back on the road')
    expect(page).toContain('Is &lt;b&gt;lunch&lt;/b&gt; served?')
    expect(page).not.toContain('How it works')
    const spanish = await home('SSD', '/?lang=es-es')
    expect(spanish).toContain('De vuelta al camino')
    expect(spanish).toContain('¿Puedo tomar el curso en el teléfono?')
    expect(await home('GCT')).not.toContain('Back on the road')
    const [event] = await read<{ after: object }>`
      select after from platform.audit_event where action = 'website.home' order by audit_event_id desc limit 1`
    expect(event!.after).toMatchObject({ hero: { title_en: 'Back on the road' }, steps: { shown_ind: false } })
  })

  test('states its numbers and its approval only if they exist', async () => {
    await read`insert into catalogue.certificate_signer (organization_id, approval_number) values (2, 'TX-0042')
               on conflict (organization_id) do update set approval_number = 'TX-0042'`
    const [organization] = await read<{
      code: string
    }>`select code from identity.organization where organization_id = 2`
    expect(await home(organization!.code)).toContain('Approval number TX-0042')
  })

  test('leads signed-in people to their dashboard', async () => {
    const response = await admin.visit('/')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard'])
  })

  test('can be changed only by staff who may change websites, in this organization and below', async () => {
    const student = await app.as(await app.userId('student@example.com'))
    expect((await save([hero], {}, student)).status).toBe(403)
    expect((await app.visitor().put('/website/home', { organization_id: 1, sections: [hero] })).status).toBe(401)
    expect((await save([hero], { organization_id: 999_999 })).status).toBe(404)
    const [other] = await read<{ user_id: number; code: string }>`
      select p.user_id, o.code from identity.person p join identity.organization o using (organization_id)
      where o.parent_organization_id is not null and p.lk_user_role_id = 1 limit 1`
    if (other) expect((await save([hero], {}, await app.as(other.user_id, other.code))).status).toBe(404)
  })

  test.each([
    ['an unknown section', [{ ...hero, section: 'secrets' }]],
    ['no section', []],
    ['a title that is too long', [{ ...hero, title_en: 'x'.repeat(201) }]],
    ['a text that is too long', [{ ...hero, body_es: 'x'.repeat(4001) }]],
    ['a picture from elsewhere', [{ ...hero, picture: 'https://elsewhere.example/a.png' }]],
    ['an unknown field', [{ ...hero, script: 'x' }]],
  ])('refuses %s', async (_what, sections) => {
    expect((await save(sections)).status).toBe(400)
  })

  test('is not overwritten by someone who has not seen the last change', async () => {
    const { updated_at } = (await admin.get('/website/home?organization_id=1')).body
    expect((await save([hero], { updated_at })).status).toBe(200)
    expect((await save([{ ...hero, title_en: 'Late' }], { updated_at })).status).toBe(409)
    const { sections } = (await admin.get('/website/home?organization_id=1')).body
    expect(sections).toHaveLength(9)
    expect(sections[0]).toMatchObject({ section: 'hero', title_en: 'Back on the road' })
  })

  test('can be changed with the staff form, with a scene as picture', async () => {
    const path = '/manage/organization/1/websites/home'
    const form = await admin.visit(path)
    expect(form.text).toContain('Show this section')
    const { updated_at } = (await admin.get('/website/home?organization_id=1')).body
    const response = await admin.visit(path, {
      updated_at,
      hero_shown: '1',
      hero_title_en: 'From the form',
      hero_picture: 'night',
    })
    expect(response.status).toBe(303)
    const { sections } = (await admin.get('/website/home?organization_id=1')).body
    expect(sections[0]).toMatchObject({ title_en: 'From the form', picture: 'night' })
    expect(sections[1]).toMatchObject({ section: 'picker', shown_ind: false })
  })
})

describe('the picker of a home page', () => {
  const picked = async (query: string, code = 'SSD') =>
    (await app.visitor(code).visit(`/?${query}`)).headers.get('location')

  test('leads to the one course for a need and a state', async () => {
    expect(await picked('need=license&state=23')).toBe('/course/details/1003')
    expect(await picked('need=insurance&state=NY')).toBe('/course/details/1002')
  })

  test("prefers a course's program to its words", async () => {
    await read`alter table catalogue.course_version disable trigger published`
    await read`update catalogue.course_version v set program_id = 'fl-court8'
               from catalogue.course c where c.published_version_id = v.course_version_id and v.name = 'Basic Driver Improvement'`
    expect(await picked('need=court&state=FL')).toBe('/course/details/1001')
    await addCourses(25)
    expect(await picked('need=court&state=FL')).toBe('/course/details/1001')
    // A program for another need does not match, whatever the course's words are.
    expect(await picked('need=ticket&state=FL')).not.toBe('/course/details/1001')
    await read`update catalogue.course_version v set program_id = null where program_id = 'fl-court8'`
    await read`alter table catalogue.course_version enable trigger published`
  })

  test('leads to a search if no course or several match', async () => {
    expect(await picked('need=court&state=MI')).toBe('/courses/search?course_name=court+order&lk_state_id=23')
    expect((await app.visitor().visit('/courses/search?course_name=court+order&lk_state_id=23')).status).toBe(200)
  })

  test.each(['need=nothing', 'need=', 'state=FL', 'need[]=ticket'])('shows the page for %s', async (query) => {
    expect((await app.visitor().visit(`/?${query}`)).status).toBe(200)
  })
})

/** Courses of the organization for Florida, by name before all others. */
async function addCourses(number: number) {
  await read`
    with made as (
      insert into catalogue.course (organization_id, slug)
      select 1, 'first-' || n from generate_series(1, ${number}::int) n returning course_id
    ), versions as (
      insert into catalogue.course_version (course_id, version_number, name)
      select course_id, 1, 'A ' || course_id from made returning course_id, course_version_id
    ), states as (
      insert into catalogue.course_state (course_version_id, lk_state_id) select course_version_id, 10 from versions
    )
    insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
    select 1, 101, course_id, 1000 from versions`
  await read`
    update catalogue.course_version v set published_at = platform.now()
    from catalogue.course c where c.course_id = v.course_id and c.slug like 'first-%'`
  await read`
    update catalogue.course c set published_version_id = v.course_version_id, lk_course_status_id = 2
    from catalogue.course_version v where v.course_id = c.course_id and c.slug like 'first-%'`
}

test('questions are blocks of a question and its answer', () => {
  expect(readQuestions('A?\nYes.\nSure.\n\n  \nB?\r\nNo.\n\nAlone')).toEqual([
    { question: 'A?', answer: 'Yes.\nSure.' },
    { question: 'B?', answer: 'No.' },
  ])
  expect(readQuestions('')).toEqual([])
})
